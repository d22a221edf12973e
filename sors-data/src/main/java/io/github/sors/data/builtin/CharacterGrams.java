package io.github.sors.data.builtin;

import io.github.sors.SparseVector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Texts as counts of their character 1-, 2- and 3-grams.
 *
 * <p>A text is lower-cased and put between the marks {@code ^} and {@code $}, so that "^de" is a
 * beginning and "en$" an end; a mark alone is not a feature, as every text would have it.
 * Characters are code points, so that scripts beyond the basic plane count like all others.
 *
 * @param features the grams that enough texts have, in the order of {@link String#compareTo}
 * @param vectors the counts of each text, empty where a text has rare grams only
 */
record CharacterGrams(List<String> features, List<SparseVector> vectors) {

  private static final int LONGEST = 3;

  /** Counts the grams of each text and keeps those that at least {@code fewestTexts} texts have. */
  static CharacterGrams of(List<String> texts, int fewestTexts) {
    Map<String, Integer> numbers = new HashMap<>();
    List<int[]> gramsOfTexts = new ArrayList<>(texts.size());
    for (String text : texts) {
      gramsOfTexts.add(gramsOf(text, numbers));
    }

    int[] textCounts = new int[numbers.size()];
    for (int[] grams : gramsOfTexts) {
      for (int k = 0; k < grams.length; k++) {
        textCounts[grams[k]] += k == 0 || grams[k] != grams[k - 1] ? 1 : 0;
      }
    }

    List<String> features = new ArrayList<>();
    numbers.forEach(
        (gram, number) -> {
          if (textCounts[number] >= fewestTexts) {
            features.add(gram);
          }
        });
    features.sort(null);
    int[] indices = new int[numbers.size()];
    Arrays.fill(indices, -1);
    for (int index = 0; index < features.size(); index++) {
      indices[Objects.requireNonNull(numbers.get(features.get(index)))] = index;
    }

    List<SparseVector> vectors = new ArrayList<>(texts.size());
    for (int[] grams : gramsOfTexts) {
      vectors.add(counts(grams, indices));
    }
    return new CharacterGrams(features, vectors);
  }

  /** The numbers of a text's grams, ascending and with repetitions; new grams get new numbers. */
  private static int[] gramsOf(String text, Map<String, Integer> numbers) {
    String marked = "^" + text.toLowerCase(Locale.ROOT) + "$";
    int[] starts = codePointStarts(marked);
    int length = starts.length - 1;
    int[] grams = new int[LONGEST * length];
    int count = 0;
    for (int start = 0; start < length; start++) {
      for (int end = start + 1; end <= Math.min(start + LONGEST, length); end++) {
        boolean markAlone = end == start + 1 && (start == 0 || end == length);
        if (!markAlone) {
          String gram = marked.substring(starts[start], starts[end]);
          grams[count++] = numbers.computeIfAbsent(gram, unseen -> numbers.size());
        }
      }
    }
    int[] found = Arrays.copyOf(grams, count);
    Arrays.sort(found);
    return found;
  }

  /** Where each code point starts, and the end. */
  private static int[] codePointStarts(String text) {
    int[] starts = new int[text.codePointCount(0, text.length()) + 1];
    for (int k = 1; k < starts.length; k++) {
      starts[k] = text.offsetByCodePoints(starts[k - 1], 1);
    }
    return starts;
  }

  private static SparseVector counts(int[] grams, int[] indices) {
    int[] kept = new int[grams.length];
    int size = 0;
    for (int gram : grams) {
      if (indices[gram] >= 0) {
        kept[size++] = indices[gram];
      }
    }
    Arrays.sort(kept, 0, size);
    int[] distinct = new int[size];
    float[] values = new float[size];
    int entries = 0;
    for (int k = 0; k < size; k++) {
      if (entries == 0 || distinct[entries - 1] != kept[k]) {
        distinct[entries++] = kept[k];
      }
      values[entries - 1]++;
    }
    return SparseVector.ofTrusted(Arrays.copyOf(distinct, entries), Arrays.copyOf(values, entries));
  }
}

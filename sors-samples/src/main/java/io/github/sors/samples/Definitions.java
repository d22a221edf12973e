package io.github.sors.samples;

import io.github.sors.data.Dataset;
import io.github.sors.data.item.Item;
import io.github.sors.lucene.text.TermCounter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.sf.extjwnl.JWNLException;
import net.sf.extjwnl.data.POS;
import net.sf.extjwnl.data.Pointer;
import net.sf.extjwnl.data.PointerType;
import net.sf.extjwnl.data.Synset;
import net.sf.extjwnl.data.Word;
import net.sf.extjwnl.dictionary.Dictionary;

/**
 * The built-in data set {@code definitions}: a reverse dictionary of English nouns.
 *
 * <p>A row is a noun of WordNet 3.1, such as "turtle soup"; its features are the English stems of
 * its definition, weighted by tf-idf, of unit length; its class is its hypernym, here "soup".
 *
 * <ul>
 *   <li>The noun and its synonyms are taken out of the definition, in every inflection, as they
 *       would give the answer away; so are the examples that follow the definition.
 *   <li>A class is a hypernym with at least 24 nouns directly below it. Broader classes give higher
 *       figures and worse answers: then a salad would be as good an answer as a stew to the
 *       description of a soup.
 *   <li>The hypernyms of WordNet's top level, such as "person" and "object", are not classes, since
 *       the nouns directly below them have little in common. Genera of animals and plants are not
 *       classes either, since their definitions are all alike.
 *   <li>Proper names, which begin with a capital letter, are left out. Of several meanings of a
 *       noun, the first in WordNet's files that has a class is used.
 *   <li>Two classes with the same noun are distinguished by their part of WordNet: "change (act)"
 *       and "change (event)".
 * </ul>
 *
 * <p>Threads: any thread may call it. Failures: a class path without WordNet throws {@link
 * IllegalStateException}.
 */
public final class Definitions {

  /** The name of the data set. */
  public static final String NAME = "definitions";

  private static final int FEWEST_NOUNS = 24;
  private static final String TOP_LEVEL = "Tops";
  private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}]+");

  /**
   * The meaning of a set of synonyms.
   *
   * @param nouns the synonyms, the most common one first
   * @param definition the definition without examples
   * @param part the part of WordNet that it is from, such as "food"
   * @param hypernyms the numbers of the meanings directly above it
   */
  private record Meaning(List<String> nouns, String definition, String part, List<Long> hypernyms) {

    String noun() {
      return nouns.get(0);
    }

    boolean isName() {
      return !Character.isLowerCase(noun().codePointAt(0));
    }

    boolean mayBeClass() {
      return !part.equals(TOP_LEVEL) && !noun().endsWith("genus");
    }
  }

  private Definitions() {}

  /**
   * Returns all nouns as vectors; takes a few seconds, most of them for reading WordNet. The data
   * set has the recipe for turning texts into vectors.
   */
  public static Dataset load() {
    return TextDataset.of(NAME, records());
  }

  /**
   * Returns all nouns as texts, in the order of WordNet: the noun as the name of the record, its
   * hypernym as the label, its definition without the noun as the text.
   */
  public static List<Item> records() {
    Map<Long, Meaning> meanings = meanings();
    Map<Long, Integer> sizes = new HashMap<>();
    for (Meaning meaning : meanings.values()) {
      if (!meaning.isName()) {
        meaning.hypernyms().forEach(hypernym -> sizes.merge(hypernym, 1, Integer::sum));
      }
    }
    Map<Long, String> classes = classes(meanings, sizes);
    TermCounter stems = TermCounter.of("english");
    Set<String> known = new HashSet<>();
    List<Item> records = new ArrayList<>();
    for (Meaning meaning : meanings.values()) {
      meaning.hypernyms().stream()
          .filter(hypernym -> !meaning.isName() && classes.containsKey(hypernym))
          .findFirst()
          .filter(hypernym -> known.add(meaning.noun()))
          .map(classes::get)
          .map(label -> Item.ofText(meaning.noun(), label, withoutNouns(meaning, stems)))
          .ifPresent(records::add);
    }
    return records;
  }

  /** The names of the meanings that are large enough to be classes. */
  private static Map<Long, String> classes(Map<Long, Meaning> meanings, Map<Long, Integer> sizes) {
    Map<Long, Meaning> large = new LinkedHashMap<>();
    Map<String, Integer> namesakes = new HashMap<>();
    meanings.forEach(
        (number, meaning) -> {
          if (sizes.getOrDefault(number, 0) >= FEWEST_NOUNS && meaning.mayBeClass()) {
            large.put(number, meaning);
            namesakes.merge(meaning.noun(), 1, Integer::sum);
          }
        });
    Map<Long, String> classes = new HashMap<>();
    large.forEach(
        (number, meaning) ->
            classes.put(
                number,
                namesakes.getOrDefault(meaning.noun(), 0) == 1
                    ? meaning.noun()
                    : meaning.noun() + " (" + meaning.part() + ")"));
    return classes;
  }

  /** The definition without its own nouns, in any inflection. */
  private static String withoutNouns(Meaning meaning, TermCounter stems) {
    List<String> words = words(meaning.definition());
    List<String> wordStems = stems(words, stems);
    boolean[] removed = new boolean[words.size()];
    for (String noun : meaning.nouns()) {
      List<String> nounStems = stems(words(noun), stems);
      for (int from = 0; from + nounStems.size() <= words.size(); from++) {
        int to = from + nounStems.size();
        if (wordStems.subList(from, to).equals(nounStems)) {
          Arrays.fill(removed, from, to, true);
        }
      }
    }
    return IntStream.range(0, removed.length)
        .filter(k -> !removed[k])
        .mapToObj(words::get)
        .collect(Collectors.joining(" "));
  }

  private static List<String> words(String text) {
    return WORD.matcher(text).results().map(MatchResult::group).toList();
  }

  /** The stem of each word; the word itself if the analyzer drops it. */
  private static List<String> stems(List<String> words, TermCounter stems) {
    List<String> found = new ArrayList<>(words.size());
    for (String word : words) {
      Map<String, Integer> counts = new HashMap<>();
      stems.count(word, "", counts);
      found.add(counts.isEmpty() ? word : counts.keySet().iterator().next());
    }
    return found;
  }

  /** All meanings of nouns by their numbers, in the order of WordNet. */
  private static Map<Long, Meaning> meanings() {
    try {
      Dictionary wordNet = Dictionary.getDefaultResourceInstance();
      try {
        Map<Long, Meaning> meanings = new LinkedHashMap<>();
        Iterator<Synset> synsets = wordNet.getSynsetIterator(POS.NOUN);
        while (synsets.hasNext()) {
          Synset synset = synsets.next();
          meanings.put(synset.getOffset(), meaning(synset));
        }
        return meanings;
      } finally {
        wordNet.close();
      }
    } catch (JWNLException e) {
      throw new IllegalStateException("WordNet on the class path cannot be read", e);
    }
  }

  private static Meaning meaning(Synset synset) throws JWNLException {
    List<Long> hypernyms = new ArrayList<>();
    for (Pointer pointer : synset.getPointers(PointerType.HYPERNYM)) {
      hypernyms.add(pointer.getTargetOffset());
    }
    String gloss = synset.getGloss();
    int example = gloss.indexOf('"');
    return new Meaning(
        synset.getWords().stream().map(Word::getLemma).toList(),
        example < 0 ? gloss : gloss.substring(0, example),
        synset.getLexFileName().replaceFirst("^noun\\.", ""),
        hypernyms);
  }
}

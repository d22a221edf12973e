package io.github.sors.data.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.SparseVector;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CharacterGramsTest {

  @Test
  void countsGramsOfOneToThreeCharactersBetweenMarks() {
    CharacterGrams grams = CharacterGrams.of(List.of("Aba"), 1);
    // ^aba$ without the lone marks
    assertThat(counts(grams, 0))
        .isEqualTo(
            Map.of(
                "a", 2f, "b", 1f, "^a", 1f, "ab", 1f, "ba", 1f, "a$", 1f, "^ab", 1f, "aba", 1f,
                "ba$", 1f));
  }

  @Test
  void featuresAreInAscendingOrder() {
    assertThat(CharacterGrams.of(List.of("zebra", "Äpfel", "日本"), 1).features()).isSorted();
  }

  @Test
  void keepsOnlyGramsThatEnoughTextsHave() {
    // "a" is in two texts, though three times; "b" is in one, though twice
    CharacterGrams grams = CharacterGrams.of(List.of("abba", "ca"), 2);
    assertThat(grams.features()).containsExactly("a", "a$");
    assertThat(counts(grams, 0)).isEqualTo(Map.of("a", 2f, "a$", 1f));
    assertThat(counts(grams, 1)).isEqualTo(Map.of("a", 1f, "a$", 1f));
  }

  @Test
  void aTextOfRareGramsIsTheEmptyVector() {
    assertThat(CharacterGrams.of(List.of("xy", "xy", "qq"), 2).vectors().get(2))
        .isEqualTo(SparseVector.EMPTY);
  }

  @Test
  void charactersBeyondTheBasicPlaneAreNotCutInTwo() {
    CharacterGrams grams = CharacterGrams.of(List.of("𞤀𞤀"), 1);
    assertThat(grams.features())
        .containsExactlyInAnyOrder("𞤢", "^𞤢", "𞤢𞤢", "𞤢$", "^𞤢𞤢", "𞤢𞤢$");
  }

  @Test
  void theEmptyTextHasOnlyItsMarks() {
    assertThat(CharacterGrams.of(List.of(""), 1).features()).containsExactly("^$");
  }

  private static Map<String, Float> counts(CharacterGrams grams, int text) {
    Map<String, Float> counts = new TreeMap<>();
    SparseVector vector = grams.vectors().get(text);
    for (int k = 0; k < vector.size(); k++) {
      counts.put(grams.features().get(vector.index(k)), vector.value(k));
    }
    return counts;
  }
}

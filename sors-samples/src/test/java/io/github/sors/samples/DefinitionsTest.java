package io.github.sors.samples;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.data.Dataset;
import io.github.sors.data.item.Item;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class DefinitionsTest {

  private static Map<String, Item> records;
  private static Dataset data;

  @BeforeAll
  static void load() {
    List<Item> read = Definitions.records();
    records = read.stream().collect(Collectors.toMap(Item::id, Function.identity()));
    data = TextDataset.of(Definitions.NAME, read);
  }

  @Test
  void hasNounsOfManyKinds() {
    assertThat(data.size()).isEqualTo(10_989);
    assertThat(data.classCount()).isEqualTo(275);
    assertThat(Set.copyOf(data.classNames())).hasSize(275);
    assertThat(Set.copyOf(data.rowNames())).as("every noun once").hasSize(data.size());
    assertThat(data.rowNames()).allMatch(noun -> Character.isLowerCase(noun.charAt(0)));
  }

  @Test
  void aRowIsANounWithItsHypernymAndItsDefinition() {
    assertThat(records.get("broth").label()).isEqualTo("soup");
    assertThat(records.get("turtle soup").label()).isEqualTo("soup");
    assertThat(text("broth")).isEqualTo("a thin soup of meat or fish or vegetable stock");
    assertThat(records.get("gondola").label()).isEqualTo("boat");
  }

  @Test
  void noDefinitionContainsItsOwnNoun() {
    // "soup usually made of the flesh of green turtles": the noun is "turtle soup", not "soup"
    assertThat(text("turtle soup")).contains("soup", "turtles");
    records.forEach(
        (noun, record) -> {
          List<String> words = lowerCaseWords(record.fields().get(Item.TEXT));
          assertThat(Collections.indexOfSubList(words, lowerCaseWords(noun)))
              .as("%s: %s", noun, words)
              .isNegative();
        });
  }

  @Test
  void inflectionsOfTheNounAreRemovedToo() {
    // "food fishes that utter grunting sounds when caught"
    assertThat(text("grunt")).endsWith("food fishes that utter sounds when caught");
  }

  @Test
  void examplesAreNoPartOfADefinition() {
    // "the quality of moving freely", followed by a quotation in some meanings
    assertThat(text("mobility")).isEqualTo("the quality of moving freely");
    assertThat(records.values()).noneMatch(row -> row.fields().get(Item.TEXT).contains("\""));
  }

  @Test
  void classesAreNeitherTooSmallNorTooBroad() {
    int[] sizes = new int[data.classCount()];
    Arrays.stream(data.labels()).forEach(label -> sizes[label]++);
    assertThat(Arrays.stream(sizes).min().getAsInt()).isGreaterThanOrEqualTo(10);
    assertThat(data.classNames())
        .contains("soup", "musician", "hand tool", "change (act)", "change (event)")
        .doesNotContain("person", "object", "entity")
        .noneMatch(name -> name.endsWith("genus"));
  }

  @Test
  void isTheSameEachTimeAndInEveryLocale() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("tr-TR"));
      Dataset again = Definitions.load();
      assertThat(again.hash()).isEqualTo(data.hash());
      assertThat(again.rowNames()).isEqualTo(data.rowNames());
    } finally {
      Locale.setDefault(before);
    }
  }

  private static String text(String noun) {
    return records.get(noun).fields().get(Item.TEXT);
  }

  private static List<String> lowerCaseWords(String text) {
    return List.of(text.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}]+"));
  }
}

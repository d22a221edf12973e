package io.github.sors.samples;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.Similarities;
import io.github.sors.data.Dataset;
import io.github.sors.data.item.Item;
import io.github.sors.data.registry.DataFolders;
import io.github.sors.data.registry.Registry;
import io.github.sors.lucene.text.Vectorizer;
import io.github.sors.search.ExactSearch;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class EmojiTest {

  private static List<Item> records;
  private static Dataset data;

  @BeforeAll
  static void load() {
    records = Emoji.records();
    data = Emoji.load();
  }

  @Test
  void hasTheEmojiOfUnicodeWithoutVariantsAndFlags() {
    assertThat(data.name()).isEqualTo("emoji");
    assertThat(data.size()).isEqualTo(1_632).isEqualTo(records.size());
    assertThat(data.classCount()).isEqualTo(95);
    assertThat(data.dimension()).isBetween(2_000, 3_000);
    assertThat(Set.copyOf(data.rowNames())).as("names differ").hasSize(data.size());
    assertThat(data.rowNames())
        .contains("🎉 party popper", "🤢 nauseated face", "🚂 locomotive")
        .noneMatch(name -> name.contains("skin tone"))
        .noneMatch(name -> name.contains("flag:"));
    assertThat(data.vectors()).noneMatch(vector -> vector.size() == 0);
  }

  @Test
  void aRowIsDescribedByNameAndKeywords() {
    assertThat(record("🎉 party popper").fields().get(Item.TEXT))
        .startsWith("party popper: ")
        .contains("birthday", "congratulations")
        .doesNotContain("_", "🎉");
    assertThat(featuresOf("🎉 party popper")).contains("parti", "popper", "birthdai");
    // the keywords of an emoji with a variation selector are listed with or without it
    assertThat(record("✈️ airplane").fields().get(Item.TEXT)).contains("flight");
    // too new for emojilib
    assertThat(record("🫩 face with bags under eyes").fields())
        .containsEntry(Item.TEXT, "face with bags under eyes");
  }

  @Test
  void classesAreSubgroups() {
    assertThat(record("🎉 party popper").label()).isEqualTo("event");
    assertThat(record("🤢 nauseated face").label()).isEqualTo("face-unwell");
    assertThat(record("🚂 locomotive").label()).isEqualTo("transport-ground");
    assertThat(data.classNames()).doesNotContain("country-flag", "skin-tone", "hair-style");
  }

  @Test
  void aTypedTextFindsRows() {
    Vectorizer vectorizer = Vectorizer.restore(data.recipe(), data.featureNames());
    ExactSearch search = new ExactSearch(Similarities.dot(), data.vectors());
    assertThat(search.search(vectorizer.vector("hibiscus"), 1))
        .extracting(hit -> data.rowName(hit.item()))
        .containsExactly("🌺 hibiscus");
  }

  @Test
  void isTheSameEachTimeAndInEveryLocale() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("tr-TR"));
      Dataset again = Emoji.load();
      assertThat(again.hash()).isEqualTo(data.hash());
      assertThat(again.rowNames()).isEqualTo(data.rowNames());
      assertThat(again.featureNames()).isEqualTo(data.featureNames());
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void theRegistryKnowsTheSamples() {
    Registry registry = Registry.standard(DataFolders.ofThisProcess());
    assertThat(registry.entries()).extracting("name").contains("emoji", "definitions", "bbc");
    assertThat(registry.entry("emoji").builtIn().get().hash()).isEqualTo(data.hash());
    assertThat(registry.entry("emoji").terms()).contains("Apache-2.0", "MIT");
    assertThat(registry.entry("definitions").terms()).contains("Princeton University");
  }

  private static Item record(String name) {
    return records.stream().filter(record -> record.id().equals(name)).findFirst().orElseThrow();
  }

  private static List<String> featuresOf(String name) {
    return Arrays.stream(data.vector(data.rowNames().indexOf(name)).indexArray())
        .mapToObj(data.featureNames()::get)
        .toList();
  }
}

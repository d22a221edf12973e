package io.github.sors.lucene.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.sors.FeatureRecipe;
import io.github.sors.InvalidInputException;
import io.github.sors.SparseVector;
import io.github.sors.data.item.Item;
import io.github.sors.data.item.ItemSource;
import java.io.IOException;
import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VectorizerTest {

  private static ItemSource texts(String... texts) {
    return consumer -> {
      for (int k = 0; k < texts.length; k++) {
        consumer.accept(Item.ofText("text " + k, "", texts[k]));
      }
    };
  }

  private static VectorizerOptions plain(String analyzer, Weighting weighting) {
    return new VectorizerOptions(
        analyzer, weighting, false, 1, 1, 0, List.of(), List.of(), List.of(), 10);
  }

  @Test
  void countsLogarithmsAndInverseFrequencies() throws IOException {
    ItemSource source = texts("a a a b", "b c", "b");
    SparseVector counts =
        Vectorizer.fit(source, plain("whitespace", Weighting.COUNT)).vector("a b a unknown");
    assertThat(counts).isEqualTo(SparseVector.ofDense(2, 1));
    SparseVector logs = Vectorizer.fit(source, plain("whitespace", Weighting.LOG)).vector("a b a");
    assertThat(logs.value(0)).isCloseTo((float) (1 + Math.log(2)), within(1e-6f));
    assertThat(logs.value(1)).isEqualTo(1);
    SparseVector weighted =
        Vectorizer.fit(source, plain("whitespace", Weighting.TF_IDF)).vector("a b a");
    // a is in one of three, b in all: (1 + ln 2)(1 + ln(4/2)) and 1 + ln(4/4)
    assertThat(weighted.value(0))
        .isCloseTo((float) ((1 + Math.log(2)) * (1 + Math.log(2))), within(1e-6f));
    assertThat(weighted.value(1)).isEqualTo(1);
  }

  @Test
  void rareAndFrequentFeaturesAreLeftOut() throws IOException {
    VectorizerOptions options =
        new VectorizerOptions(
            "whitespace", Weighting.COUNT, true, 2, 0.75, 0, List.of(), List.of(), List.of(), 10);
    Vectorizer vectorizer =
        Vectorizer.fit(texts("all twice", "all twice", "all once", "all"), options);
    assertThat(vectorizer.featureNames()).containsExactly("twice");
    assertThat(vectorizer.vector("twice twice all").squaredNorm()).isCloseTo(1, within(1e-6));
    assertThatThrownBy(() -> Vectorizer.fit(texts("a", "b"), options))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("found none: allow rarer or more frequent ones");
    assertThatThrownBy(() -> Vectorizer.fit(texts(), options))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage("expected at least one record, found none");
  }

  @Test
  void aLanguageStemsAndDropsStopWords() throws IOException {
    Vectorizer vectorizer =
        Vectorizer.fit(texts("The cats are running"), plain("english", Weighting.COUNT));
    assertThat(vectorizer.featureNames()).containsExactly("cat", "run");
    assertThat(vectorizer.vector("A cat runs")).isEqualTo(SparseVector.ofDense(1, 1));
  }

  @Test
  void aColumnThatOnlyLaterRecordsHaveIsTextToo() throws IOException {
    ItemSource source =
        ItemSource.of(
            List.of(
                new Item("1", "", Map.of("text", "leaf")),
                new Item("2", "", Map.of("title", "tea", "text", "bean"))));
    Vectorizer vectorizer = Vectorizer.fit(source, plain("whitespace", Weighting.COUNT));
    assertThat(vectorizer.textColumns()).containsExactlyInAnyOrder("text", "title");
    assertThat(vectorizer.featureNames())
        .containsExactlyInAnyOrder("text:bean", "text:leaf", "title:tea");
  }

  @Test
  void droppedFeaturesAreLogged() throws IOException {
    List<String> log = new ArrayList<>();
    Handler handler =
        new Handler() {
          @Override
          public void publish(LogRecord logged) {
            log.add(MessageFormat.format(logged.getMessage(), logged.getParameters()));
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    Logger logger = Logger.getLogger(Vectorizer.class.getPackageName());
    logger.addHandler(handler);
    try {
      VectorizerOptions options = plain("whitespace", Weighting.COUNT);
      ItemSource source = texts("a b", "a c", "d");
      assertThat(VectorizerFit.fit(source, options, 3).featureNames()).containsExactly("a");
      assertThat(VectorizerFit.fit(source, options, 4).featureNames())
          .containsExactly("a", "b", "c", "d");
    } finally {
      logger.removeHandler(handler);
    }
    assertThat(log)
        .containsExactly(
            "more than 3 different features: those that had occurred in at most 1 records were"
                + " dropped on the way; hashed features (hashBits) would all be kept");
  }

  @Test
  void gramsOfShortStrings() throws IOException {
    Vectorizer vectorizer = Vectorizer.fit(texts("Abc"), plain("ngrams-2-3", Weighting.COUNT));
    assertThat(vectorizer.featureNames()).containsExactly("ab", "abc", "bc");
  }

  @Test
  void columnsOfTextsCategoriesAndNumbers() throws IOException {
    List<Item> rows = new ArrayList<>();
    for (int k = 0; k < 100; k++) {
      rows.add(
          new Item(
              "row " + k,
              "",
              Map.of(
                  "title",
                  "tea",
                  "body",
                  "tea leaf",
                  "colour",
                  k % 2 == 0 ? "red " : "dark blue",
                  "price",
                  k == 0 ? "" : Integer.toString(k))));
    }
    VectorizerOptions options =
        new VectorizerOptions(
            "standard",
            Weighting.COUNT,
            false,
            1,
            1,
            0,
            List.of("title", "body"),
            List.of("colour"),
            List.of("price"),
            4);
    Vectorizer vectorizer = Vectorizer.fit(ItemSource.of(rows), options);
    // quartiles of 1 to 99
    assertThat(vectorizer.featureNames())
        .containsExactly(
            "body:leaf",
            "body:tea",
            "colour=dark blue",
            "colour=red",
            "price 25.0..50.0",
            "price 50.0..75.0",
            "price<25.0",
            "price>=75.0",
            "title:tea");
    Vectorizer restored = Vectorizer.restore(vectorizer.recipe(), vectorizer.featureNames());
    for (Vectorizer each : List.of(vectorizer, restored)) {
      assertThat(each.vector(rows.get(25)))
          .isEqualTo(SparseVector.ofDense(1, 1, 1, 0, 1, 0, 0, 0, 1));
      assertThat(each.vector(rows.get(99)))
          .isEqualTo(SparseVector.ofDense(1, 1, 1, 0, 0, 0, 0, 1, 1));
      assertThat(each.vector(rows.get(0)))
          .isEqualTo(SparseVector.ofDense(1, 1, 0, 1, 0, 0, 0, 0, 1));
      assertThat(each.vector("leaf of tea"))
          .isEqualTo(SparseVector.ofDense(1, 1, 0, 0, 0, 0, 0, 0, 1));
    }
    Item wrong = new Item("row x", "", Map.of("price", "cheap"));
    assertThatThrownBy(() -> vectorizer.vector(wrong))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage("row x: expected a number in the column 'price', found 'cheap'");
    assertThatThrownBy(
            () ->
                Vectorizer.fit(
                    ItemSource.of(rows),
                    options.withColumns(List.of(), List.of("size"), List.of())))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("row 0: expected a column 'size', found");
  }

  @ParameterizedTest
  @ValueSource(strings = {"count", "tf-idf"})
  void hashedFeaturesNeedNoVocabularyAndComeBackTheSame(String weighting) throws IOException {
    VectorizerOptions options = plain("standard", Weighting.parse(weighting)).withHashBits(12);
    Vectorizer vectorizer = Vectorizer.fit(texts("green tea", "black tea"), options);
    assertThat(vectorizer.dimension()).isEqualTo(4096);
    assertThat(vectorizer.featureNames()).isEmpty();
    SparseVector vector = vectorizer.vector("green tea with an unknown word");
    assertThat(vector.size()).isEqualTo(6);
    assertThat(vector.dimension()).isLessThanOrEqualTo(4096);
    Vectorizer restored = Vectorizer.restore(vectorizer.recipe(), List.of());
    assertThat(restored.vector("green tea with an unknown word")).isEqualTo(vector);
    // the same hash for ever: FNV-1a of "tea" folded to 12 bits
    assertThat(Vectorizer.hashed("tea", 12)).isEqualTo(Vectorizer.hashed("tea", 13) >> 1);
  }

  @Test
  void optionsThatMeanNothingAreRefused() {
    assertThatThrownBy(() -> VectorizerOptions.DEFAULT.withAnalyzer("klingon"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("found 'klingon'");
    assertThatThrownBy(() -> VectorizerOptions.DEFAULT.withAnalyzer("ngrams-4-2"))
        .isInstanceOf(InvalidInputException.class);
    assertThatThrownBy(() -> VectorizerOptions.DEFAULT.withHashBits(27))
        .isInstanceOf(InvalidInputException.class);
    assertThatThrownBy(() -> Weighting.parse("bm52"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage("expected weights by count, log, tf-idf or bm25, found 'bm52'");
    assertThatThrownBy(() -> Vectorizer.restore(FeatureRecipe.NONE, List.of()))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("learn from items with texts");
  }

  @ParameterizedTest
  @CsvSource({"hashBits,many", "hashBits,27", "hashBits,-1", "bins.price,cheap"})
  void aDamagedRecipeIsRefusedWithTheSetting(String setting, String value) {
    Map<String, String> settings =
        Map.of("analyzer", "standard", "numberColumns", "price", setting, value);
    assertThatThrownBy(
            () -> Vectorizer.restore(new FeatureRecipe(settings, new float[0]), List.of()))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("'" + setting + "'")
        .hasMessageContaining("found '" + value + "'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"standard", "german", "french", "thai", "cjk", "russian", "keyword"})
  void analyzersAreFoundByName(String name) throws IOException {
    Vectorizer vectorizer = Vectorizer.fit(texts("Donaudampfschiff"), plain(name, Weighting.COUNT));
    assertThat(vectorizer.dimension()).isPositive();
  }
}

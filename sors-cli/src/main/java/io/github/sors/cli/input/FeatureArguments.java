package io.github.sors.cli.input;

import io.github.sors.FeatureSpace;
import io.github.sors.InvalidInputException;
import io.github.sors.cli.frame.ShellCommand;
import io.github.sors.data.Dataset;
import io.github.sors.data.item.Item;
import io.github.sors.data.item.ItemSource;
import io.github.sors.lucene.text.ItemRows;
import io.github.sors.lucene.text.Vectorizer;
import io.github.sors.lucene.text.VectorizerOptions;
import io.github.sors.lucene.text.Weighting;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Option;

/** The options that say how the fields of items become features. */
public final class FeatureArguments implements ItemFeatures {

  private static final String USUAL_ANALYZER = VectorizerOptions.DEFAULT.analyzer();
  private static final String USUAL_WEIGHTS = VectorizerOptions.DEFAULT.weighting().label();

  @Option(
      names = "--text-columns",
      split = ",",
      paramLabel = "NAME",
      description = "Items: the fields of text (default: every field without another role).")
  private List<String> textColumns = List.of();

  @Option(
      names = "--category-columns",
      split = ",",
      paramLabel = "NAME",
      description = "Items: the fields of categories; each value becomes one feature.")
  private List<String> categoryColumns = List.of();

  @Option(
      names = "--number-columns",
      split = ",",
      paramLabel = "NAME",
      description =
          "Items: the fields of numbers; each of ten intervals becomes one feature, with about"
              + " equally many items each.")
  private List<String> numberColumns = List.of();

  @Option(
      names = "--analyzer",
      paramLabel = "NAME",
      description =
          "Items: how texts become terms: standard, a language such as english or german, simple,"
              + " whitespace, keyword, or ngrams-2-4 for short strings (default: standard; of a ranking"
              + " english).")
  private String analyzer;

  @Option(
      names = "--weights",
      paramLabel = "NAME",
      description =
          "Items: count, log, tf-idf, or bm25 as search engines weight documents: texts are then"
              + " one field, no feature is left out, and a query has counts (default: tf-idf).")
  private String weights = USUAL_WEIGHTS;

  @Option(
      names = "--min-df",
      paramLabel = "N",
      description =
          "Items: leave out features that occur in fewer of them (default: 2; with --weights bm25"
              + " 1).")
  private Integer minimumItems;

  @Option(
      names = "--max-df",
      paramLabel = "X",
      description =
          "Items: leave out features that occur in a larger share of them (default: 0.5; with"
              + " --weights bm25 1).")
  private Double maximumShare;

  @Option(
      names = "--hash-bits",
      paramLabel = "N",
      description = "Items: hash features to 2^N numbers instead of keeping a vocabulary.")
  private Integer hashBits;

  /** Checks that the options go together. */
  public void requirePlausible() {
    options();
  }

  /** The analyzer that was named, if one was. */
  public Optional<String> analyzer() {
    return Optional.ofNullable(analyzer);
  }

  @Override
  public boolean needsItems() {
    return !(textColumns.isEmpty() && categoryColumns.isEmpty() && numberColumns.isEmpty());
  }

  @Override
  public Set<String> fields() {
    Set<String> used = new LinkedHashSet<>(textColumns);
    if (!used.isEmpty()) {
      used.addAll(categoryColumns);
      used.addAll(numberColumns);
    }
    return used;
  }

  @Override
  public Optional<Dataset> rows(String name, List<Item> items) throws IOException {
    boolean onlyVectors =
        items.stream().allMatch(item -> item.fields().isEmpty())
            && items.stream().anyMatch(item -> item.vector() != null);
    if (onlyVectors) {
      requireUnused("items that have a vector and no fields");
      return Optional.empty();
    }
    return Optional.of(ItemRows.of(name, items, Vectorizer.fit(ItemSource.of(items), options())));
  }

  @Override
  public void requireUsable(FeatureSpace rows, String name) {
    requireUnused("rows of numbers");
  }

  private void requireUnused(String found) {
    if (!given().isEmpty()) {
      throw new InvalidInputException(
          "expected items with texts, categories or numbers, found "
              + found
              + ": leave out "
              + String.join(", ", given().keySet()));
    }
  }

  private VectorizerOptions options() {
    if (hashBits != null && (minimumItems != null || maximumShare != null)) {
      throw new InvalidInputException(
          "--hash-bits keeps every feature: leave out --min-df and --max-df");
    }
    if (hashBits != null && hashBits < 1) {
      throw new InvalidInputException("expected --hash-bits of at least 1, found " + hashBits);
    }
    Weighting weighting = Weighting.parse(weights);
    VectorizerOptions defaults =
        weighting == Weighting.BM25 ? VectorizerOptions.BM25 : VectorizerOptions.DEFAULT;
    return new VectorizerOptions(
        analyzer().orElse(USUAL_ANALYZER),
        weighting,
        defaults.unitLength(),
        minimumItems == null ? defaults.minimumRecords() : minimumItems,
        maximumShare == null ? defaults.maximumShare() : maximumShare,
        hashBits == null ? 0 : hashBits,
        textColumns,
        categoryColumns,
        numberColumns,
        defaults.bins());
  }

  /** Adds the options to make the same features again. */
  public ShellCommand addTo(ShellCommand command) {
    given().forEach(command::option);
    return command;
  }

  /** The options that differ from the defaults, with their values. */
  private Map<String, Object> given() {
    Map<String, Object> given = new LinkedHashMap<>();
    given.put("--text-columns", joined(textColumns));
    given.put("--category-columns", joined(categoryColumns));
    given.put("--number-columns", joined(numberColumns));
    given.put("--analyzer", USUAL_ANALYZER.equals(analyzer) ? null : analyzer);
    given.put("--weights", weights.equals(USUAL_WEIGHTS) ? null : weights);
    given.put("--min-df", minimumItems);
    given.put("--max-df", maximumShare);
    given.put("--hash-bits", hashBits);
    given.values().removeIf(Objects::isNull);
    return given;
  }

  private static String joined(List<String> names) {
    return names.isEmpty() ? null : String.join(",", names);
  }
}

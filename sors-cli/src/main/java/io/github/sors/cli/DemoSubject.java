package io.github.sors.cli;

import io.github.sors.InvalidInputException;
import io.github.sors.data.Dataset;
import io.github.sors.data.StratifiedSample;
import io.github.sors.data.builtin.PlaceNames;
import io.github.sors.samples.Definitions;
import io.github.sors.samples.Emoji;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/** A data set that the demo can show, and the words to explain it with. */
enum DemoSubject {
  EMOJI(
      Emoji.NAME,
      Emoji::load,
      null,
      100_000,
      List.of(
          "\"birthday party\" finds 🎉 party popper by its words, but not 🧨 firecracker.",
          "sors learns from comparisons what goes together: \"🎉 is closer to 🧨 than to 🚂\""),
      "emoji",
      "groups",
      "word",
      List.of("birthday party", "feeling sick", "money problems", "deep sea"),
      "tropical drink"),

  DEFINITIONS(
      Definitions.NAME,
      Definitions::load,
      null,
      100_000,
      List.of(
          "A reverse dictionary: describe a thing, find its noun. A search by words fails",
          "where definitions share none; sors learns from comparisons which go together."),
      "nouns",
      "kinds",
      "word",
      List.of("warm soup with noodles", "small boat moved by paddles", "tool for hitting nails"),
      "someone who plays the piano"),

  PLACE_NAMES(
      PlaceNames.NAME,
      PlaceNames::load,
      3000,
      30_000,
      List.of(
          "Which names are of the same language? The cosine knows similar spelling only;",
          "sors learns from comparisons which letters are typical of the same language."),
      "names",
      "languages",
      "letter",
      List.of(),
      "");

  private final String label;
  private final Supplier<Dataset> load;
  private final Integer defaultSample;
  private final int defaultIterations;
  private final List<String> problem;
  private final String rows;
  private final String classes;
  private final String feature;
  private final List<String> queries;
  private final String ownQuery;

  DemoSubject(
      String label,
      Supplier<Dataset> load,
      Integer defaultSample,
      int defaultIterations,
      List<String> problem,
      String rows,
      String classes,
      String feature,
      List<String> queries,
      String ownQuery) {
    this.label = label;
    this.load = load;
    this.defaultSample = defaultSample;
    this.defaultIterations = defaultIterations;
    this.problem = problem;
    this.rows = rows;
    this.classes = classes;
    this.feature = feature;
    this.queries = queries;
    this.ownQuery = ownQuery;
  }

  /**
   * The subject of a name.
   *
   * @throws InvalidInputException if there is none
   */
  static DemoSubject named(String name) {
    return Arrays.stream(values())
        .filter(subject -> subject.label.equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidInputException(
                    "--dataset: expected emoji, definitions or place-names"
                        + ", found '"
                        + name
                        + "'"));
  }

  /** The name of the data set. */
  String label() {
    return label;
  }

  /** Reads the rows, as {@code --sample} draws them elsewhere; all if the size is null. */
  Dataset read(Integer sample) {
    Dataset all = load.get();
    return sample == null ? all : StratifiedSample.of(all, sample, DataArguments.SAMPLE_SEED);
  }

  /** How many rows to take unless told otherwise; null for all. */
  Integer defaultSample() {
    return defaultSample;
  }

  int defaultIterations() {
    return defaultIterations;
  }

  /** What is hard about the data, in two lines. */
  List<String> problem() {
    return problem;
  }

  /** What the rows are, in the plural. */
  String rows() {
    return rows;
  }

  /** What the classes are, in the plural. */
  String classes() {
    return classes;
  }

  /** What a feature is. */
  String feature() {
    return feature;
  }

  /** What somebody may type; empty where the data have no recipe for texts. */
  List<String> queries() {
    return queries;
  }

  /** One more text, for people to try themselves; empty where none can be typed. */
  String ownQuery() {
    return ownQuery;
  }

  /** The subject to look at after this one. */
  DemoSubject next() {
    return this == EMOJI ? DEFINITIONS : EMOJI;
  }
}

package io.github.sors.cli.train;

import io.github.sors.InvalidInputException;
import io.github.sors.cli.input.DataArguments;
import io.github.sors.data.Dataset;
import io.github.sors.data.StratifiedSample;
import io.github.sors.data.builtin.PlaceNames;
import io.github.sors.samples.Definitions;
import io.github.sors.samples.Emoji;
import java.util.List;
import java.util.function.Supplier;

/**
 * A data set that the demo can show, and the words to explain it with.
 *
 * @param label the name of the data set
 * @param load reads all rows
 * @param defaultSample how many rows to take unless told otherwise; null for all
 * @param defaultRounds the rounds per learner unless told otherwise
 * @param problem what is hard about the data, in two lines
 * @param rows what the rows are, in the plural
 * @param classes what the classes are, in the plural
 * @param feature what a feature is
 * @param queries what somebody may type; empty where the data have no recipe for texts
 * @param ownQuery one more text, for people to try themselves; empty where none can be typed
 */
record DemoSubject(
    String label,
    Supplier<Dataset> load,
    Integer defaultSample,
    int defaultRounds,
    List<String> problem,
    String rows,
    String classes,
    String feature,
    List<String> queries,
    String ownQuery) {

  static final DemoSubject EMOJI =
      new DemoSubject(
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
          "tropical drink");

  private static final DemoSubject DEFINITIONS =
      new DemoSubject(
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
          List.of(
              "warm soup with noodles", "small boat moved by paddles", "tool for hitting nails"),
          "someone who plays the piano");

  private static final DemoSubject PLACE_NAMES =
      new DemoSubject(
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

  /**
   * The subject of a name.
   *
   * @throws InvalidInputException if there is none
   */
  static DemoSubject named(String name) {
    return List.of(EMOJI, DEFINITIONS, PLACE_NAMES).stream()
        .filter(subject -> subject.label.equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidInputException(
                    "--dataset: expected emoji, definitions or place-names, found '" + name + "'"));
  }

  /** Reads the rows, as {@code --sample} draws them elsewhere; all if the size is null. */
  Dataset read(Integer sample) {
    Dataset all = load.get();
    return sample == null ? all : StratifiedSample.of(all, sample, DataArguments.SAMPLE_SEED);
  }

  /** The subject to look at after this one. */
  DemoSubject next() {
    return label.equals(EMOJI.label) ? DEFINITIONS : EMOJI;
  }
}

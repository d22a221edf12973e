package io.github.sors.cli.input;

import io.github.sors.InvalidInputException;
import io.github.sors.cli.frame.ShellCommand;
import io.github.sors.data.Dataset;
import io.github.sors.data.fit.GroupFeedback;
import io.github.sors.data.fit.LabelFeedback;
import io.github.sors.data.fit.RowFeedback;
import io.github.sors.data.fit.TripletFeedback;
import io.github.sors.data.triplet.FixedTriplets;
import io.github.sors.data.triplet.RowGroups;
import io.github.sors.data.triplet.RowIds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.IntStream;
import picocli.CommandLine.Option;

/** The options that give feedback other than the labels of the rows. */
public final class FeedbackArguments {

  public static final String LABELS = "labels";
  static final String GROUPS = "groups";
  static final String TRIPLETS = "triplets";

  @Option(
      names = "--triplets",
      paramLabel = "FILE",
      description =
          "Triplets instead of labels, learnt once and in order: lines 'query positive negative',"
              + " ids of items, or row numbers from 0; with --queries, the query is one of these.")
  private Path triplets;

  @Option(
      names = "--groups",
      paramLabel = "FILE",
      description =
          "Groups of similar items instead of labels, such as sessions: lines 'group<TAB>item' or"
              + " JSON lists of items, by id or row number from 0; with --queries, lines"
              + " 'query<TAB>item'.")
  private Path groups;

  /** The file of triplets, or null. */
  public Path triplets() {
    return triplets;
  }

  /** The file of groups, or null. */
  public Path groups() {
    return groups;
  }

  /** Whether there is a file of feedback. */
  public boolean isGiven() {
    return file() != null;
  }

  /** The file of feedback, or null if the labels are the feedback. */
  public Path file() {
    return triplets != null ? triplets : groups;
  }

  /** The kind of the feedback, as models record it. */
  public String kind() {
    return triplets != null ? TRIPLETS : groups != null ? GROUPS : LABELS;
  }

  /** Checks that there is one file at most. */
  public void requirePlausible() {
    if (triplets != null && groups != null) {
      throw new InvalidInputException("expected --triplets or --groups, found both");
    }
  }

  /** Reads the feedback about these rows. */
  public RowFeedback read(Dataset rows) throws IOException {
    return read(kind(), file(), rows);
  }

  /** Reads feedback of a kind from a file; labels are in the rows. */
  public static RowFeedback read(String kind, Path file, Dataset rows) throws IOException {
    return switch (kind) {
      case TRIPLETS -> new TripletFeedback(FixedTriplets.read(file, RowIds.of(rows)));
      case GROUPS -> new GroupFeedback(RowGroups.read(file, RowIds.of(rows)));
      case LABELS -> new LabelFeedback(rows.labels(), IntStream.range(0, rows.size()).toArray());
      default ->
          throw new InvalidInputException(
              "expected feedback as labels, groups or triplets, found " + kind);
    };
  }

  /** The content of feedback from a file, whatever the file is called. */
  public static String fingerprint(RowFeedback feedback) {
    return feedback instanceof TripletFeedback triplets
        ? triplets.list().fingerprint()
        : ((GroupFeedback) feedback).groups().fingerprint();
  }

  /** Adds the options to read the same feedback again. */
  public ShellCommand addTo(ShellCommand command) {
    return command.option("--triplets", triplets).option("--groups", groups);
  }
}

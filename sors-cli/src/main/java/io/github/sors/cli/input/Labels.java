package io.github.sors.cli.input;

import io.github.sors.InvalidInputException;
import io.github.sors.cli.frame.Console;
import io.github.sors.cli.frame.Formatting;
import io.github.sors.data.Dataset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The labels of rows, where the labels are the feedback. */
final class Labels {

  /** What the class of items without a label is called. */
  private static final String NONE = "";

  private Labels() {}

  /**
   * The rows that have a label.
   *
   * @throws InvalidInputException if none has
   */
  static Dataset required(Dataset rows, Console console) {
    int none = rows.classNames().indexOf(NONE);
    if (none < 0) {
      return rows;
    }
    int[] labelled =
        IntStream.range(0, rows.size()).filter(row -> rows.label(row) != none).toArray();
    if (labelled.length == 0) {
      throw new InvalidInputException(
          rows.name()
              + ": expected labels, found none"
              + fields(rows)
              + ": name their column with --label-column, or give --groups or --triplets, or queries"
              + " with --clicks or --qrels");
    }
    console.note(
        "note: "
            + Formatting.count(rows.size() - labelled.length)
            + " items have no label and are left out");
    return withoutClass(rows.select(labelled), none);
  }

  private static String fields(Dataset rows) {
    String texts = rows.recipe().settings().getOrDefault("textColumns", "");
    return texts.isEmpty() ? "" : " in the items' fields " + texts.replace("\n", ", ");
  }

  private static Dataset withoutClass(Dataset rows, int none) {
    List<String> classes = new ArrayList<>(rows.classNames());
    classes.remove(none);
    int[] labels =
        IntStream.of(rows.labels()).map(label -> label > none ? label - 1 : label).toArray();
    return new Dataset(
            rows.name(), rows.vectors(), labels, classes, rows.featureNames(), rows.rowNames())
        .withRecipe(rows.recipe());
  }
}

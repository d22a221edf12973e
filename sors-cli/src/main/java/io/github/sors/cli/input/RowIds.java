package io.github.sors.cli.input;

import io.github.sors.cli.frame.Console;
import io.github.sors.data.Dataset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/** What the rows of a data set are called where each has to have an id of its own. */
public final class RowIds {

  private RowIds() {}

  /** The names of the rows, or their numbers if names are missing or not unique. */
  public static List<String> of(Dataset rows, Console console) {
    List<String> names = rows.rowNames();
    if (!names.isEmpty() && new HashSet<>(names).size() == names.size()) {
      return names;
    }
    if (!names.isEmpty()) {
      console.note("note: several rows have the same name, so their ids are their numbers");
    }
    List<String> numbers = new ArrayList<>(rows.size());
    for (int row = 0; row < rows.size(); row++) {
      numbers.add(Integer.toString(row));
    }
    return numbers;
  }
}

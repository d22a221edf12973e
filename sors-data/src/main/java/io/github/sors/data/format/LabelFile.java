package io.github.sors.data.format;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a file of labels: one per line in the order of the rows, or {@code row-number label} lines
 * in any order, where rows count from 0 or from 1.
 *
 * <p>Blank lines and lines that start with {@code %} or {@code #} are ignored, except {@code
 * %Clusters N name,name,…}: where every label is a number below N, these are the names of the
 * labels.
 */
final class LabelFile {

  private static final Pattern NUMBERED = Pattern.compile("([0-9]{1,9})\\s+(.+)");
  private static final Pattern CLUSTERS =
      Pattern.compile("%\\s*Clusters\\s+([0-9]{1,9})\\s+(.+)", Pattern.CASE_INSENSITIVE);
  private static final Pattern SMALL_NUMBER = Pattern.compile("[0-9]{1,9}");

  private final String source;
  private final List<String> labels = new ArrayList<>();
  // row numbers and where they stand; empty where each line is just a label
  private final IntList rowNumbers = new IntList();
  private final IntList lines = new IntList();
  private List<String> clusterNames = List.of();

  private LabelFile(String source) {
    this.source = source;
  }

  /** Returns the label of each row. */
  static List<String> read(Path file) throws IOException {
    LabelFile reader = new LabelFile(file.toString());
    try (TextScanner scanner = TextScanner.open(file, "label", '%')) {
      while (scanner.nextLine()) {
        reader.take(scanner.restOfLine(), scanner);
      }
    }
    if (reader.labels.isEmpty()) {
      throw InputErrors.in(reader.source, "expected a label for each row, found none");
    }
    return reader.named(reader.ordered());
  }

  private void take(String line, TextScanner scanner) {
    if (line.startsWith("%") || line.startsWith("#")) {
      takeComment(line);
    } else if (!line.isEmpty()) {
      takeLabel(line, scanner);
    }
  }

  private void takeComment(String line) {
    Matcher clusters = CLUSTERS.matcher(line);
    if (clusters.matches()) {
      List<String> names = List.of(clusters.group(2).split("\\s*,\\s*", -1));
      boolean oneEach =
          names.size() == Integer.parseInt(clusters.group(1))
              && names.size() == Set.copyOf(names).size()
              && !names.contains("");
      clusterNames = oneEach ? names : clusterNames;
    }
  }

  private void takeLabel(String line, TextScanner scanner) {
    Matcher numbered = NUMBERED.matcher(line);
    boolean hasNumber = numbered.matches();
    boolean needsNumber = labels.isEmpty() ? hasNumber : rowNumbers.size() > 0;
    if (needsNumber && !hasNumber) {
      throw scanner.error(
          "expected a row number and a label as in the lines above, found "
              + InputErrors.quote(line));
    }
    String label = needsNumber ? numbered.group(2) : line;
    if (InputErrors.hasControlCharacters(label)) {
      throw scanner.error(
          "expected a label, or a row number and a label, found several columns: "
              + InputErrors.quote(line));
    }
    if (needsNumber) {
      rowNumbers.add(Integer.parseInt(numbered.group(1)));
      lines.add(Math.toIntExact(scanner.line()));
    }
    labels.add(label);
  }

  private List<String> ordered() {
    if (rowNumbers.size() == 0) {
      return labels;
    }
    int first = Arrays.stream(rowNumbers.toArray()).min().getAsInt() == 0 ? 0 : 1;
    String[] ordered = new String[labels.size()];
    for (int k = 0; k < ordered.length; k++) {
      int row = rowNumbers.get(k) - first;
      if (row >= ordered.length || ordered[row] != null) {
        throw InputErrors.at(
            source,
            lines.get(k),
            "expected each row number from "
                + first
                + " to "
                + (ordered.length - 1 + first)
                + " once, found "
                + rowNumbers.get(k)
                + (row >= ordered.length ? "" : " again")
                + ": number every row, or none");
      }
      ordered[row] = labels.get(k);
    }
    return List.of(ordered);
  }

  private List<String> named(List<String> ordered) {
    List<String> named = new ArrayList<>(ordered.size());
    for (String label : ordered) {
      if (!SMALL_NUMBER.matcher(label).matches()
          || Integer.parseInt(label) >= clusterNames.size()) {
        return ordered;
      }
      named.add(clusterNames.get(Integer.parseInt(label)));
    }
    return named;
  }
}

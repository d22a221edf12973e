package io.github.sors.data.format;

import io.github.sors.SparseVector;
import io.github.sors.data.Dataset;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Gathers the rows of one or several files into one data set, whose classes are united by name.
 *
 * <p>A label that is a decimal number names the class of that number: {@code 1}, {@code 1.0} and
 * {@code +1} are the class "1". Any other label names the class of that text. Classes are numbered
 * by value, then the others by text.
 */
final class DatasetBuilder {

  private static final Pattern NUMBER =
      Pattern.compile("[+-]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?");

  private static final Comparator<String> BY_NUMBER_THEN_TEXT =
      Comparator.comparing((String name) -> number(name).isEmpty())
          .thenComparing(name -> number(name).orElse(BigDecimal.ZERO))
          .thenComparing(Comparator.naturalOrder());

  /** Up to here numbers are written with all their zeros. */
  private static final int LONGEST_PLAIN_SCALE = 20;

  private final List<SparseVector> vectors = new ArrayList<>();
  private final List<String> rowNames = new ArrayList<>();

  // classes in the order of their first rows; labels as they were written point to them
  private final IntList labels = new IntList();
  private final List<String> classNames = new ArrayList<>();
  private final Map<String, Integer> classesByName = new HashMap<>();
  private final Map<String, Integer> classesByLabel = new HashMap<>();

  private List<String> featureNames = List.of();
  private @Nullable String featureNamesSource;
  private int featureCount = -1;
  private @Nullable String featureCountSource;

  /** The number that a label stands for, if it is one. */
  static Optional<BigDecimal> number(String label) {
    return NUMBER.matcher(label).matches()
        ? Optional.of(new BigDecimal(label).stripTrailingZeros())
        : Optional.empty();
  }

  void add(SparseVector vector, String label) {
    vectors.add(vector);
    labels.add(classesByLabel.computeIfAbsent(label, this::classOf));
  }

  /** The number of rows so far. */
  int size() {
    return vectors.size();
  }

  /** Names the rows from the given one on. */
  void nameRows(int firstRow, List<String> names) {
    while (rowNames.size() < firstRow) {
      rowNames.add("row " + rowNames.size());
    }
    rowNames.addAll(names);
  }

  /** Sets the number of features of a file, which must be the same in all files that declare it. */
  void requireFeatureCount(int count, String source) {
    if (featureCount >= 0 && featureCount != count) {
      throw InputErrors.in(
          source,
          "expected as many features as in "
              + featureCountSource
              + ", found "
              + count
              + " instead of "
              + featureCount
              + ": only files of the same features make one data set");
    }
    featureCount = count;
    featureCountSource = source;
  }

  /** Names the features, which must be the same names in every file that has them. */
  void nameFeatures(List<String> names, String source) {
    if (featureCount >= 0 && featureCount != names.size()) {
      throw InputErrors.in(
          source,
          "expected a name for each of the "
              + featureCount
              + " features of "
              + featureCountSource
              + ", found "
              + names.size()
              + " names");
    }
    if (!featureNames.isEmpty() && !featureNames.equals(names)) {
      throw InputErrors.in(
          source,
          "expected the feature names of "
              + featureNamesSource
              + ", found others: only files of the same features make one data set");
    }
    featureNames = names;
    featureNamesSource = source;
  }

  Dataset build(String name) {
    if (!rowNames.isEmpty()) {
      nameRows(vectors.size(), List.of());
    }
    List<String> sortedNames = new ArrayList<>(classNames);
    sortedNames.sort(BY_NUMBER_THEN_TEXT);
    int[] sortedNumbers = new int[classNames.size()];
    for (int number = 0; number < sortedNumbers.length; number++) {
      sortedNumbers[Objects.requireNonNull(classesByName.get(sortedNames.get(number)))] = number;
    }
    int[] sortedLabels = labels.toArray();
    for (int row = 0; row < sortedLabels.length; row++) {
      sortedLabels[row] = sortedNumbers[sortedLabels[row]];
    }
    return new Dataset(name, vectors, sortedLabels, sortedNames, featureNames, rowNames);
  }

  private int classOf(String label) {
    String name = number(label).map(DatasetBuilder::written).orElse(label);
    Integer known = classesByName.putIfAbsent(name, classNames.size());
    if (known != null) {
      return known;
    }
    classNames.add(name);
    return classNames.size() - 1;
  }

  private static String written(BigDecimal number) {
    return Math.abs(number.scale()) <= LONGEST_PLAIN_SCALE
        ? number.toPlainString()
        : number.toString();
  }
}

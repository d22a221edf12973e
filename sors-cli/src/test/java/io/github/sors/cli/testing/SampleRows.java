package io.github.sors.cli.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Generated rows whose features hint at their class, and the formats they can be written in. */
public final class SampleRows {

  // a dense row each, every value being a float
  private final double[][] values;
  private final int[] labels;

  public SampleRows(double[][] values, int[] labels) {
    this.values = values;
    this.labels = labels;
  }

  /** Rows with about a quarter of the features each, twice as many of those of their class. */
  public static SampleRows of(long seed, int rows, int features, int classes) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] values = new double[rows][features];
    int[] labels = new int[rows];
    for (int row = 0; row < rows; row++) {
      labels[row] = row % classes;
      for (int feature = 0; feature < features; feature++) {
        boolean typical = feature % classes == labels[row];
        if (random.nextDouble() < (typical ? 0.4 : 0.2)) {
          values[row][feature] = (float) (0.1 + random.nextDouble());
        }
      }
    }
    return new SampleRows(values, labels);
  }

  /** Rows that have every feature, so that a matrix learnt from them has no zero. */
  public static SampleRows dense(long seed, int rows, int features) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] values = new double[rows][features];
    for (double[] row : values) {
      for (int feature = 0; feature < features; feature++) {
        row[feature] = (float) (0.1 + random.nextDouble());
      }
    }
    return new SampleRows(values, IntStream.range(0, rows).map(row -> row % 2).toArray());
  }

  public double[][] values() {
    return values;
  }

  /** The class of each row, from 0. */
  public int[] labels() {
    return labels;
  }

  public int size() {
    return labels.length;
  }

  public int features() {
    return values[0].length;
  }

  public SampleRows select(int... rows) {
    double[][] selected = new double[rows.length][];
    int[] selectedLabels = new int[rows.length];
    for (int k = 0; k < rows.length; k++) {
      selected[k] = values[rows[k]];
      selectedLabels[k] = labels[rows[k]];
    }
    return new SampleRows(selected, selectedLabels);
  }

  public String libsvm() {
    StringBuilder text = new StringBuilder();
    for (int row = 0; row < size(); row++) {
      text.append(labels[row] + 1);
      for (int feature = 0; feature < features(); feature++) {
        if (values[row][feature] != 0) {
          text.append(' ').append(feature + 1).append(':').append((float) values[row][feature]);
        }
      }
      text.append('\n');
    }
    return text.toString();
  }

  public Path writeLibsvm(Path file) throws IOException {
    return Files.writeString(file, libsvm());
  }

  /** Writes the rows as Matrix Market; the labels have to go into a file of their own. */
  public Path writeMatrixMarket(Path file) throws IOException {
    List<String> entries = new ArrayList<>();
    for (int row = 0; row < size(); row++) {
      for (int feature = 0; feature < features(); feature++) {
        if (values[row][feature] != 0) {
          entries.add((row + 1) + " " + (feature + 1) + " " + (float) values[row][feature]);
        }
      }
    }
    List<String> lines = new ArrayList<>();
    lines.add("%%MatrixMarket matrix coordinate real general");
    lines.add(size() + " " + features() + " " + entries.size());
    lines.addAll(entries);
    return Files.write(file, lines);
  }

  /** Writes the labels, one a line. */
  public Path writeLabels(Path file) throws IOException {
    return Files.write(file, IntStream.of(labels).mapToObj(label -> "" + (label + 1)).toList());
  }

  /** Writes the rows as CSV with a header, the label in the last column. */
  public Path writeCsv(Path file) throws IOException {
    StringBuilder text = new StringBuilder();
    for (int feature = 0; feature < features(); feature++) {
      text.append("word").append(feature).append(',');
    }
    text.append("class\n");
    for (int row = 0; row < size(); row++) {
      for (double value : values[row]) {
        text.append((float) value).append(',');
      }
      text.append(labels[row] + 1).append('\n');
    }
    return Files.writeString(file, text);
  }

  /** Random rows as lines of a triplet file, the positive being of the query's class. */
  public int[][] triplets(long seed, int count) {
    SplittableRandom random = new SplittableRandom(seed);
    int[][] triplets = new int[count][];
    for (int k = 0; k < count; ) {
      int query = random.nextInt(size());
      int positive = random.nextInt(size());
      int negative = random.nextInt(size());
      if (labels[query] == labels[positive] && labels[query] != labels[negative]) {
        triplets[k++] = new int[] {query, positive, negative};
      }
    }
    return triplets;
  }

  public static Path writeTriplets(int[][] triplets, Path file) throws IOException {
    List<String> lines = new ArrayList<>();
    for (int[] triplet : triplets) {
      lines.add(triplet[0] + " " + triplet[1] + " " + triplet[2]);
    }
    return Files.write(file, lines);
  }
}

package io.github.sors.data;

import io.github.sors.FeatureRecipe;
import io.github.sors.SparseVector;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * An immutable set of labelled sparse vectors: rows, the class of each row, and names if known.
 *
 * <p>Classes are numbered from 0. Without names, a row is called by its number and a feature by
 * {@code #index}.
 *
 * <p>Threads: immutable. Failures: labels, names and rows of different numbers, or a label without
 * a class, throw {@link IllegalArgumentException}; a row that does not exist throws {@link
 * IndexOutOfBoundsException}.
 */
public final class Dataset {

  private final String name;
  private final List<SparseVector> vectors;
  private final int[] labels;
  private final List<String> classNames;
  private final List<String> featureNames;
  private final List<String> rowNames;
  private final int dimension;
  private final FeatureRecipe recipe;

  /**
   * Creates a data set.
   *
   * @param name its name in messages and in a model's provenance
   * @param vectors the rows
   * @param labels the class number of each row, from 0 to below the number of classes
   * @param classNames the name of each class
   * @param featureNames the name of each feature, or empty
   * @param rowNames the name of each row, or empty
   * @throws IllegalArgumentException if the lengths do not match
   */
  public Dataset(
      String name,
      List<SparseVector> vectors,
      int[] labels,
      List<String> classNames,
      List<String> featureNames,
      List<String> rowNames) {
    this(name, vectors, labels, classNames, featureNames, rowNames, FeatureRecipe.NONE);
  }

  private Dataset(
      String name,
      List<SparseVector> vectors,
      int[] labels,
      List<String> classNames,
      List<String> featureNames,
      List<String> rowNames,
      FeatureRecipe recipe) {
    this.name = name;
    this.vectors = List.copyOf(vectors);
    this.labels = labels.clone();
    this.classNames = List.copyOf(classNames);
    this.featureNames = List.copyOf(featureNames);
    this.rowNames = List.copyOf(rowNames);
    this.recipe = Objects.requireNonNull(recipe, "recipe");
    if (this.vectors.size() != labels.length) {
      throw new IllegalArgumentException(
          "expected as many labels as rows, found "
              + labels.length
              + " labels and "
              + this.vectors.size()
              + " rows");
    }
    if (!rowNames.isEmpty() && rowNames.size() != labels.length) {
      throw new IllegalArgumentException(
          "expected as many row names as rows, found "
              + rowNames.size()
              + " names and "
              + labels.length
              + " rows");
    }
    for (int label : labels) {
      if (label < 0 || label >= this.classNames.size()) {
        throw new IllegalArgumentException(
            "expected labels from 0 to below " + this.classNames.size() + ", found " + label);
      }
    }
    int largest = this.featureNames.size();
    for (SparseVector vector : this.vectors) {
      largest = Math.max(largest, vector.dimension());
    }
    this.dimension = largest;
  }

  public String name() {
    return name;
  }

  /** The number of rows. */
  public int size() {
    return labels.length;
  }

  /** The number of features: one more than the largest index of any row, or of the names. */
  public int dimension() {
    return dimension;
  }

  public SparseVector vector(int row) {
    return vectors.get(row);
  }

  public List<SparseVector> vectors() {
    return vectors;
  }

  /** The number of the class that a row belongs to. */
  public int label(int row) {
    return labels[row];
  }

  /** The class number of every row. */
  public int[] labels() {
    return labels.clone();
  }

  public int classCount() {
    return classNames.size();
  }

  public List<String> classNames() {
    return classNames;
  }

  /** The names of the features by index; empty if unknown. */
  public List<String> featureNames() {
    return featureNames;
  }

  /** The name of a row, or {@code row N} if unknown. */
  public String rowName(int row) {
    return rowNames.isEmpty() ? "row " + row : rowNames.get(row);
  }

  /** The names of the rows; empty if unknown. */
  public List<String> rowNames() {
    return rowNames;
  }

  /** The number of stored values of all rows. */
  public long nonZeros() {
    long sum = 0;
    for (SparseVector vector : vectors) {
      sum += vector.size();
    }
    return sum;
  }

  /** This data set under another name. */
  public Dataset named(String newName) {
    return new Dataset(newName, vectors, labels, classNames, featureNames, rowNames, recipe);
  }

  /** This data set with the recipe of its vectors. */
  public Dataset withRecipe(FeatureRecipe newRecipe) {
    return new Dataset(name, vectors, labels, classNames, featureNames, rowNames, newRecipe);
  }

  /** How records became these vectors; empty if they were read as vectors. */
  public FeatureRecipe recipe() {
    return recipe;
  }

  /** The given rows, in the given order, with the same classes and features. */
  public Dataset select(int[] rows) {
    List<SparseVector> selected = new ArrayList<>(rows.length);
    List<String> selectedNames = new ArrayList<>(rowNames.isEmpty() ? 0 : rows.length);
    int[] selectedLabels = new int[rows.length];
    for (int k = 0; k < rows.length; k++) {
      selected.add(vectors.get(rows[k]));
      selectedLabels[k] = labels[rows[k]];
      if (!rowNames.isEmpty()) {
        selectedNames.add(rowNames.get(rows[k]));
      }
    }
    return new Dataset(
        name, selected, selectedLabels, classNames, featureNames, selectedNames, recipe);
  }

  /** The same rows with a function applied to every vector, such as a normalisation. */
  public Dataset map(UnaryOperator<SparseVector> change) {
    return withVectors(vectors.stream().map(change).toList());
  }

  /** The same rows with other vectors, one per row. */
  public Dataset withVectors(List<SparseVector> newVectors) {
    return new Dataset(name, newVectors, labels, classNames, featureNames, rowNames, recipe);
  }

  /** The SHA-256 of the vectors and the classes, independent of file format and compression. */
  public String hash() {
    MessageDigest digest;
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
    for (String className : classNames) {
      digest.update(className.getBytes(StandardCharsets.UTF_8));
      digest.update((byte) '\n');
    }
    for (int row = 0; row < labels.length; row++) {
      SparseVector vector = vectors.get(row);
      ByteBuffer bytes = ByteBuffer.allocate(8 + 8 * vector.size()).order(ByteOrder.LITTLE_ENDIAN);
      bytes.putInt(labels[row]).putInt(vector.size());
      for (int k = 0; k < vector.size(); k++) {
        bytes.putInt(vector.index(k)).putFloat(vector.value(k));
      }
      digest.update(bytes.flip());
    }
    return HexFormat.of().formatHex(digest.digest());
  }
}

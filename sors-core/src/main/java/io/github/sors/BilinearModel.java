package io.github.sors;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * An immutable sparse bilinear similarity S(x, y) = xᵀMy, x being the query and y the item.
 *
 * <p>M is kept in compressed sparse rows, a row for each feature of the query side: {@code
 * columns[rowStarts[i] … rowStarts[i+1])} are the ascending columns of row i and {@code values}
 * their non-zero values. A feature beyond M's dimensions adds nothing to a score.
 *
 * <p>Mᵀx is a learnt expansion of the query: a sparse weighted query against the plain vectors of
 * the items, see {@link #expand}. A score costs O(Σ nnz(row i), i in x) for the expansion and then
 * O(nnz(y)) an item.
 */
public final class BilinearModel implements Similarity {

  private final int queryDimension;
  private final int itemDimension;
  private final long[] rowStarts;
  private final int[] columns;
  private final float[] values;
  private final Normalization normalization;
  private final List<String> queryFeatures;
  private final List<String> itemFeatures;
  private final Provenance provenance;
  private final FeatureRecipe recipe;

  private BilinearModel(
      int queryDimension,
      int itemDimension,
      long[] rowStarts,
      int[] columns,
      float[] values,
      Normalization normalization,
      List<String> queryFeatures,
      List<String> itemFeatures,
      Provenance provenance,
      FeatureRecipe recipe) {
    this.queryDimension = queryDimension;
    this.itemDimension = itemDimension;
    this.rowStarts = rowStarts;
    this.columns = columns;
    this.values = values;
    this.normalization = normalization;
    this.queryFeatures = queryFeatures;
    this.itemFeatures = itemFeatures;
    this.provenance = provenance;
    this.recipe = recipe;
  }

  /**
   * Returns a model over the given arrays, which the caller hands over and must not use any more.
   *
   * @throws IllegalArgumentException if they are not compressed sparse rows of these dimensions
   */
  public static BilinearModel ofRows(
      int queryDimension, int itemDimension, long[] rowStarts, int[] columns, float[] values) {
    if (rowStarts.length != queryDimension + 1
        || rowStarts[0] != 0
        || rowStarts[queryDimension] != columns.length
        || columns.length != values.length) {
      throw new IllegalArgumentException(
          "rows, columns and values of the matrix do not go together");
    }
    for (int i = 0; i < queryDimension; i++) {
      if (rowStarts[i + 1] < rowStarts[i] || rowStarts[i + 1] > columns.length) {
        throw new IllegalArgumentException("row " + i + " of the matrix ends before it starts");
      }
      int previous = -1;
      for (int k = (int) rowStarts[i]; k < rowStarts[i + 1]; k++) {
        if (columns[k] <= previous || columns[k] >= itemDimension) {
          throw new IllegalArgumentException(
              "row " + i + " of the matrix has column " + columns[k] + " after " + previous);
        }
        if (values[k] == 0 || !Float.isFinite(values[k])) {
          throw new IllegalArgumentException(
              "entry (" + i + ", " + columns[k] + ") of the matrix is " + values[k]);
        }
        previous = columns[k];
      }
    }
    return new BilinearModel(
        queryDimension,
        itemDimension,
        rowStarts,
        columns,
        values,
        Normalization.NONE,
        List.of(),
        List.of(),
        Provenance.UNKNOWN,
        FeatureRecipe.NONE);
  }

  /** This model with another provenance. */
  public BilinearModel withProvenance(Provenance newProvenance) {
    return new BilinearModel(
        queryDimension,
        itemDimension,
        rowStarts,
        columns,
        values,
        normalization,
        queryFeatures,
        itemFeatures,
        Objects.requireNonNull(newProvenance, "provenance"),
        recipe);
  }

  /** This model with the recipe by which records become vectors for it. */
  public BilinearModel withRecipe(FeatureRecipe newRecipe) {
    return new BilinearModel(
        queryDimension,
        itemDimension,
        rowStarts,
        columns,
        values,
        normalization,
        queryFeatures,
        itemFeatures,
        provenance,
        Objects.requireNonNull(newRecipe, "recipe"));
  }

  /** This model, to be used on vectors normalised in the given way. */
  public BilinearModel withNormalization(Normalization newNormalization) {
    if (newNormalization.needsFitting()) {
      throw new IllegalArgumentException("normalisation " + newNormalization + " is not fitted");
    }
    return new BilinearModel(
        queryDimension,
        itemDimension,
        rowStarts,
        columns,
        values,
        newNormalization,
        queryFeatures,
        itemFeatures,
        provenance,
        recipe);
  }

  /** This model with the names of the features that both sides share. */
  public BilinearModel withFeatureNames(List<String> names) {
    return withFeatureNames(names, names);
  }

  /** This model with the names of the query's features and of the items'; empty where unknown. */
  public BilinearModel withFeatureNames(List<String> ofQuery, List<String> ofItems) {
    List<String> copyOfQuery = List.copyOf(ofQuery);
    return new BilinearModel(
        queryDimension,
        itemDimension,
        rowStarts,
        columns,
        values,
        normalization,
        copyOfQuery,
        ofItems == ofQuery ? copyOfQuery : List.copyOf(ofItems),
        provenance,
        recipe);
  }

  /** The number of rows of M. */
  public int queryDimension() {
    return queryDimension;
  }

  /** The number of columns of M. */
  public int itemDimension() {
    return itemDimension;
  }

  /** The number of entries of M that are not zero. */
  public int nonZeros() {
    return values.length;
  }

  /** The share of M's entries that are zero, 1 - nnz(M) / (rows · columns); 0 for an empty M. */
  public double sparsity() {
    double cells = (double) queryDimension * itemDimension;
    return cells == 0 ? 0 : 1 - nonZeros() / cells;
  }

  /** The bytes that the matrix takes in memory. */
  public long bytes() {
    return 8L * rowStarts.length + 4L * columns.length + 4L * values.length;
  }

  /** How vectors have to be treated before they are scored with this model. */
  public Normalization normalization() {
    return normalization;
  }

  public Provenance provenance() {
    return provenance;
  }

  /** How records become vectors for this model; empty where they came as vectors. */
  public FeatureRecipe recipe() {
    return recipe;
  }

  /** The names of the query's features by index; empty where unknown. */
  public List<String> queryFeatures() {
    return queryFeatures;
  }

  /** The names of the items' features by index; empty where unknown. */
  public List<String> itemFeatures() {
    return itemFeatures;
  }

  /** The name of a feature of the query, or {@code #index} where none is known. */
  public String queryFeature(int index) {
    return nameOf(queryFeatures, index);
  }

  /** The name of a feature of the items, or {@code #index} where none is known. */
  public String itemFeature(int index) {
    return nameOf(itemFeatures, index);
  }

  private static String nameOf(List<String> names, int index) {
    return index < names.size() ? names.get(index) : "#" + index;
  }

  /** Where row {@code row} starts in {@link #columnArray} and {@link #valueArray}. */
  public int rowStart(int row) {
    return (int) rowStarts[row];
  }

  /** Where row {@code row} ends in {@link #columnArray} and {@link #valueArray}, exclusive. */
  public int rowEnd(int row) {
    return (int) rowStarts[row + 1];
  }

  /** The columns of all rows, for hot loops and writers; not to be written to. */
  public int[] columnArray() {
    return columns;
  }

  /** The values of all rows, for hot loops and writers; not to be written to. */
  public float[] valueArray() {
    return values;
  }

  /** The entry of M at a row and a column; 0 where nothing is stored. */
  public float get(int row, int column) {
    if (row >= queryDimension) {
      return 0;
    }
    int k = Arrays.binarySearch(columns, rowStart(row), rowEnd(row), column);
    return k < 0 ? 0 : values[k];
  }

  @Override
  public double score(SparseVector query, SparseVector item) {
    double sum = 0;
    int[] itemIndices = item.indexArray();
    float[] itemValues = item.valueArray();
    for (int a = 0; a < query.size() && query.index(a) < queryDimension; a++) {
      int k = rowStart(query.index(a));
      int end = rowEnd(query.index(a));
      double rowSum = 0;
      for (int b = 0; b < itemIndices.length && k < end; b++) {
        while (k < end && columns[k] < itemIndices[b]) {
          k++;
        }
        if (k < end && columns[k] == itemIndices[b]) {
          rowSum += (double) values[k] * itemValues[b];
        }
      }
      sum += query.value(a) * rowSum;
    }
    return sum;
  }

  /** Expands the query once, into one number for each feature of the items. */
  @Override
  public ItemScorer scorerFor(SparseVector query) {
    double[] expanded = expandDense(query);
    return item -> {
      int[] indices = item.indexArray();
      float[] itemValues = item.valueArray();
      double sum = 0;
      for (int k = 0; k < indices.length && indices[k] < expanded.length; k++) {
        sum += expanded[indices[k]] * itemValues[k];
      }
      return sum;
    };
  }

  /** The learnt expansion Mᵀx of a query: the weight that every feature of an item gets. */
  public SparseVector expand(SparseVector query) {
    double[] expanded = expandDense(query);
    float[] narrowed = new float[expanded.length];
    for (int j = 0; j < narrowed.length; j++) {
      narrowed[j] = (float) expanded[j];
    }
    return SparseVector.ofDense(narrowed);
  }

  private double[] expandDense(SparseVector query) {
    double[] expanded = new double[itemDimension];
    for (int a = 0; a < query.size() && query.index(a) < queryDimension; a++) {
      double weight = query.value(a);
      int end = rowEnd(query.index(a));
      for (int k = rowStart(query.index(a)); k < end; k++) {
        expanded[columns[k]] += weight * values[k];
      }
    }
    return expanded;
  }
}

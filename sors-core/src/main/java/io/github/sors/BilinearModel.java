package io.github.sors;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * An immutable sparse matrix M that scores an item y for a query x: as a bilinear similarity, S(x,
 * y) = xᵀMy, as a learnt distance, S(x, y) = -(x - y)ᵀM(x - y), or as a cosine, see {@link Form}.
 *
 * <p>M is stored in compressed sparse rows, one row per query feature: {@code columns[rowStarts[i]
 * … rowStarts[i+1])} are the ascending columns of row i and {@code values} their non-zero values. A
 * feature beyond M's dimensions adds nothing to a score.
 *
 * <p>Mᵀx is a learnt expansion of the query: a sparse weighted query against the plain vectors of
 * the items, see {@link #expand}. A score costs O(Σ nnz(row i), i in x) for the expansion and then
 * O(nnz(y)) per item. A distance is computed as 2xᵀMy - xᵀMx - yᵀMy. For distances and cosines,
 * yᵀMy costs as much as an expansion: {@link #prepare} computes it once per item.
 *
 * <p>Threads: immutable, so long as nobody writes to the arrays that it gives away. Failures:
 * arrays that are no compressed sparse rows, and a form that does not fit the matrix, throw {@link
 * IllegalArgumentException}; a row out of range throws {@link IndexOutOfBoundsException}. Features
 * beyond the dimensions are not an error.
 */
public final class BilinearModel implements Model {

  /** How a model computes scores from its matrix. */
  public enum Form {
    /** S(x, y) = xᵀMy. */
    SIMILARITY,
    /** S(x, y) = -(x - y)ᵀM(x - y), the negative of a squared distance; M is symmetric. */
    DISTANCE,
    /**
     * S(x, y) = xᵀMy / √(xᵀMx · yᵀMy), the cosine of the angle in the space of M; 0 if one of the
     * two has length 0 there. M is symmetric and positive semi-definite, see {@link
     * io.github.sors.spectral.PositivePart}.
     */
    COSINE;

    /** The name in files and results, such as {@code distance}. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Finds a form by its label.
     *
     * @throws IllegalArgumentException if there is none of that name
     */
    public static Form parse(String label) {
      for (Form form : values()) {
        if (form.label().equals(label)) {
          return form;
        }
      }
      throw new IllegalArgumentException(
          "expected similarity, distance or cosine, found '" + label + "'");
    }
  }

  // up to this many item features, an expansion is a plain array, of at most 32 MiB
  private static final int LARGEST_DENSE_EXPANSION = 1 << 22;

  private final int queryDimension;
  private final int itemDimension;
  private final long[] rowStarts;
  private final int[] columns;
  private final float[] values;
  private final Form form;
  private final ModelDescription description;

  private BilinearModel(
      int queryDimension,
      int itemDimension,
      long[] rowStarts,
      int[] columns,
      float[] values,
      Form form,
      ModelDescription description) {
    this.queryDimension = queryDimension;
    this.itemDimension = itemDimension;
    this.rowStarts = rowStarts;
    this.columns = columns;
    this.values = values;
    this.form = form;
    this.description = description;
  }

  @Override
  public ModelDescription description() {
    return description;
  }

  @Override
  public BilinearModel withDescription(ModelDescription newDescription) {
    return new BilinearModel(
        queryDimension,
        itemDimension,
        rowStarts,
        columns,
        values,
        form,
        Objects.requireNonNull(newDescription, "description"));
  }

  /**
   * Returns a similarity over the given arrays, which the caller must not use any more.
   *
   * @throws IllegalArgumentException if they are not compressed sparse rows of these dimensions
   */
  public static BilinearModel ofRows(
      int queryDimension, int itemDimension, long[] rowStarts, int[] columns, float[] values) {
    if (queryDimension < 0
        || itemDimension < 0
        || rowStarts.length != queryDimension + 1L
        || rowStarts[0] != 0
        || rowStarts[queryDimension] != columns.length
        || columns.length != values.length) {
      throw new IllegalArgumentException(
          "the lengths of rows, columns and values of the matrix do not match");
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
    return ofTrustedRows(queryDimension, itemDimension, rowStarts, columns, values);
  }

  /**
   * Returns a similarity over the given arrays as {@link #ofRows} does, without checking them: for
   * callers that know them to be valid.
   */
  public static BilinearModel ofTrustedRows(
      int queryDimension, int itemDimension, long[] rowStarts, int[] columns, float[] values) {
    return new BilinearModel(
        queryDimension,
        itemDimension,
        rowStarts,
        columns,
        values,
        Form.SIMILARITY,
        ModelDescription.NONE);
  }

  /**
   * Returns a model with the same matrix and another form.
   *
   * @throws IllegalArgumentException if it is to be a distance or a cosine and M is not symmetric
   */
  public BilinearModel withForm(Form newForm) {
    if (newForm != Form.SIMILARITY) {
      requireSymmetric(newForm);
    }
    return new BilinearModel(
        queryDimension, itemDimension, rowStarts, columns, values, newForm, description);
  }

  /** Walks columns and rows together: entry (i, j) must mirror the next unread entry of row j. */
  private void requireSymmetric(Form newForm) {
    if (queryDimension != itemDimension) {
      throw new IllegalArgumentException(
          "a "
              + newForm.label()
              + " needs a square matrix, found "
              + queryDimension
              + " x "
              + itemDimension);
    }
    long[] next = Arrays.copyOf(rowStarts, queryDimension);
    for (int i = 0; i < queryDimension; i++) {
      for (int k = rowStart(i); k < rowEnd(i); k++) {
        int j = columns[k];
        int mirrored = (int) next[j]++;
        if (mirrored >= rowEnd(j) || columns[mirrored] != i || values[mirrored] != values[k]) {
          throw new IllegalArgumentException(
              "a "
                  + newForm.label()
                  + " needs a symmetric matrix, but entry ("
                  + i
                  + ", "
                  + j
                  + ") is not equal to its mirror image");
        }
      }
    }
  }

  @Override
  public BilinearModel withProvenance(Provenance provenance) {
    return withDescription(description.withProvenance(provenance));
  }

  @Override
  public BilinearModel withRecipe(FeatureRecipe recipe) {
    return withDescription(description.withRecipe(recipe));
  }

  @Override
  public BilinearModel withNormalization(Normalization normalization) {
    return withDescription(description.withNormalization(normalization));
  }

  @Override
  public BilinearModel withFeatureNames(List<String> names) {
    return withFeatureNames(names, names);
  }

  @Override
  public BilinearModel withFeatureNames(List<String> ofQuery, List<String> ofItems) {
    return withDescription(description.withFeatureNames(ofQuery, ofItems));
  }

  /** How this model computes scores from its matrix. */
  public Form form() {
    return form;
  }

  /** The number of rows of M. */
  @Override
  public int queryDimension() {
    return queryDimension;
  }

  /** The number of columns of M. */
  @Override
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
  @Override
  public long bytes() {
    return 8L * rowStarts.length + 4L * columns.length + 4L * values.length;
  }

  /** The start of row {@code row} in {@link #columnArray} and {@link #valueArray}. */
  public int rowStart(int row) {
    return (int) rowStarts[row];
  }

  /** The end of row {@code row} in {@link #columnArray} and {@link #valueArray}, exclusive. */
  public int rowEnd(int row) {
    return (int) rowStarts[row + 1];
  }

  /** The columns of all rows, for hot loops and writers; must not be modified. */
  public int[] columnArray() {
    return columns;
  }

  /** The values of all rows, for hot loops and writers; must not be modified. */
  public float[] valueArray() {
    return values;
  }

  /** The entry of M at a row and a column; 0 if none is stored. */
  public float get(int row, int column) {
    if (row >= queryDimension) {
      return 0;
    }
    int k = Arrays.binarySearch(columns, rowStart(row), rowEnd(row), column);
    return k < 0 ? 0 : values[k];
  }

  @Override
  public double score(SparseVector query, SparseVector item) {
    return switch (form) {
      case SIMILARITY -> product(query, item);
      case DISTANCE, COSINE -> scorerFor(query).score(item);
    };
  }

  /** xᵀMy, computed without extra memory. */
  private double product(SparseVector left, SparseVector right) {
    double sum = 0;
    int[] rightIndices = right.indexArray();
    float[] rightValues = right.valueArray();
    for (int a = 0; a < left.size() && left.index(a) < queryDimension; a++) {
      int k = rowStart(left.index(a));
      int end = rowEnd(left.index(a));
      double rowSum = 0;
      for (int b = 0; b < rightIndices.length && k < end; b++) {
        while (k < end && columns[k] < rightIndices[b]) {
          k++;
        }
        if (k < end && columns[k] == rightIndices[b]) {
          rowSum += (double) values[k] * rightValues[b];
        }
      }
      sum += left.value(a) * rowSum;
    }
    return sum;
  }

  /** Expands the query once, into one weight per item feature. */
  @Override
  public ItemScorer scorerFor(SparseVector query) {
    Expansion expanded = expansionOf(query);
    if (form == Form.SIMILARITY) {
      return expanded::score;
    }
    double ofQuery = product(query, query);
    return item -> formed(expanded.score(item), ofQuery, product(item, item));
  }

  /** Stores the items by feature, and computes yᵀMy of each once if the form needs it. */
  @Override
  public PreparedItems prepare(List<SparseVector> items) {
    SparseVector[] prepared = items.toArray(SparseVector[]::new);
    PreparedItems products = prepareProducts(prepared);
    if (form == Form.SIMILARITY) {
      return products;
    }
    double[] ofItems = new double[prepared.length];
    Arrays.parallelSetAll(ofItems, number -> product(prepared[number], prepared[number]));
    return query -> {
      NumberedScorer product = products.scorerFor(query);
      double ofQuery = product(query, query);
      return number -> formed(product.score(number), ofQuery, ofItems[number]);
    };
  }

  private PreparedItems prepareProducts(SparseVector[] items) {
    if (!ItemColumns.suits(items)) {
      return query -> {
        Expansion expanded = expansionOf(query);
        return number -> expanded.score(items[number]);
      };
    }
    ItemColumns columns = new ItemColumns(items);
    return query -> {
      double[] products = columns.products(expansionOf(query));
      return number -> products[number];
    };
  }

  /** The score of a form that also needs xᵀMx and yᵀMy. */
  private double formed(double product, double ofQuery, double ofItem) {
    if (form == Form.DISTANCE) {
      return 2 * product - ofQuery - ofItem;
    }
    double lengths = length(ofQuery) * length(ofItem);
    return lengths == 0 ? 0 : product / lengths;
  }

  /** √(xᵀMx); 0 if the product is negative through rounding. */
  private static double length(double product) {
    return Math.sqrt(Math.max(0, product));
  }

  /** √(xᵀMx), the length by which a cosine divides; 0 if the product is negative. */
  public double length(SparseVector vector) {
    return length(product(vector, vector));
  }

  /**
   * The learnt expansion Mᵀx of a query: one weight per item feature. For a similarity, it ranks
   * items as the model does; a distance also subtracts yᵀMy of each item, and a cosine divides by
   * its root.
   */
  public SparseVector expand(SparseVector query) {
    Expansion expanded = expansionOf(query);
    int[] features = expanded.weightedFeatures();
    float[] narrowed = new float[features.length];
    for (int k = 0; k < narrowed.length; k++) {
      narrowed[k] = (float) expanded.weight(features[k]);
    }
    return SparseVector.of(features, narrowed);
  }

  /** The learnt expansion Mᵀx of a query in double precision, as {@link #scorerFor} uses it. */
  public Expansion expansionOf(SparseVector query) {
    Expansion expansion =
        itemDimension > LARGEST_DENSE_EXPANSION
            ? Expansion.emptyOver(columnsOf(query))
            : Expansion.empty(itemDimension);
    for (int a = 0; a < query.size() && query.index(a) < queryDimension; a++) {
      int row = query.index(a);
      expansion.addRow(query.value(a), columns, values, rowStart(row), rowEnd(row));
    }
    return expansion;
  }

  /** The columns of the rows of a query's features, ascending, each once. */
  private int[] columnsOf(SparseVector query) {
    return Arrays.stream(query.indexArray())
        .filter(row -> row < queryDimension)
        .flatMap(row -> Arrays.stream(columns, rowStart(row), rowEnd(row)))
        .sorted()
        .distinct()
        .toArray();
  }
}

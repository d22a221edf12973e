package io.github.sors.encoder;

import io.github.sors.Model;
import io.github.sors.ModelDescription;
import io.github.sors.Provenance;
import io.github.sors.SparseVector;
import io.github.sors.encoder.row.EncodingTable;
import io.github.sors.encoder.row.RandomStart;
import io.github.sors.encoder.row.RowLayout;
import io.github.sors.encoder.row.RowList;
import io.github.sors.encoder.row.Slabs;
import io.github.sors.feature.FeatureNumbering;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * A linear encoder: e(x) = Wᵀx / ‖Wᵀx‖ has k numbers, S(x, y) = e(x)·e(y) is the cosine of two
 * encodings.
 *
 * <p>An encoding costs O(nnz(x) · k), a score of two encodings O(k). A feature that was never
 * learnt uses the row that it would have started from. The encodings are ordinary vectors of unit
 * length: any vector index can search them by inner product.
 *
 * <p>Threads: immutable; any thread may encode and score, each with a scorer of its own. Failures:
 * vectors of any dimension and scale can be encoded; one that is encoded as zero has the score 0.
 */
public final class EncoderModel implements Model {

  private final EncodingTable queries;
  private final EncodingTable items;
  private final ModelDescription description;

  private EncoderModel(EncodingTable queries, EncodingTable items, ModelDescription description) {
    this.queries = queries;
    this.items = items;
    this.description = description;
  }

  /**
   * Returns a model of the given rows.
   *
   * @param queries the rows of the features of queries
   * @param items the rows of the features of items; the same object if queries and items share them
   */
  public static EncoderModel of(EncodingTable queries, EncodingTable items) {
    return new EncoderModel(queries, items, ModelDescription.NONE);
  }

  /**
   * Returns a model of given rows, such as a projection of embeddings, for a learner to start from;
   * queries and items share them.
   *
   * @param rows the row of feature i at place i, all of length k; they are copied
   * @param seed the seed of the random rows of all other features
   * @throws IllegalArgumentException if there are no rows, or if they differ in length, are empty
   *     or too long, or have a value that is not finite
   */
  public static EncoderModel ofRows(List<float[]> rows, long seed) {
    int k = rows.isEmpty() ? 0 : rows.get(0).length;
    if (k < 1 || k > EncodingTable.LONGEST_ROW) {
      throw new IllegalArgumentException(
          "expected rows of 1 to " + EncodingTable.LONGEST_ROW + " numbers, found " + k);
    }
    RowLayout layout = RowLayout.of(k);
    float[][] blocks = new float[RowLayout.blocks(rows.size())][layout.blockLength()];
    for (int feature = 0; feature < rows.size(); feature++) {
      float[] row = rows.get(feature);
      if (row.length != k) {
        throw new IllegalArgumentException(
            "expected a row of " + k + " numbers for feature " + feature + ", found " + row.length);
      }
      EncodingTable.requireFinite(row, k);
      layout.write(row, 0, blocks[feature / RowLayout.ROWS], feature);
    }
    int[] features = IntStream.range(0, rows.size()).toArray();
    EncodingTable table =
        new EncodingTable(
            layout,
            features.length,
            FeatureNumbering.of(features, features.length),
            blocks,
            new RandomStart(seed, 0, k));
    return of(table, table);
  }

  /** k, the length of an encoding. */
  public int encodingLength() {
    return queries.rowLength();
  }

  /** Whether queries and items are encoded by the same matrix. */
  public boolean isShared() {
    return queries == items;
  }

  @Override
  public int queryDimension() {
    return queries.dimension();
  }

  @Override
  public int itemDimension() {
    return items.dimension();
  }

  /** The rows of the features of queries. */
  public EncodingTable queryTable() {
    return queries;
  }

  /** The rows of the features of items; the same object as {@link #queryTable} if shared. */
  public EncodingTable itemTable() {
    return items;
  }

  /** The number of query features that occurred in learning. */
  public int learntQueryFeatures() {
    return queries.rows();
  }

  /** The number of item features that occurred in learning. */
  public int learntItemFeatures() {
    return items.rows();
  }

  /**
   * Whether another model is known to encode every vector to the same numbers, because no round was
   * played between the two. False does not mean that they differ.
   */
  public boolean encodesAs(EncoderModel other) {
    return isShared() == other.isShared()
        && queries.sharesRowsWith(other.queries)
        && items.sharesRowsWith(other.items);
  }

  @Override
  public long bytes() {
    return queries.bytes() + (isShared() ? 0 : items.bytes());
  }

  @Override
  public ModelDescription description() {
    return description;
  }

  @Override
  public EncoderModel withDescription(ModelDescription newDescription) {
    return new EncoderModel(queries, items, Objects.requireNonNull(newDescription, "description"));
  }

  @Override
  public EncoderModel withProvenance(Provenance provenance) {
    return withDescription(description.withProvenance(provenance));
  }

  /** Returns e(x) of a query: a vector of length 1, or zeros if Wᵀx is zero. */
  public float[] encodeQuery(SparseVector query) {
    return encode(query, queries, new RowList(queries.layout()));
  }

  /** Returns e(y) of an item, likewise. */
  public float[] encodeItem(SparseVector item) {
    return encode(item, items, new RowList(items.layout()));
  }

  private float[] encode(SparseVector vector, EncodingTable table, RowList rows) {
    float[] encoding = new float[encodingLength()];
    rows.locate(vector, table);
    rows.encode(encoding, 0);
    return encoding;
  }

  @Override
  public double score(SparseVector query, SparseVector item) {
    return scorerFor(query).score(item);
  }

  @Override
  public ItemScorer scorerFor(SparseVector query) {
    float[] ofQuery = encodeQuery(query);
    Function<SparseVector, float[]> encoder = itemEncoder();
    return item -> Slabs.dot(ofQuery, encoder.apply(item), encodingLength());
  }

  /** Encodes every item once, in parallel. */
  @Override
  public PreparedItems prepare(List<SparseVector> vectors) {
    SparseVector[] copies = vectors.toArray(SparseVector[]::new);
    float[][] encodings = encodeItems(copies.length, number -> copies[number]);
    return query -> {
      float[] ofQuery = encodeQuery(query);
      return number -> Slabs.dot(ofQuery, encodings[number], encodingLength());
    };
  }

  /** Encodes the items 0 to {@code count - 1}, in parallel. */
  public float[][] encodeItems(int count, IntFunction<SparseVector> vectors) {
    float[][] encodings = new float[count][];
    ThreadLocal<Function<SparseVector, float[]>> encoders =
        ThreadLocal.withInitial(this::itemEncoder);
    IntStream.range(0, count)
        .parallel()
        .forEach(number -> encodings[number] = encoders.get().apply(vectors.apply(number)));
    return encodings;
  }

  /**
   * Returns a function that encodes items one after the other. It reuses its memory, so it belongs
   * to one thread.
   */
  public Function<SparseVector, float[]> itemEncoder() {
    RowList rows = new RowList(items.layout());
    return item -> encode(item, items, rows);
  }

  /**
   * Returns the row w_i of a query feature. A score is a sum over pairs of features, S(x, y) = Σ
   * x_i y_j (w_i·w_j) / (‖Wᵀx‖ ‖Wᵀy‖).
   */
  public float[] queryRow(int feature) {
    return row(queries, feature);
  }

  /** The row of a feature of the items. */
  public float[] itemRow(int feature) {
    return row(items, feature);
  }

  private float[] row(EncodingTable table, int feature) {
    float[] row = new float[encodingLength()];
    table.copyRow(feature, row, 0);
    return row;
  }
}

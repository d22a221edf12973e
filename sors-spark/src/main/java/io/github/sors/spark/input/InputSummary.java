package io.github.sors.spark.input;

import java.io.Serializable;
import org.apache.spark.ml.linalg.DenseVector;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;

/**
 * The result of one pass over the input of a training.
 *
 * @param rows the number of rows
 * @param incomplete the number of rows with a null
 * @param entries the number of non-zeros of the vectors
 * @param dimension one more than the largest index that the vectors may have
 * @param shortest the length of the shortest dense vector; the largest int if none is dense
 * @param fingerprint a hash of the content of the rows, independent of their order and partitions
 */
public record InputSummary(
    long rows, long incomplete, long entries, int dimension, int shortest, long fingerprint)
    implements Serializable {

  private static final InputSummary NONE = new InputSummary(0, 0, 0, 0, Integer.MAX_VALUE, 0);

  /** Reads all rows; of one with a null, nothing but that it is there. */
  public static InputSummary of(Dataset<Row> input) {
    StructType schema = input.schema();
    boolean[] isVector = new boolean[schema.size()];
    for (int column = 0; column < isVector.length; column++) {
      isVector[column] = schema.apply(column).dataType().equals(SQLDataTypes.VectorType());
    }
    return input.javaRDD().map(row -> of(row, isVector)).fold(NONE, InputSummary::plus);
  }

  /** Whether a vector is dense. */
  boolean hasDense() {
    return shortest < Integer.MAX_VALUE;
  }

  /**
   * Whether dense vectors are as long as the longest vector; the length of sparse ones may be that
   * of their last entry.
   */
  boolean hasOneLength() {
    return !hasDense() || shortest == dimension;
  }

  /** The summary of several tables as one. */
  public InputSummary with(InputSummary other) {
    return plus(this, other);
  }

  /** The summary of triplets of ids, as if they had the vectors of the rows that they name. */
  public InputSummary naming(InputSummary named) {
    return new InputSummary(
        rows,
        incomplete,
        named.entries,
        named.dimension,
        named.shortest,
        mix(fingerprint + named.fingerprint));
  }

  /** The memory that the vectors take as plain arrays. */
  public long vectorBytes() {
    return 8 * entries + 4 * rows;
  }

  private static InputSummary of(Row row, boolean[] isVector) {
    int dimension = 0;
    int shortest = Integer.MAX_VALUE;
    long entries = 0;
    long hash = 1;
    for (int column = 0; column < isVector.length; column++) {
      if (row.isNullAt(column)) {
        return new InputSummary(1, 1, 0, 0, Integer.MAX_VALUE, 0);
      }
      if (isVector[column]) {
        Vector vector = row.getAs(column);
        dimension = Math.max(dimension, vector.size());
        if (vector instanceof DenseVector) {
          shortest = Math.min(shortest, vector.size());
        }
        entries += vector.numNonzeros();
        hash = mix(hash + hash(vector));
      } else {
        hash = mix(hash + row.get(column).toString().hashCode());
      }
    }
    return new InputSummary(1, 0, entries, dimension, shortest, hash);
  }

  /** Returns the same hash for a dense and a sparse vector with equal values. */
  private static long hash(Vector vector) {
    long[] hash = {vector.size()};
    vector.foreachNonZero(
        (index, value) -> {
          hash[0] = mix(31 * hash[0] + (Integer) index + Double.doubleToLongBits((Double) value));
          return scala.runtime.BoxedUnit.UNIT;
        });
    return hash[0];
  }

  /** Spreads the bits: Steele, Lea and Flood, <i>Fast splittable pseudorandom generators</i>. */
  private static long mix(long bits) {
    long mixed = bits + 0x9e3779b97f4a7c15L;
    mixed = (mixed ^ (mixed >>> 30)) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
    return mixed ^ (mixed >>> 31);
  }

  private static InputSummary plus(InputSummary one, InputSummary other) {
    return new InputSummary(
        one.rows + other.rows,
        one.incomplete + other.incomplete,
        one.entries + other.entries,
        Math.max(one.dimension, other.dimension),
        Math.min(one.shortest, other.shortest),
        one.fingerprint + other.fingerprint);
  }
}

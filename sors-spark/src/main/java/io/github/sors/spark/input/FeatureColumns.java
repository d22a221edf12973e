package io.github.sors.spark.input;

import io.github.sors.InvalidInputException;
import java.util.Arrays;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.mllib.linalg.VectorUDT;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StructType;
import scala.collection.Iterator;
import scala.collection.Seq;

/**
 * Reads vectors from the columns that tables have: vectors of Spark ML and of the older MLlib,
 * arrays of numbers, maps from indices to values, structs of the arrays {@code indices} and {@code
 * values}, and two columns of such arrays.
 *
 * <p>A null stays null. A value that is not a vector, such as one with a negative or repeated
 * index, or an entry that is not finite, fails its task; if lenient, it becomes null. For a
 * training, {@link #learnable} has null for it, and {@link #problem} says why.
 */
public final class FeatureColumns {

  private static final String INDICES = "indices";
  private static final String VALUES = "values";

  private final String name;
  // of the indices, or empty
  private final String indices;
  private final DataType type;
  private final boolean lenient;

  private FeatureColumns(StructType schema, String name, String indices, boolean lenient) {
    this.name = name;
    this.indices = indices;
    this.type = Columns.require(schema, name).dataType();
    this.lenient = lenient;
    if (!indices.isEmpty()) {
      DataType indexType = Columns.require(schema, indices).dataType();
      if (!isArrayOf(type, false) || !isArrayOf(indexType, true)) {
        throw new InvalidInputException(
            String.format(
                Locale.ROOT,
                "expected an array of values in column '%s' and one of whole numbers in indices"
                    + " column '%s', found %s and %s",
                name,
                indices,
                type.simpleString(),
                indexType.simpleString()));
      }
    } else if (!canBeVectors(type)) {
      throw new InvalidInputException(
          "expected vectors in column '"
              + name
              + "', found "
              + type.simpleString()
              + ": create them with a VectorAssembler or HashingTF, or use an array, a map of"
              + " indices to values, or a struct of the arrays indices and values");
    }
  }

  /**
   * Checks the columns of vectors.
   *
   * @param indices the column of the indices if the vectors are two columns, else empty
   * @param lenient whether values that are not vectors become null
   * @throws InvalidInputException if there is no such column, or it cannot be read as vectors
   */
  public static FeatureColumns of(StructType schema, String name, String indices, boolean lenient) {
    return new FeatureColumns(schema, name, indices, lenient);
  }

  /** The name of the column. */
  String name() {
    return name;
  }

  /** Whether the column already has vectors of Spark ML, which need no conversion. */
  public boolean isVector() {
    return indices.isEmpty() && type.equals(SQLDataTypes.VectorType());
  }

  /** Whether values of a type are vectors, rather than ids. */
  public static boolean canBeVectors(DataType type) {
    return type.equals(SQLDataTypes.VectorType()) || isConvertible(type);
  }

  private static boolean isConvertible(DataType type) {
    return type instanceof VectorUDT
        || isArrayOf(type, false)
        || (type instanceof MapType map
            && isWhole(map.keyType())
            && map.valueType() instanceof NumericType)
        || isSparseStruct(type);
  }

  private static boolean isSparseStruct(DataType type) {
    return type instanceof StructType struct
        && Arrays.asList(struct.fieldNames()).contains(INDICES)
        && Arrays.asList(struct.fieldNames()).contains(VALUES)
        && isArrayOf(struct.apply(INDICES).dataType(), true)
        && isArrayOf(struct.apply(VALUES).dataType(), false);
  }

  private static boolean isArrayOf(DataType type, boolean whole) {
    return type instanceof ArrayType array
        && (whole ? isWhole(array.elementType()) : array.elementType() instanceof NumericType);
  }

  private static boolean isWhole(DataType type) {
    return type instanceof IntegerType
        || type instanceof LongType
        || type instanceof ShortType
        || type instanceof ByteType;
  }

  /** The vectors of Spark ML. */
  public Column vectors() {
    if (isVector() && !lenient) {
      return Columns.column(name);
    }
    return read(lenient ? Result.VECTOR_OR_NULL : Result.VECTOR_OR_ERROR);
  }

  /** The vectors that can be learnt from: null for those that are none, or are all zeros. */
  public Column learnable() {
    return read(Result.LEARNABLE_OR_NULL);
  }

  /** Why {@link #learnable} has null, and null where it has a vector. */
  public Column problem() {
    return read(Result.PROBLEM);
  }

  private Column read(Result result) {
    Column column = Columns.column(name);
    if (!indices.isEmpty()) {
      return sparse(Columns.column(indices), column, result);
    }
    if (isVector()) {
      return apply((Vector vector) -> vector, column, result);
    }
    if (type instanceof VectorUDT) {
      return apply((org.apache.spark.mllib.linalg.Vector vector) -> vector.asML(), column, result);
    }
    if (isSparseStruct(type)) {
      return sparse(column.getField(INDICES), column.getField(VALUES), result);
    }
    return type instanceof MapType
        ? apply(FeatureColumns::ofMap, column.cast("map<bigint,double>"), result)
        : apply(FeatureColumns::ofArray, column.cast("array<double>"), result);
  }

  /** Converts a value that is not null. */
  private interface Conversion<T> extends java.io.Serializable {
    Vector of(T value);
  }

  private <T> Column apply(Conversion<T> conversion, Column column, Result result) {
    Checked checked = new Checked(name, result);
    UDF1<T, Object> convert =
        value -> value == null ? checked.ofNull() : checked.get(() -> conversion.of(value));
    return functions.udf(convert, result.type()).apply(column);
  }

  private Column sparse(Column indexColumn, Column valueColumn, Result result) {
    Checked checked = new Checked(name, result);
    UDF2<Seq<Long>, Seq<Double>, Object> convert =
        (found, values) ->
            found == null || values == null
                ? checked.ofNull()
                : checked.get(() -> ofArrays(found, values));
    return functions
        .udf(convert, result.type())
        .apply(indexColumn.cast("array<bigint>"), valueColumn.cast("array<double>"));
  }

  private static Vector ofArray(Seq<Double> array) {
    double[] values = new double[array.length()];
    Iterator<Double> iterator = array.iterator();
    for (int j = 0; j < values.length; j++) {
      values[j] = number(iterator.next());
    }
    return Vectors.dense(values);
  }

  private static Vector ofMap(scala.collection.Map<Long, Double> map) {
    TreeMap<Integer, Double> entries = new TreeMap<>();
    Iterator<scala.Tuple2<Long, Double>> iterator = map.iterator();
    while (iterator.hasNext()) {
      scala.Tuple2<Long, Double> entry = iterator.next();
      entries.put(index(entry._1()), number(entry._2()));
    }
    return ofEntries(entries);
  }

  private static Vector ofArrays(Seq<Long> indices, Seq<Double> values) {
    if (indices.length() != values.length()) {
      throw new InvalidInputException(
          "expected as many values as indices, found "
              + indices.length()
              + " indices and "
              + values.length()
              + " values");
    }
    TreeMap<Integer, Double> entries = new TreeMap<>();
    Iterator<Double> value = values.iterator();
    Iterator<Long> found = indices.iterator();
    while (found.hasNext()) {
      int index = index(found.next());
      if (entries.put(index, number(value.next())) != null) {
        throw new InvalidInputException("expected every index once, found " + index + " twice");
      }
    }
    return ofEntries(entries);
  }

  private static Vector ofEntries(SortedMap<Integer, Double> entries) {
    int[] indices = new int[entries.size()];
    double[] values = new double[indices.length];
    int count = 0;
    for (var entry : entries.entrySet()) {
      indices[count] = entry.getKey();
      values[count++] = entry.getValue();
    }
    return Vectors.sparse(count == 0 ? 0 : indices[count - 1] + 1, indices, values);
  }

  /** An index below the largest int, since a vector has one more feature than that. */
  private static int index(Long value) {
    if (value == null || value < 0 || value >= Integer.MAX_VALUE) {
      throw new InvalidInputException(
          "expected indices of 0 to " + (Integer.MAX_VALUE - 1) + ", found " + value);
    }
    return value.intValue();
  }

  private static double number(Double value) {
    if (value == null) {
      throw new InvalidInputException("expected numbers, found null");
    }
    return value;
  }

  /** What is made of a value. */
  private enum Result {
    VECTOR_OR_ERROR,
    VECTOR_OR_NULL,
    LEARNABLE_OR_NULL,
    PROBLEM;

    DataType type() {
      return this == PROBLEM ? DataTypes.StringType : SQLDataTypes.VectorType();
    }
  }

  /** Makes a result of a value. */
  private record Checked(String column, Result result) implements java.io.Serializable {

    Object ofNull() {
      return result == Result.PROBLEM ? "expected a vector, found null" : null;
    }

    Object get(java.util.function.Supplier<Vector> conversion) {
      try {
        Vector vector = conversion.get();
        boolean isZero = !hasNumbers(vector);
        if (isZero && (result == Result.PROBLEM || result == Result.LEARNABLE_OR_NULL)) {
          throw new InvalidInputException("expected a number other than 0, found none");
        }
        return result == Result.PROBLEM ? null : vector;
      } catch (InvalidInputException e) {
        return switch (result) {
          case PROBLEM -> e.getMessage();
          case VECTOR_OR_NULL, LEARNABLE_OR_NULL -> null;
          case VECTOR_OR_ERROR ->
              throw new InvalidInputException("column '" + column + "': " + e.getMessage(), e);
        };
      }
    }

    /** Whether a value is not 0 as a float, which is what learners have. */
    private static boolean hasNumbers(Vector vector) {
      double[] values =
          vector instanceof org.apache.spark.ml.linalg.SparseVector sparse
              ? sparse.values()
              : vector.toArray();
      boolean found = false;
      for (double value : values) {
        if (!Float.isFinite((float) value)) {
          throw new InvalidInputException("expected finite numbers, found " + value);
        }
        found |= (float) value != 0;
      }
      return found;
    }
  }
}

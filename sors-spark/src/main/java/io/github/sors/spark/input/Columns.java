package io.github.sors.spark.input;

import io.github.sors.InvalidInputException;
import java.util.Arrays;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Checks that a schema has the columns that a stage reads. */
public final class Columns {

  private Columns() {}

  /** A column by its full name, which may contain dots. */
  public static Column column(String name) {
    return functions.col("`" + name.replace("`", "``") + "`");
  }

  public static StructField require(StructType schema, String name) {
    if (!Arrays.asList(schema.fieldNames()).contains(name)) {
      throw new InvalidInputException(
          "expected column '"
              + name
              + "', found "
              + String.join(", ", schema.fieldNames())
              + ": set the name of the column, or add it");
    }
    return schema.apply(name);
  }

  public static void requireVector(StructType schema, String name) {
    StructField field = require(schema, name);
    if (!field.dataType().equals(SQLDataTypes.VectorType())) {
      throw new InvalidInputException(
          "expected vectors in column '"
              + name
              + "', found "
              + field.dataType().simpleString()
              + ": create them with a VectorAssembler or HashingTF");
    }
  }
}

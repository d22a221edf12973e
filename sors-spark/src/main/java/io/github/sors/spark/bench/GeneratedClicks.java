package io.github.sors.spark.bench;

import java.io.Serializable;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * A generated log for benchmarks: for every click on an item of the class of the query, an item of
 * another class was shown and not clicked. Queries are {@link GeneratedRows} too. No query has two
 * clicks on the same item, so there are as many triplets as clicks.
 *
 * @param clicks the number of clicks, half of the rows of the log
 * @param items the number of items
 * @param classes the number of classes of the items
 */
public record GeneratedClicks(long clicks, long items, int classes) implements Serializable {

  private static final StructType SCHEMA =
      new StructType()
          .add("query", DataTypes.LongType)
          .add("item", DataTypes.LongType)
          .add("clicked", DataTypes.BooleanType);

  /** The most clicks that can be generated. */
  public static long most(long items, int classes) {
    return items * (items / classes);
  }

  public Dataset<Row> frame(SparkSession session, int partitions) {
    GeneratedClicks shape = this;
    JavaRDD<Row> generated =
        session.range(0, clicks, 1, partitions).javaRDD().flatMap(number -> shape.rows(number));
    return session.createDataFrame(generated, SCHEMA);
  }

  private Iterator<Row> rows(long number) {
    SplittableRandom random = new SplittableRandom(number);
    long query = number % items;
    long ofQuery = (clicks - 1) / items + 1;
    // the items of a class are shared out among the clicks of a query
    long choices = items / classes / ofQuery;
    long clicked = number / items * choices + random.nextLong(choices);
    long other = (query + 1 + random.nextInt(classes - 1)) % classes;
    long ignored = random.nextLong(items / classes);
    return List.of(
            RowFactory.create(query, clicked * classes + query % classes, true),
            RowFactory.create(query, ignored * classes + other, false))
        .iterator();
  }
}

package example;

import io.github.sors.spark.SimilarityEvaluator;
import io.github.sors.spark.SorsSimilarity;
import io.github.sors.spark.SorsSimilarityModel;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Learns from triplets by id, and ranks items that no triplet names. */
public final class LearnFromFeedback {

  private LearnFromFeedback() {}

  public static void main(String[] arguments) {
    SparkSession spark = SparkSession.builder().appName("sors example").getOrCreate();
    Dataset<Row> items =
        spark
            .range(300)
            .selectExpr(
                "concat('item-', id) AS id",
                "id % 3 AS kind",
                "transform(sequence(0, 11), j -> float(if(j < 3, int(j = id % 3),"
                    + " pmod(hash(id, j), 1000) / 200 - 2.5))) AS vector");
    // like is of the kind of the query, unlike is not; the last third of the items is not named
    Dataset<Row> feedback =
        spark
            .range(5000)
            .selectExpr(
                "concat('item-', 3 * pmod(hash(id, 0), 67) + id % 3) AS query",
                "concat('item-', 3 * pmod(hash(id, 1), 67) + id % 3) AS like",
                "concat('item-', 3 * pmod(hash(id, 2), 67) + (id + 1) % 3) AS unlike",
                "if(id % 2 = 0, 1.0, 0.5) AS weight");
    Dataset<Row> fresh = items.filter("int(substr(id, 6)) >= 201");
    SorsSimilarity estimator =
        new SorsSimilarity()
            .setAlgorithm("adasors-2")
            .setIdCol("id")
            .setFeaturesCol("vector")
            .setPositiveCol("like")
            .setNegativeCol("unlike")
            .setWeightCol("weight")
            .setFeedback(feedback);
    SimilarityEvaluator evaluator =
        new SimilarityEvaluator().setFeaturesCol("vector").setLabelCol("kind");
    SorsSimilarityModel start =
        estimator.copy(new ParamMap().put(estimator.rounds().w(0))).fit(items);
    print("MAP of the start %.3f", evaluator.evaluate(start.transform(fresh)));
    SorsSimilarityModel model = estimator.fit(items);
    print(
        "MAP after %d rounds %.3f",
        model.progress().rounds(), evaluator.evaluate(model.transform(fresh)));
    model.setOutput("neighbours").setOutputCol("nearest").setIdCol("id").setK(3).setItems(fresh);
    for (Row row :
        model
            .transform(fresh.filter("id IN ('item-201', 'item-202')"))
            .orderBy("id")
            .collectAsList()) {
      List<Row> nearest = row.getList(row.fieldIndex("nearest"));
      print(
          "%s is like %s",
          row.<String>getAs("id"),
          nearest.stream().map(item -> item.getString(0)).collect(Collectors.joining(", ")));
    }
    model.release();
  }

  private static void print(String format, Object... values) {
    System.out.println(String.format(Locale.ROOT, format, values));
  }
}

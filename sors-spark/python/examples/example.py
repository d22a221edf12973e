"""Learns from triplets by id, and ranks items that no triplet names.

spark-submit --jars sors-spark-all.jar --py-files sors_spark.zip example.py

Items have an id and a vector of floats. The first three numbers say of which kind an item is, the
others, five times as large, say nothing, which the cosine cannot know.
"""

from pyspark.sql import SparkSession

from sors_spark import SimilarityEvaluator, SorsSimilarity

if __name__ == "__main__":
    spark = SparkSession.builder.appName("sors example").getOrCreate()
    items = spark.range(300).selectExpr(
        "concat('item-', id) AS id",
        "id % 3 AS kind",
        "transform(sequence(0, 11), j -> float(if(j < 3, int(j = id % 3),"
        " pmod(hash(id, j), 1000) / 200 - 2.5))) AS vector",
    )
    # like is of the kind of the query, unlike is not; the last third of the items is not named
    feedback = spark.range(5000).selectExpr(
        "concat('item-', 3 * pmod(hash(id, 0), 67) + id % 3) AS query",
        "concat('item-', 3 * pmod(hash(id, 1), 67) + id % 3) AS like",
        "concat('item-', 3 * pmod(hash(id, 2), 67) + (id + 1) % 3) AS unlike",
        "if(id % 2 = 0, 1.0, 0.5) AS weight",
    )
    new = items.filter("int(substr(id, 6)) >= 201")
    estimator = SorsSimilarity(
        algorithm="adasors-2",
        idCol="id",
        featuresCol="vector",
        positiveCol="like",
        negativeCol="unlike",
        weightCol="weight",
    ).setFeedback(feedback)
    evaluator = SimilarityEvaluator(featuresCol="vector", labelCol="kind")
    start = estimator.copy({estimator.rounds: 0}).fit(items)
    print(f"MAP of the start {evaluator.evaluate(start.transform(new)):.3f}")
    model = estimator.fit(items)
    print(f"MAP after {model.summary.slices[-1].rounds} rounds {evaluator.evaluate(model.transform(new)):.3f}")
    model.setOutput("neighbours").setOutputCol("nearest").setIdCol("id").setK(3).setItems(new)
    for row in model.transform(new.filter("id IN ('item-201', 'item-202')")).orderBy("id").collect():
        print(row.id, "is like", ", ".join(item[0] for item in row.nearest))
    model.release()

"""Learns from a LIBSVM file and prints how well the held-out rows are ranked.

spark-submit --jars sors-core.jar,sors-data.jar,sors-spark.jar --py-files sors_spark.zip example.py FILE
"""

import sys

from pyspark.sql import SparkSession

from sors_spark import SimilarityEvaluator, SorsSimilarity

if __name__ == "__main__":
    spark = SparkSession.builder.appName("sors example").getOrCreate()
    train, test = spark.read.format("libsvm").load(sys.argv[1]).randomSplit([0.7, 0.3], seed=1)
    model = SorsSimilarity(iterations=100000, partitions=4, slices=8).fit(train)
    for reached in model.summary.slices:
        print(f"slice {reached.slice}: {reached.rounds} rounds, mean loss {reached.meanLoss:.4f}")
    print("sparsity", model.sparsity)
    print("MAP", SimilarityEvaluator().evaluate(model.transform(test)))
    model.release()

"""Learns from a LIBSVM file and prints how well the held-out rows are ranked.

spark-submit --jars sors-core.jar,sors-data.jar,sors-spark.jar --py-files sors_spark.py example.py FILE
"""

import sys

from pyspark.sql import SparkSession

from sors_spark import SorsSimilarity, mean_average_precision

if __name__ == "__main__":
    spark = SparkSession.builder.appName("sors example").getOrCreate()
    train, test = spark.read.format("libsvm").load(sys.argv[1]).randomSplit([0.7, 0.3], seed=1)
    model = SorsSimilarity(iterations=100000, partitions=4, slices=8).fit(train)
    print("sparsity", model.sparsity)
    print("MAP", mean_average_precision(model.transform(test)))

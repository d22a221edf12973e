"""Tunes a similarity of short texts: a pipeline in a cross validation, saved and loaded.

Reads lines of JSON with a label and a text, such as {"label": "sport", "text": "the match ..."}:

spark-submit --jars sors-spark-all.jar --py-files sors_spark.zip tuning.py FILE FOLDER
"""

# %% the stages: words, their weights, and the similarity
import sys

from pyspark.ml import Pipeline
from pyspark.ml.feature import IDF, HashingTF, Tokenizer
from pyspark.ml.tuning import CrossValidator, CrossValidatorModel, ParamGridBuilder
from pyspark.sql import SparkSession

from sors_spark import SimilarityEvaluator, SorsSimilarity

spark = SparkSession.builder.appName("sors tuning").getOrCreate()
texts, saved = sys.argv[1], sys.argv[2]

similarity = SorsSimilarity(rounds=20000, outputCol="similarity")
pipeline = Pipeline(
    stages=[
        Tokenizer(inputCol="text", outputCol="words"),
        HashingTF(inputCol="words", outputCol="counts", numFeatures=1 << 16),
        IDF(inputCol="counts", outputCol="features"),
        similarity,
    ]
)

# %% which shrinkage and which first step are best?
grid = (
    ParamGridBuilder()
    .addGrid(similarity.regParam, [1e-6, 1e-5, 1e-4])
    .addGrid(similarity.algorithm, ["sors-2", "adasors-2"])
    .build()
)
validator = CrossValidator(
    estimator=pipeline,
    estimatorParamMaps=grid,
    evaluator=SimilarityEvaluator(metric="map"),
    numFolds=3,
    parallelism=2,
    seed=1,
)
train, test = spark.read.json(texts).randomSplit([0.7, 0.3], seed=1)
tuned = validator.fit(train)
for params, metric in zip(grid, tuned.avgMetrics):
    values = ", ".join(f"{param.name}={value}" for param, value in params.items())
    print(f"{values}: MAP {metric:.4f}")

# %% the best one, for rows that no fold has seen
tuned.write().overwrite().save(saved)
best = CrossValidatorModel.load(saved)
print("best:", best.bestModel.stages[-1])
print("MAP", SimilarityEvaluator().evaluate(best.transform(test)))

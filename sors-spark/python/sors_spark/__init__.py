"""Learns a similarity on Spark, from items and feedback: an encoder, or a matrix.

The classes wrap those of the Java package ``io.github.sors.spark``, whose jar has to be on
Spark's class path:

    spark-submit --jars sors-spark-all.jar --py-files sors_spark.zip ...
"""

try:
    import pyspark  # noqa: F401
except ImportError as missing:
    raise ImportError(
        "sors_spark needs PySpark 4.1, which is not installed here: install it with "
        "'pip install pyspark==4.1.*', or set PYTHONPATH to the folder python of a Spark "
        "distribution and the py4j archive in its folder lib"
    ) from missing

from sors_spark._registration import register_java_names
from sors_spark.stages import (
    ClickTriplets,
    SimilarityEvaluator,
    SliceSummary,
    SorsSimilarity,
    SorsSimilarityModel,
    TrainingSummary,
)

__all__ = [
    "ClickTriplets",
    "SimilarityEvaluator",
    "SliceSummary",
    "SorsSimilarity",
    "SorsSimilarityModel",
    "TrainingSummary",
]

register_java_names(ClickTriplets, SimilarityEvaluator, SorsSimilarity, SorsSimilarityModel)

"""The estimator and the model of sors for PySpark, through the JVM gateway.

Start PySpark with the jars of sors-core, sors-data and sors-spark, see docs/spark.md.
"""

from pyspark.ml.common import _java2py, _py2java
from pyspark.sql import DataFrame, SparkSession


def _jvm():
    return SparkSession.getActiveSession().sparkContext._jvm.io.github.sors.spark


def _call(target, name, *arguments):
    context = SparkSession.getActiveSession().sparkContext
    given = [a._jdf if isinstance(a, DataFrame) else _py2java(context, a) for a in arguments]
    return getattr(target, name)(*given)


class _Params:
    """Sets params by name: SorsSimilarity(algorithm="sors-2", iterations=100000)."""

    def __init__(self, java):
        self._java = java

    def set(self, **params):
        for name, value in params.items():
            _call(self._java, "set" + name[0].upper() + name[1:], value)
        return self

    def get(self, name):
        return self._java.getOrDefault(self._java.getParam(name))


class SorsSimilarity(_Params):
    """Learns a sparse bilinear similarity from rows with labels, or from triplets."""

    def __init__(self, **params):
        super().__init__(_jvm().SorsSimilarity())
        self.set(**params)

    def set(self, **params):
        for name, value in params.items():
            if self._java.hasParam(name):
                text = str(value).lower() if isinstance(value, bool) else str(value)
                self._java.setByName(name, text)
            else:
                super().set(**{name: value})
        return self

    def fit(self, frame):
        return SorsSimilarityModel(self._java.fit(frame._jdf))


class SorsSimilarityModel(_Params):
    """A learnt similarity."""

    @staticmethod
    def read_sors(path):
        session = SparkSession.getActiveSession()
        return SorsSimilarityModel(_jvm().SorsSimilarityModel.readSors(session._jsparkSession, path))

    def transform(self, frame):
        return DataFrame(self._java.transform(frame._jdf), frame.sparkSession)

    def rows(self):
        """The rows of the matrix as a DataFrame: row, columns, values."""
        session = SparkSession.getActiveSession()
        return DataFrame(self._java.rows().toDF(), session)

    def write_sors(self, path):
        self._java.writeSors(path)

    @property
    def non_zeros(self):
        return self._java.nonZeros()

    @property
    def sparsity(self):
        return self._java.sparsity()


def mean_average_precision(expanded, label="label", features="features", expansion="similarity"):
    """How well a frame that a model has transformed ranks rows of the same label."""
    evaluator = _jvm().SimilarityEvaluator()
    evaluator.setLabelCol(label).setFeaturesCol(features).setExpansionCol(expansion)
    return _java2py(SparkSession.getActiveSession().sparkContext, evaluator.evaluate(expanded._jdf))

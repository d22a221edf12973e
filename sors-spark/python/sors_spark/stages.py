"""Estimator, model, evaluator and triplets of clicks."""

from typing import TYPE_CHECKING, Any, List, NamedTuple, Type, cast

from pyspark.ml.evaluation import JavaEvaluator
from pyspark.ml.util import JavaMLReadable, JavaMLReader, JavaMLWritable
from pyspark.ml.wrapper import JavaEstimator, JavaModel, JavaTransformer
from pyspark.sql import DataFrame, SparkSession

from sors_spark._params import (
    ClickTripletsParams,
    SimilarityEvaluatorParams,
    SorsSimilarityModelParams,
    SorsSimilarityParams,
)
from sors_spark._registration import JAVA_PACKAGE

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from sors_spark._params import (
        ClickTripletsKeywords,
        SimilarityEvaluatorKeywords,
        SorsSimilarityKeywords,
    )


def _new_java(stage: Any) -> Any:
    """Creates the Java object of a stage."""
    name = JAVA_PACKAGE + "." + type(stage).__name__
    try:
        return stage._new_java_obj(name, stage.uid)
    except TypeError as missing:
        # a name that is no class is a package for py4j, and cannot be called
        if "JavaPackage" not in str(missing):
            raise
        raise RuntimeError(
            f"Spark's class path has no {name}: start Spark with the jar sors-spark-…-all.jar, "
            "for example with --jars"
        ) from missing


class _Reader(JavaMLReader):
    """Reads a stage whose Java class has the same name, in the Java package of sors."""

    @classmethod
    def _java_loader_class(cls, clazz: Type[Any]) -> str:
        return JAVA_PACKAGE + "." + clazz.__name__


class _Stage(JavaMLWritable, JavaMLReadable):
    """What all stages share: saving, loading and how they are printed."""

    @classmethod
    def read(cls) -> JavaMLReader:
        """Returns a reader, for example ``SorsSimilarity.read().load(path)``."""
        return _Reader(cls)

    def __repr__(self) -> str:
        stage = cast(Any, self)
        if not hasattr(stage._java_obj, "toString"):
            # with Spark Connect, there is no Java object on this side
            return str(stage.uid)
        if not isinstance(self, JavaModel):
            stage._transfer_params_to_java()
        return str(stage._java_obj.toString())


class SorsSimilarity(_Stage, SorsSimilarityParams, JavaEstimator):
    """Learns a similarity from items and feedback: an encoder, or a sparse matrix M.

    The labels of the items are the feedback, unless another one is set:

    >>> model = SorsSimilarity(idCol="id", featuresCol="vector").setFeedback(triplets).fit(items)
    >>> model = SorsSimilarity(rounds=100000, partitions=4, slices=8).fit(labelled)
    >>> SimilarityEvaluator().evaluate(model.transform(test))
    """

    def __init__(self, **params: "Unpack[SorsSimilarityKeywords]") -> None:
        """Creates an estimator.

        :param params: values of params by name, see ``explainParams()``. ``regParam`` is the
            option lambda of the command line; ``**{"lambda": 1e-5}`` sets it as well.
        """
        super().__init__()
        self._java_obj = _new_java(self)
        self._set_defaults()
        self.setParams(**params)

    def setFeedback(self, feedback: DataFrame) -> "SorsSimilarity":
        """Sets the feedback to learn from instead of labels; it is not saved with the estimator.

        :param feedback: triplets of ids in ``queryCol``, ``positiveCol`` and ``negativeCol``, with
            weights in ``weightCol``; or, if ``groupCol`` is set, an item of a group in each row.
        """
        self._java_obj.setFeedback(feedback._jdf)
        return self

    def setQueries(self, queries: DataFrame) -> "SorsSimilarity":
        """Sets the queries that triplets name, if they are no items; not saved with the estimator.

        :param queries: the columns ``idCol`` and ``featuresCol``
        """
        self._java_obj.setQueries(queries._jdf)
        return self

    def _create_model(self, java_model: Any) -> "SorsSimilarityModel":
        return SorsSimilarityModel(java_model)


class SliceSummary(NamedTuple):
    """One slice of a training."""

    slice: int
    rounds: int
    activeRounds: int
    meanLoss: float
    validation: float


class TrainingSummary(NamedTuple):
    """What a training went through, slice by slice."""

    slices: List[SliceSummary]
    meanLoss: float
    validation: float


class SorsSimilarityModel(_Stage, SorsSimilarityModelParams, JavaModel):
    """A learnt similarity, which adds a column: expansion, score or neighbours."""

    def __init__(self, java_model: Any = None) -> None:
        super().__init__(java_model)
        self._set_defaults()

    @staticmethod
    def readSors(path: str) -> "SorsSimilarityModel":
        """Reads a ``.sors`` file on the driver, in any file system that Spark knows."""
        session = SparkSession.builder.getOrCreate()
        java_class = session.sparkContext._jvm
        for name in (JAVA_PACKAGE + ".SorsSimilarityModel").split("."):
            java_class = getattr(java_class, name)
        return SorsSimilarityModel(cast(Any, java_class).readSors(session._jsparkSession, path))

    def writeSors(self, path: str) -> None:
        """Collects the rows to the driver and writes a ``.sors`` file."""
        self._java_obj.writeSors(path)

    def setItems(self, items: DataFrame) -> "SorsSimilarityModel":
        """Sets the items to search for neighbours, with their vectors in ``featuresCol``."""
        self._java_obj.setItems(items._jdf)
        return self

    @property
    def rows(self) -> DataFrame:
        """The rows of the encoder or of M that were learnt: row, columns, values."""
        return DataFrame(self._java_obj.rows().toDF(), SparkSession.builder.getOrCreate())

    @property
    def nonZeros(self) -> int:
        """The number of entries that are not zero."""
        return int(self._call_java("nonZeros"))

    @property
    def sparsity(self) -> float:
        """The share of the entries that are zero or were not learnt."""
        return float(self._call_java("sparsity"))

    @property
    def isEncoder(self) -> bool:
        """Whether it is an encoder; else it is a matrix M."""
        return bool(self._call_java("isEncoder"))

    @property
    def hasSummary(self) -> bool:
        """Whether the model was learnt in this application, and so has a summary."""
        return bool(self._call_java("hasSummary"))

    @property
    def summary(self) -> TrainingSummary:
        """Loss and validation of the training, slice by slice; not saved with the model."""
        java = self._java_obj.summary()
        slices = [
            SliceSummary(s.slice(), s.rounds(), s.activeRounds(), s.meanLoss(), s.validation())
            for s in java.slices()
        ]
        return TrainingSummary(slices, java.meanLoss(), java.validation())

    def release(self) -> None:
        """Frees the memory of the model on the executors; it cannot be used afterwards."""
        self._java_obj.release()


class SimilarityEvaluator(_Stage, SimilarityEvaluatorParams, JavaEvaluator):
    """Measures how well a similarity ranks rows of the same label, for tuning.

    Every row that a model has expanded is a query, and all other rows are ranked for it.
    """

    def __init__(self, **params: "Unpack[SimilarityEvaluatorKeywords]") -> None:
        """Creates an evaluator.

        :param params: values of params by name, such as ``metric="precision@10"``.
        """
        super().__init__()
        self._java_obj = _new_java(self)
        self._set_defaults()
        self.setParams(**params)


class ClickTriplets(_Stage, ClickTripletsParams, JavaTransformer):
    """Makes feedback from a table of clicks, triplets of ids: query, item and label.

    >>> triplets = ClickTriplets(queryCol="user", itemCol="article", labelCol="clicked").transform(log)
    >>> SorsSimilarity(idCol="id").setFeedback(triplets).setQueries(users).fit(articles)
    """

    def __init__(self, **params: "Unpack[ClickTripletsKeywords]") -> None:
        """Creates a transformer.

        :param params: values of params by name, such as ``negatives="random"``.
        """
        super().__init__()
        self._java_obj = _new_java(self)
        self._set_defaults()
        self.setParams(**params)

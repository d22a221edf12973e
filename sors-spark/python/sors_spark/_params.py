"""The params of the stages. Generated from the Java classes: do not edit.

After a change of the params in Java, write this file anew with
mvn -pl sors-spark -am -Dtest=PythonPackageTest -Dsors.writePythonParams=true test
"""

from typing import TYPE_CHECKING, TypeVar

from pyspark.ml.param import Param, Params, TypeConverters

from sors_spark._converters import KeywordParams, toText

if TYPE_CHECKING:
    from typing_extensions import TypedDict


if TYPE_CHECKING:

    class SorsSimilarityKeywords(TypedDict, total=False):
        """Keyword arguments of SorsSimilarity."""

        algorithm: str
        batch: int
        batchSize: int
        c: float
        checkpointDir: str
        checkpointInterval: int
        covariance: str
        delta: float
        encodingLength: int
        eta: str
        featuresCol: str
        groupCol: str
        handleInvalid: str
        idCol: str
        indicesCol: str
        init: str
        itemCol: str
        labelCol: str
        loss: str
        margin: float
        mixing: str
        negativeCol: str
        normalize: str
        output: str
        outputCol: str
        partitions: int
        positiveCol: str
        queryCol: str
        r: float
        regParam: float
        rounds: int
        seed: int
        shrinkTo: str
        slices: int
        strategy: str
        tau: float
        validationIndicatorCol: str
        weightCol: str


ItsSorsSimilarity = TypeVar("ItsSorsSimilarity", bound="SorsSimilarityParams")


class SorsSimilarityParams(KeywordParams):
    """The params of SorsSimilarity."""

    _option_names = {"lambda": "regParam", "shrink-to": "shrinkTo", "k": "encodingLength"}

    algorithm: "Param[str]" = Param(
        Params._dummy(),
        "algorithm",
        "online learners: sors-1, sors-2, adasors-1, adasors-2, oasis, aroma, ogd; encoders: encoder",
        typeConverter=toText,
    )
    batch: "Param[int]" = Param(
        Params._dummy(),
        "batch",
        "encoder: number of triplets learnt together, with the positives of other classes as negatives, in triplets (at least 1 and at most 1024; default: 1).",
        typeConverter=TypeConverters.toInt,
    )
    batchSize: "Param[int]" = Param(
        Params._dummy(),
        "batchSize",
        "model-parallel: rounds that are scored before they are learnt",
        typeConverter=TypeConverters.toInt,
    )
    c: "Param[float]" = Param(
        Params._dummy(),
        "c",
        "oasis: aggressiveness, the largest step; smaller for noisy labels, in entries per unit of gradient (above 0 and at most 1e9; default: 0.1).",
        typeConverter=TypeConverters.toFloat,
    )
    checkpointDir: "Param[str]" = Param(
        Params._dummy(),
        "checkpointDir",
        "shared folder for checkpoints, or empty",
        typeConverter=toText,
    )
    checkpointInterval: "Param[int]" = Param(
        Params._dummy(),
        "checkpointInterval",
        "slices between two checkpoints",
        typeConverter=TypeConverters.toInt,
    )
    covariance: "Param[str]" = Param(
        Params._dummy(),
        "covariance",
        "aroma: how variances shrink: projected uses the diagonal of a full covariance, exact the best diagonal covariance (projected or exact; default: projected).",
        typeConverter=toText,
    )
    delta: "Param[float]" = Param(
        Params._dummy(),
        "delta",
        "adasors-1, adasors-2: smoothing of the step sizes, larger makes first steps smaller, in units of a gradient entry (at least 1e-12 and at most 1e12; default: 0.1). encoder: smoothing of the step sizes, larger makes first steps smaller, in units of a gradient entry (at least 1e-12 and at most 1e12; default: 1e-6).",
        typeConverter=TypeConverters.toFloat,
    )
    encodingLength: "Param[int]" = Param(
        Params._dummy(),
        "encodingLength",
        "encoder: length of an encoding; time and memory grow with it, in numbers (at least 1 and at most 4096; default: 256).",
        typeConverter=TypeConverters.toInt,
    )
    eta: "Param[str]" = Param(
        Params._dummy(),
        "eta",
        "sors-1, sors-2, adasors-1, adasors-2, ogd: step size, larger learns faster and less steadily, in entries per unit of gradient (X, X/sqrt(t) or X/t with X above 0 and at most 1e9; default: 0.1). encoder: step size, larger learns faster and less steadily, in entries per unit of gradient (above 0 and at most 1000000; default: 0.02).",
        typeConverter=toText,
    )
    featuresCol: "Param[str]" = Param(
        Params._dummy(),
        "featuresCol",
        "vectors of the items, and of the queries",
        typeConverter=toText,
    )
    groupCol: "Param[str]" = Param(
        Params._dummy(),
        "groupCol",
        "feedback: group of an item, such as a session; if set, feedback are groups",
        typeConverter=toText,
    )
    handleInvalid: "Param[str]" = Param(
        Params._dummy(),
        "handleInvalid",
        "what to do with rows without a valid vector: error, skip or keep, with null as output; a training skips what it should keep",
        typeConverter=toText,
    )
    idCol: "Param[str]" = Param(
        Params._dummy(),
        "idCol",
        "id of the items, of the queries, and of the items of groups; orders items",
        typeConverter=toText,
    )
    indicesCol: "Param[str]" = Param(
        Params._dummy(),
        "indicesCol",
        "indices of the vectors, if featuresCol has their values alone",
        typeConverter=toText,
    )
    init: "Param[str]" = Param(
        Params._dummy(),
        "init",
        "online learners: initial M (identity or zero; default: identity). encoder: initial rows; the identity keeps the cosine, and needs k as the length of the vectors (random or identity; default: random).",
        typeConverter=toText,
    )
    itemCol: "Param[str]" = Param(
        Params._dummy(),
        "itemCol",
        "vectors that the model scores for those in featuresCol",
        typeConverter=toText,
    )
    labelCol: "Param[str]" = Param(
        Params._dummy(),
        "labelCol",
        "class of the items, the feedback if no other is given",
        typeConverter=toText,
    )
    loss: "Param[str]" = Param(
        Params._dummy(),
        "loss",
        "sors-1, sors-2, adasors-1, adasors-2, ogd: loss function; logistic is a smooth hinge (hinge, logistic or logistic:X with X at least 1e-6 and at most 1000000, 0.2 by default; default: hinge).",
        typeConverter=toText,
    )
    margin: "Param[float]" = Param(
        Params._dummy(),
        "margin",
        "online learners: margin of the loss, in units of a score (above 0 and at most 1e9; default: 1).",
        typeConverter=TypeConverters.toFloat,
    )
    mixing: "Param[str]" = Param(
        Params._dummy(),
        "mixing",
        "scaled or sum or mean: encoder: how to mix the changes of the partitions",
        typeConverter=toText,
    )
    negativeCol: "Param[str]" = Param(
        Params._dummy(),
        "negativeCol",
        "feedback: id of the item that is farther from the query",
        typeConverter=toText,
    )
    normalize: "Param[str]" = Param(
        Params._dummy(),
        "normalize",
        "steps such as l2 or log,l2, or none",
        typeConverter=toText,
    )
    output: "Param[str]" = Param(
        Params._dummy(),
        "output",
        "expansion, score or neighbours",
        typeConverter=toText,
    )
    outputCol: "Param[str]" = Param(
        Params._dummy(),
        "outputCol",
        "output column of the model",
        typeConverter=toText,
    )
    partitions: "Param[int]" = Param(
        Params._dummy(),
        "partitions",
        "number of partitions that learn at the same time",
        typeConverter=TypeConverters.toInt,
    )
    positiveCol: "Param[str]" = Param(
        Params._dummy(),
        "positiveCol",
        "feedback: id of the item that is closer to the query",
        typeConverter=toText,
    )
    queryCol: "Param[str]" = Param(
        Params._dummy(),
        "queryCol",
        "feedback: id of the query, or of an item that is the query",
        typeConverter=toText,
    )
    r: "Param[float]" = Param(
        Params._dummy(),
        "r",
        "aroma: regularization, larger makes steps smaller, in units of a squared score (above 0 and at most 1e9; default: 10).",
        typeConverter=TypeConverters.toFloat,
    )
    regParam: "Param[float]" = Param(
        Params._dummy(),
        "regParam",
        "sors-1, sors-2, adasors-1, adasors-2: weight of the L1 norm, larger is sparser, in loss per unit of an entry (at least 0 and at most 1e9; default: 1e-6).",
        typeConverter=TypeConverters.toFloat,
    )
    rounds: "Param[int]" = Param(
        Params._dummy(),
        "rounds",
        "number of rounds; if not set, all triplets that are given, or as many that are drawn",
        typeConverter=TypeConverters.toInt,
    )
    seed: "Param[int]" = Param(
        Params._dummy(),
        "seed",
        "seed of the drawn triplets",
        typeConverter=TypeConverters.toInt,
    )
    shrinkTo: "Param[str]" = Param(
        Params._dummy(),
        "shrinkTo",
        "sors-1, sors-2, adasors-1, adasors-2: what the entries of M shrink to; with the identity, the diagonal shrinks to 1 (zero or identity; default: zero).",
        typeConverter=toText,
    )
    slices: "Param[int]" = Param(
        Params._dummy(),
        "slices",
        "number of slices of the rounds; 8 for an encoder with several partitions if not set",
        typeConverter=TypeConverters.toInt,
    )
    strategy: "Param[str]" = Param(
        Params._dummy(),
        "strategy",
        "auto or data-parallel or model-parallel: how to distribute the work; data-parallel is for encoders, model-parallel for M",
        typeConverter=toText,
    )
    tau: "Param[float]" = Param(
        Params._dummy(),
        "tau",
        "encoder: temperature: the difference of two cosines that counts as clear, in cosines (at least 1e-6 and at most 1000000; default: 0.2).",
        typeConverter=TypeConverters.toFloat,
    )
    validationIndicatorCol: "Param[str]" = Param(
        Params._dummy(),
        "validationIndicatorCol",
        "whether an item is for validation: its MAP is measured after every slice, and it is not learnt",
        typeConverter=toText,
    )
    weightCol: "Param[str]" = Param(
        Params._dummy(),
        "weightCol",
        "feedback: weight of the triplet; 1 if empty",
        typeConverter=toText,
    )

    def _set_defaults(self) -> None:
        self._setDefault(
            algorithm="encoder",
            batch=1,
            batchSize=1024,
            c=0.1,
            checkpointDir="",
            checkpointInterval=1,
            covariance="projected",
            delta=0.1,
            encodingLength=256,
            eta="0.1",
            featuresCol="features",
            groupCol="",
            handleInvalid="error",
            idCol="",
            indicesCol="",
            init="identity",
            itemCol="item",
            labelCol="label",
            loss="hinge",
            margin=1.0,
            mixing="scaled",
            negativeCol="negative",
            normalize="l2",
            output="expansion",
            outputCol="similarity",
            partitions=1,
            positiveCol="positive",
            queryCol="query",
            r=10.0,
            regParam=1.0E-6,
            rounds=100000,
            seed=1,
            shrinkTo="zero",
            slices=1,
            strategy="auto",
            tau=0.2,
            validationIndicatorCol="",
            weightCol="",
        )

    def setAlgorithm(self: ItsSorsSimilarity, value: str) -> ItsSorsSimilarity:
        """Sets the param ``algorithm``."""
        self._set(algorithm=value)
        return self

    def getAlgorithm(self) -> str:
        """Returns the value of ``algorithm``, or its default."""
        return self.getOrDefault(self.algorithm)

    def setBatch(self: ItsSorsSimilarity, value: int) -> ItsSorsSimilarity:
        """Sets the param ``batch``."""
        self._set(batch=value)
        return self

    def getBatch(self) -> int:
        """Returns the value of ``batch``, or its default."""
        return self.getOrDefault(self.batch)

    def setBatchSize(self: ItsSorsSimilarity, value: int) -> ItsSorsSimilarity:
        """Sets the param ``batchSize``."""
        self._set(batchSize=value)
        return self

    def getBatchSize(self) -> int:
        """Returns the value of ``batchSize``, or its default."""
        return self.getOrDefault(self.batchSize)

    def setC(self: ItsSorsSimilarity, value: float) -> ItsSorsSimilarity:
        """Sets the param ``c``."""
        self._set(c=value)
        return self

    def getC(self) -> float:
        """Returns the value of ``c``, or its default."""
        return self.getOrDefault(self.c)

    def setCheckpointDir(self: ItsSorsSimilarity, value: str) -> ItsSorsSimilarity:
        """Sets the param ``checkpointDir``."""
        self._set(checkpointDir=value)
        return self

    def getCheckpointDir(self) -> str:
        """Returns the value of ``checkpointDir``, or its default."""
        return self.getOrDefault(self.checkpointDir)

    def setCheckpointInterval(self: ItsSorsSimilarity, value: int) -> ItsSorsSimilarity:
        """Sets the param ``checkpointInterval``."""
        self._set(checkpointInterval=value)
        return self

    def getCheckpointInterval(self) -> int:
        """Returns the value of ``checkpointInterval``, or its default."""
        return self.getOrDefault(self.checkpointInterval)

    def setCovariance(self: ItsSorsSimilarity, value: str) -> ItsSorsSimilarity:
        """Sets the param ``covariance``."""
        self._set(covariance=value)
        return self

    def getCovariance(self) -> str:
        """Returns the value of ``covariance``, or its default."""
        return self.getOrDefault(self.covariance)

    def setDelta(self: ItsSorsSimilarity, value: float) -> ItsSorsSimilarity:
        """Sets the param ``delta``."""
        self._set(delta=value)
        return self

    def getDelta(self) -> float:
        """Returns the value of ``delta``, or its default."""
        return self.getOrDefault(self.delta)

    def setEncodingLength(self: ItsSorsSimilarity, value: int) -> ItsSorsSimilarity:
        """Sets the param ``encodingLength``."""
        self._set(encodingLength=value)
        return self

    def getEncodingLength(self) -> int:
        """Returns the value of ``encodingLength``, or its default."""
        return self.getOrDefault(self.encodingLength)

    def setEta(self: ItsSorsSimilarity, value: str) -> ItsSorsSimilarity:
        """Sets the param ``eta``."""
        self._set(eta=value)
        return self

    def getEta(self) -> str:
        """Returns the value of ``eta``, or its default."""
        return self.getOrDefault(self.eta)

    def setFeaturesCol(self: ItsSorsSimilarity, value: str) -> ItsSorsSimilarity:
        """Sets the param ``featuresCol``."""
        self._set(featuresCol=value)
        return self

    def getFeaturesCol(self) -> str:
        """Returns the value of ``featuresCol``, or its default."""
        return self.getOrDefault(self.featuresCol)

    def setGroupCol(self: ItsSorsSimilarity, value: str) -> ItsSorsSimilarity:
        """Sets the param ``groupCol``."""
        self._set(groupCol=value)
        return self

    def getGroupCol(self) -> str:
        """Returns the value of ``groupCol``, or its default."""
        return self.getOrDefault(self.groupCol)

    def setHandleInvalid(self: ItsSorsSimilarity, value: str) -> ItsSorsSimilarity:
        """Sets the param ``handleInvalid``."""
        self._set(handleInvalid=value)
        return self

    def getHandleInvalid(self) -> str:
        """Returns the value of ``handleInvalid``, or its default."""
        return self.getOrDefault(self.handleInvalid)

    def setIdCol(self: ItsSorsSimilarity, value: str) -> ItsSorsSimilarity:
        """Sets the param ``idCol``."""
        self._set(idCol=value)
        return self

    def getIdCol(self) -> str:
        """Returns the value of ``idCol``, or its default."""
        return self.getOrDefault(self.idCol)

    def setIndicesCol(self: ItsSorsSimilarity, value: str) -> ItsSorsSimilarity:
        """Sets the param ``indicesCol``."""
        self._set(indicesCol=value)
        return self

    def getIndicesCol(self) -> str:
        """Returns the value of ``indicesCol``, or its default."""
        return self.getOrDefault(self.indicesCol)

    def setInit(self: ItsSorsSimilarity, value: str) -> ItsSorsSimilarity:
        """Sets the param ``init``."""
        self._set(init=value)
        return self

    def getInit(self) -> str:
        """Returns the value of ``init``, or its default."""
        return self.getOrDefault(self.init)

    def setItemCol(self: ItsSorsSimilarity, value: str) -> ItsSorsSimilarity:
        """Sets the param ``itemCol``."""
        self._set(itemCol=value)
        return self

    def getItemCol(self) -> str:
        """Returns the value of ``itemCol``, or its default."""
        return self.getOrDefault(self.itemCol)

    def setLabelCol(self: ItsSorsSimilarity, value: str) -> ItsSorsSimilarity:
        """Sets the param ``labelCol``."""
        self._set(labelCol=value)
        return self

    def getLabelCol(self) -> str:
        """Returns the value of ``labelCol``, or its default."""
        return self.getOrDefault(self.labelCol)

    def setLoss(self: ItsSorsSimilarity, value: str) -> ItsSorsSimilarity:
        """Sets the param ``loss``."""
        self._set(loss=value)
        return self

    def getLoss(self) -> str:
        """Returns the value of ``loss``, or its default."""
        return self.getOrDefault(self.loss)

    def setMargin(self: ItsSorsSimilarity, value: float) -> ItsSorsSimilarity:
        """Sets the param ``margin``."""
        self._set(margin=value)
        return self

    def getMargin(self) -> float:
        """Returns the value of ``margin``, or its default."""
        return self.getOrDefault(self.margin)

    def setMixing(self: ItsSorsSimilarity, value: str) -> ItsSorsSimilarity:
        """Sets the param ``mixing``."""
        self._set(mixing=value)
        return self

    def getMixing(self) -> str:
        """Returns the value of ``mixing``, or its default."""
        return self.getOrDefault(self.mixing)

    def setNegativeCol(self: ItsSorsSimilarity, value: str) -> ItsSorsSimilarity:
        """Sets the param ``negativeCol``."""
        self._set(negativeCol=value)
        return self

    def getNegativeCol(self) -> str:
        """Returns the value of ``negativeCol``, or its default."""
        return self.getOrDefault(self.negativeCol)

    def setNormalize(self: ItsSorsSimilarity, value: str) -> ItsSorsSimilarity:
        """Sets the param ``normalize``."""
        self._set(normalize=value)
        return self

    def getNormalize(self) -> str:
        """Returns the value of ``normalize``, or its default."""
        return self.getOrDefault(self.normalize)

    def setOutput(self: ItsSorsSimilarity, value: str) -> ItsSorsSimilarity:
        """Sets the param ``output``."""
        self._set(output=value)
        return self

    def getOutput(self) -> str:
        """Returns the value of ``output``, or its default."""
        return self.getOrDefault(self.output)

    def setOutputCol(self: ItsSorsSimilarity, value: str) -> ItsSorsSimilarity:
        """Sets the param ``outputCol``."""
        self._set(outputCol=value)
        return self

    def getOutputCol(self) -> str:
        """Returns the value of ``outputCol``, or its default."""
        return self.getOrDefault(self.outputCol)

    def setPartitions(self: ItsSorsSimilarity, value: int) -> ItsSorsSimilarity:
        """Sets the param ``partitions``."""
        self._set(partitions=value)
        return self

    def getPartitions(self) -> int:
        """Returns the value of ``partitions``, or its default."""
        return self.getOrDefault(self.partitions)

    def setPositiveCol(self: ItsSorsSimilarity, value: str) -> ItsSorsSimilarity:
        """Sets the param ``positiveCol``."""
        self._set(positiveCol=value)
        return self

    def getPositiveCol(self) -> str:
        """Returns the value of ``positiveCol``, or its default."""
        return self.getOrDefault(self.positiveCol)

    def setQueryCol(self: ItsSorsSimilarity, value: str) -> ItsSorsSimilarity:
        """Sets the param ``queryCol``."""
        self._set(queryCol=value)
        return self

    def getQueryCol(self) -> str:
        """Returns the value of ``queryCol``, or its default."""
        return self.getOrDefault(self.queryCol)

    def setR(self: ItsSorsSimilarity, value: float) -> ItsSorsSimilarity:
        """Sets the param ``r``."""
        self._set(r=value)
        return self

    def getR(self) -> float:
        """Returns the value of ``r``, or its default."""
        return self.getOrDefault(self.r)

    def setRegParam(self: ItsSorsSimilarity, value: float) -> ItsSorsSimilarity:
        """Sets the param ``regParam``."""
        self._set(regParam=value)
        return self

    def getRegParam(self) -> float:
        """Returns the value of ``regParam``, or its default."""
        return self.getOrDefault(self.regParam)

    def setRounds(self: ItsSorsSimilarity, value: int) -> ItsSorsSimilarity:
        """Sets the param ``rounds``."""
        self._set(rounds=value)
        return self

    def getRounds(self) -> int:
        """Returns the value of ``rounds``, or its default."""
        return self.getOrDefault(self.rounds)

    def setSeed(self: ItsSorsSimilarity, value: int) -> ItsSorsSimilarity:
        """Sets the param ``seed``."""
        self._set(seed=value)
        return self

    def getSeed(self) -> int:
        """Returns the value of ``seed``, or its default."""
        return self.getOrDefault(self.seed)

    def setShrinkTo(self: ItsSorsSimilarity, value: str) -> ItsSorsSimilarity:
        """Sets the param ``shrinkTo``."""
        self._set(shrinkTo=value)
        return self

    def getShrinkTo(self) -> str:
        """Returns the value of ``shrinkTo``, or its default."""
        return self.getOrDefault(self.shrinkTo)

    def setSlices(self: ItsSorsSimilarity, value: int) -> ItsSorsSimilarity:
        """Sets the param ``slices``."""
        self._set(slices=value)
        return self

    def getSlices(self) -> int:
        """Returns the value of ``slices``, or its default."""
        return self.getOrDefault(self.slices)

    def setStrategy(self: ItsSorsSimilarity, value: str) -> ItsSorsSimilarity:
        """Sets the param ``strategy``."""
        self._set(strategy=value)
        return self

    def getStrategy(self) -> str:
        """Returns the value of ``strategy``, or its default."""
        return self.getOrDefault(self.strategy)

    def setTau(self: ItsSorsSimilarity, value: float) -> ItsSorsSimilarity:
        """Sets the param ``tau``."""
        self._set(tau=value)
        return self

    def getTau(self) -> float:
        """Returns the value of ``tau``, or its default."""
        return self.getOrDefault(self.tau)

    def setValidationIndicatorCol(self: ItsSorsSimilarity, value: str) -> ItsSorsSimilarity:
        """Sets the param ``validationIndicatorCol``."""
        self._set(validationIndicatorCol=value)
        return self

    def getValidationIndicatorCol(self) -> str:
        """Returns the value of ``validationIndicatorCol``, or its default."""
        return self.getOrDefault(self.validationIndicatorCol)

    def setWeightCol(self: ItsSorsSimilarity, value: str) -> ItsSorsSimilarity:
        """Sets the param ``weightCol``."""
        self._set(weightCol=value)
        return self

    def getWeightCol(self) -> str:
        """Returns the value of ``weightCol``, or its default."""
        return self.getOrDefault(self.weightCol)


if TYPE_CHECKING:

    class SorsSimilarityModelKeywords(TypedDict, total=False):
        """Keyword arguments of SorsSimilarityModel."""

        broadcastEntries: int
        featuresCol: str
        handleInvalid: str
        idCol: str
        indicesCol: str
        itemCol: str
        k: int
        output: str
        outputCol: str


ItsSorsSimilarityModel = TypeVar("ItsSorsSimilarityModel", bound="SorsSimilarityModelParams")


class SorsSimilarityModelParams(KeywordParams):
    """The params of SorsSimilarityModel."""

    broadcastEntries: "Param[int]" = Param(
        Params._dummy(),
        "broadcastEntries",
        "models with more entries are joined, not broadcast",
        typeConverter=TypeConverters.toInt,
    )
    featuresCol: "Param[str]" = Param(
        Params._dummy(),
        "featuresCol",
        "vectors that are the queries",
        typeConverter=toText,
    )
    handleInvalid: "Param[str]" = Param(
        Params._dummy(),
        "handleInvalid",
        "what to do with rows without a valid vector: error, skip or keep, with null as output; a training skips what it should keep",
        typeConverter=toText,
    )
    idCol: "Param[str]" = Param(
        Params._dummy(),
        "idCol",
        "id of the items among the neighbours; their number if empty",
        typeConverter=toText,
    )
    indicesCol: "Param[str]" = Param(
        Params._dummy(),
        "indicesCol",
        "indices of the vectors, if featuresCol has their values alone",
        typeConverter=toText,
    )
    itemCol: "Param[str]" = Param(
        Params._dummy(),
        "itemCol",
        "vectors that are scored for those in featuresCol",
        typeConverter=toText,
    )
    k: "Param[int]" = Param(
        Params._dummy(),
        "k",
        "how many neighbours",
        typeConverter=TypeConverters.toInt,
    )
    output: "Param[str]" = Param(
        Params._dummy(),
        "output",
        "expansion, score or neighbours",
        typeConverter=toText,
    )
    outputCol: "Param[str]" = Param(
        Params._dummy(),
        "outputCol",
        "output column",
        typeConverter=toText,
    )

    def _set_defaults(self) -> None:
        self._setDefault(
            broadcastEntries=33554432,
            featuresCol="features",
            handleInvalid="error",
            idCol="",
            indicesCol="",
            itemCol="item",
            k=10,
            output="expansion",
            outputCol="similarity",
        )

    def setBroadcastEntries(self: ItsSorsSimilarityModel, value: int) -> ItsSorsSimilarityModel:
        """Sets the param ``broadcastEntries``."""
        self._set(broadcastEntries=value)
        return self

    def getBroadcastEntries(self) -> int:
        """Returns the value of ``broadcastEntries``, or its default."""
        return self.getOrDefault(self.broadcastEntries)

    def setFeaturesCol(self: ItsSorsSimilarityModel, value: str) -> ItsSorsSimilarityModel:
        """Sets the param ``featuresCol``."""
        self._set(featuresCol=value)
        return self

    def getFeaturesCol(self) -> str:
        """Returns the value of ``featuresCol``, or its default."""
        return self.getOrDefault(self.featuresCol)

    def setHandleInvalid(self: ItsSorsSimilarityModel, value: str) -> ItsSorsSimilarityModel:
        """Sets the param ``handleInvalid``."""
        self._set(handleInvalid=value)
        return self

    def getHandleInvalid(self) -> str:
        """Returns the value of ``handleInvalid``, or its default."""
        return self.getOrDefault(self.handleInvalid)

    def setIdCol(self: ItsSorsSimilarityModel, value: str) -> ItsSorsSimilarityModel:
        """Sets the param ``idCol``."""
        self._set(idCol=value)
        return self

    def getIdCol(self) -> str:
        """Returns the value of ``idCol``, or its default."""
        return self.getOrDefault(self.idCol)

    def setIndicesCol(self: ItsSorsSimilarityModel, value: str) -> ItsSorsSimilarityModel:
        """Sets the param ``indicesCol``."""
        self._set(indicesCol=value)
        return self

    def getIndicesCol(self) -> str:
        """Returns the value of ``indicesCol``, or its default."""
        return self.getOrDefault(self.indicesCol)

    def setItemCol(self: ItsSorsSimilarityModel, value: str) -> ItsSorsSimilarityModel:
        """Sets the param ``itemCol``."""
        self._set(itemCol=value)
        return self

    def getItemCol(self) -> str:
        """Returns the value of ``itemCol``, or its default."""
        return self.getOrDefault(self.itemCol)

    def setK(self: ItsSorsSimilarityModel, value: int) -> ItsSorsSimilarityModel:
        """Sets the param ``k``."""
        self._set(k=value)
        return self

    def getK(self) -> int:
        """Returns the value of ``k``, or its default."""
        return self.getOrDefault(self.k)

    def setOutput(self: ItsSorsSimilarityModel, value: str) -> ItsSorsSimilarityModel:
        """Sets the param ``output``."""
        self._set(output=value)
        return self

    def getOutput(self) -> str:
        """Returns the value of ``output``, or its default."""
        return self.getOrDefault(self.output)

    def setOutputCol(self: ItsSorsSimilarityModel, value: str) -> ItsSorsSimilarityModel:
        """Sets the param ``outputCol``."""
        self._set(outputCol=value)
        return self

    def getOutputCol(self) -> str:
        """Returns the value of ``outputCol``, or its default."""
        return self.getOrDefault(self.outputCol)


if TYPE_CHECKING:

    class SimilarityEvaluatorKeywords(TypedDict, total=False):
        """Keyword arguments of SimilarityEvaluator."""

        expansionCol: str
        featuresCol: str
        indicesCol: str
        labelCol: str
        metric: str


ItsSimilarityEvaluator = TypeVar("ItsSimilarityEvaluator", bound="SimilarityEvaluatorParams")


class SimilarityEvaluatorParams(KeywordParams):
    """The params of SimilarityEvaluator."""

    expansionCol: "Param[str]" = Param(
        Params._dummy(),
        "expansionCol",
        "expansions that the model has made",
        typeConverter=toText,
    )
    featuresCol: "Param[str]" = Param(
        Params._dummy(),
        "featuresCol",
        "vectors of the rows",
        typeConverter=toText,
    )
    indicesCol: "Param[str]" = Param(
        Params._dummy(),
        "indicesCol",
        "indices of the vectors, if featuresCol has their values alone",
        typeConverter=toText,
    )
    labelCol: "Param[str]" = Param(
        Params._dummy(),
        "labelCol",
        "class of the rows",
        typeConverter=toText,
    )
    metric: "Param[str]" = Param(
        Params._dummy(),
        "metric",
        "map, or precision@k for some k",
        typeConverter=toText,
    )

    def _set_defaults(self) -> None:
        self._setDefault(
            expansionCol="similarity",
            featuresCol="features",
            indicesCol="",
            labelCol="label",
            metric="map",
        )

    def setExpansionCol(self: ItsSimilarityEvaluator, value: str) -> ItsSimilarityEvaluator:
        """Sets the param ``expansionCol``."""
        self._set(expansionCol=value)
        return self

    def getExpansionCol(self) -> str:
        """Returns the value of ``expansionCol``, or its default."""
        return self.getOrDefault(self.expansionCol)

    def setFeaturesCol(self: ItsSimilarityEvaluator, value: str) -> ItsSimilarityEvaluator:
        """Sets the param ``featuresCol``."""
        self._set(featuresCol=value)
        return self

    def getFeaturesCol(self) -> str:
        """Returns the value of ``featuresCol``, or its default."""
        return self.getOrDefault(self.featuresCol)

    def setIndicesCol(self: ItsSimilarityEvaluator, value: str) -> ItsSimilarityEvaluator:
        """Sets the param ``indicesCol``."""
        self._set(indicesCol=value)
        return self

    def getIndicesCol(self) -> str:
        """Returns the value of ``indicesCol``, or its default."""
        return self.getOrDefault(self.indicesCol)

    def setLabelCol(self: ItsSimilarityEvaluator, value: str) -> ItsSimilarityEvaluator:
        """Sets the param ``labelCol``."""
        self._set(labelCol=value)
        return self

    def getLabelCol(self) -> str:
        """Returns the value of ``labelCol``, or its default."""
        return self.getOrDefault(self.labelCol)

    def setMetric(self: ItsSimilarityEvaluator, value: str) -> ItsSimilarityEvaluator:
        """Sets the param ``metric``."""
        self._set(metric=value)
        return self

    def getMetric(self) -> str:
        """Returns the value of ``metric``, or its default."""
        return self.getOrDefault(self.metric)


if TYPE_CHECKING:

    class ClickTripletsKeywords(TypedDict, total=False):
        """Keyword arguments of ClickTriplets."""

        itemCol: str
        labelCol: str
        negatives: str
        negativesPerClick: int
        queryCol: str
        seed: int


ItsClickTriplets = TypeVar("ItsClickTriplets", bound="ClickTripletsParams")


class ClickTripletsParams(KeywordParams):
    """The params of ClickTriplets."""

    itemCol: "Param[str]" = Param(
        Params._dummy(),
        "itemCol",
        "id of the item that was shown",
        typeConverter=toText,
    )
    labelCol: "Param[str]" = Param(
        Params._dummy(),
        "labelCol",
        "whether it was clicked: a boolean, or a number above 0",
        typeConverter=toText,
    )
    negatives: "Param[str]" = Param(
        Params._dummy(),
        "negatives",
        "shown or random: where negatives are drawn from",
        typeConverter=toText,
    )
    negativesPerClick: "Param[int]" = Param(
        Params._dummy(),
        "negativesPerClick",
        "how many triplets a click gives",
        typeConverter=TypeConverters.toInt,
    )
    queryCol: "Param[str]" = Param(
        Params._dummy(),
        "queryCol",
        "id of the query or user",
        typeConverter=toText,
    )
    seed: "Param[int]" = Param(
        Params._dummy(),
        "seed",
        "seed of the negatives and of the order",
        typeConverter=TypeConverters.toInt,
    )

    def _set_defaults(self) -> None:
        self._setDefault(
            itemCol="item",
            labelCol="label",
            negatives="shown",
            negativesPerClick=1,
            queryCol="query",
            seed=1,
        )

    def setItemCol(self: ItsClickTriplets, value: str) -> ItsClickTriplets:
        """Sets the param ``itemCol``."""
        self._set(itemCol=value)
        return self

    def getItemCol(self) -> str:
        """Returns the value of ``itemCol``, or its default."""
        return self.getOrDefault(self.itemCol)

    def setLabelCol(self: ItsClickTriplets, value: str) -> ItsClickTriplets:
        """Sets the param ``labelCol``."""
        self._set(labelCol=value)
        return self

    def getLabelCol(self) -> str:
        """Returns the value of ``labelCol``, or its default."""
        return self.getOrDefault(self.labelCol)

    def setNegatives(self: ItsClickTriplets, value: str) -> ItsClickTriplets:
        """Sets the param ``negatives``."""
        self._set(negatives=value)
        return self

    def getNegatives(self) -> str:
        """Returns the value of ``negatives``, or its default."""
        return self.getOrDefault(self.negatives)

    def setNegativesPerClick(self: ItsClickTriplets, value: int) -> ItsClickTriplets:
        """Sets the param ``negativesPerClick``."""
        self._set(negativesPerClick=value)
        return self

    def getNegativesPerClick(self) -> int:
        """Returns the value of ``negativesPerClick``, or its default."""
        return self.getOrDefault(self.negativesPerClick)

    def setQueryCol(self: ItsClickTriplets, value: str) -> ItsClickTriplets:
        """Sets the param ``queryCol``."""
        self._set(queryCol=value)
        return self

    def getQueryCol(self) -> str:
        """Returns the value of ``queryCol``, or its default."""
        return self.getOrDefault(self.queryCol)

    def setSeed(self: ItsClickTriplets, value: int) -> ItsClickTriplets:
        """Sets the param ``seed``."""
        self._set(seed=value)
        return self

    def getSeed(self) -> int:
        """Returns the value of ``seed``, or its default."""
        return self.getOrDefault(self.seed)

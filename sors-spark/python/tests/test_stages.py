"""Tests the stages in a real Spark. PySparkTest of sors-spark runs them where PySpark is found."""

import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor

from pyspark.ml import Pipeline, PipelineModel
from pyspark.ml.feature import IDF, HashingTF, Tokenizer
from pyspark.ml.linalg import Vectors
from pyspark.ml.tuning import CrossValidator, CrossValidatorModel, ParamGridBuilder
from pyspark.sql import SparkSession
from pyspark.util import inheritable_thread_target

from sors_spark import ClickTriplets, SimilarityEvaluator, SorsSimilarity, SorsSimilarityModel


class StagesTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.spark = SparkSession.builder.appName("sors tests").getOrCreate()
        cls.rows = cls.spark.createDataFrame(
            [
                (i, float(i % 2), Vectors.sparse(6, [0, 1 + i % 2, 3 + i % 3], [1.0, 0.5, 0.4]))
                for i in range(40)
            ],
            ["id", "label", "features"],
        )

    @classmethod
    def tearDownClass(cls):
        cls.spark.stop()

    def folder(self):
        return tempfile.mkdtemp() + "/saved"

    def test_learns_and_ranks(self):
        model = SorsSimilarity(rounds=2000, slices=2, idCol="id").fit(self.rows)
        self.assertAlmostEqual(1.0, SimilarityEvaluator().evaluate(model.transform(self.rows)), 6)
        self.assertEqual([1, 2], [s.slice for s in model.summary.slices])
        self.assertEqual(2000, model.summary.slices[-1].rounds)
        self.assertTrue(model.isEncoder)
        self.assertGreater(model.nonZeros, 0)
        self.assertIn("SorsSimilarityModel", repr(model))
        self.assertEqual(["columns", "row", "values"], sorted(model.rows.columns))
        model.release()

    def test_takes_ints_for_numbers_and_numbers_for_texts(self):
        estimator = SorsSimilarity(regParam=1, eta=0.2, rounds=1e3, slices=2.0)
        self.assertEqual((1.0, "0.2", 1000, 2), tuple(
            estimator.getOrDefault(p)
            for p in (estimator.regParam, estimator.eta, estimator.rounds, estimator.slices)
        ))
        self.assertEqual(1.0, estimator._to_java().getLambda())
        self.assertEqual(2.0, SorsSimilarity(**{"lambda": 2}).getRegParam())
        with self.assertRaisesRegex(TypeError, "no param 'speed'"):
            SorsSimilarity(speed=9)
        with self.assertRaises(TypeError):
            SorsSimilarity(slices="many")
        with self.assertRaisesRegex(Exception, "at least 1"):
            SorsSimilarity(slices=0).fit(self.rows)

    def test_all_stages_are_saved_and_loaded(self):
        estimator = SorsSimilarity(rounds=200, regParam=1e-4)
        path = self.folder()
        estimator.save(path)
        loaded = SorsSimilarity.load(path)
        self.assertEqual((estimator.uid, 1e-4, 200), (loaded.uid, loaded.getRegParam(), loaded.getRounds()))
        path = self.folder()
        SimilarityEvaluator(metric="precision@3").save(path)
        self.assertEqual("precision@3", SimilarityEvaluator.load(path).getMetric())
        path = self.folder()
        ClickTriplets(negatives="random").save(path)
        self.assertEqual("random", ClickTriplets.load(path).getNegatives())
        model = estimator.fit(self.rows)
        path = self.folder()
        model.save(path)
        again = SorsSimilarityModel.load(path)
        self.assertEqual(model.nonZeros, again.nonZeros)
        self.assertFalse(again.hasSummary)
        path = self.folder() + ".sors"
        model.writeSors(path)
        self.assertEqual(model.nonZeros, SorsSimilarityModel.readSors(path).nonZeros)

    def test_is_a_stage_of_a_pipeline_of_texts(self):
        texts = self.spark.createDataFrame(
            [(i % 2, "the ball and the goal" if i % 2 else "the vote and the law") for i in range(20)],
            ["label", "text"],
        )
        pipeline = Pipeline(
            stages=[
                Tokenizer(inputCol="text", outputCol="words"),
                HashingTF(inputCol="words", outputCol="counts", numFeatures=64),
                IDF(inputCol="counts", outputCol="features"),
                SorsSimilarity(rounds=500),
            ]
        )
        path = self.folder()
        pipeline.save(path)
        fitted = Pipeline.load(path).fit(texts)
        path = self.folder()
        fitted.save(path)
        loaded = PipelineModel.load(path)
        self.assertIsInstance(loaded.stages[-1], SorsSimilarityModel)
        self.assertAlmostEqual(1.0, SimilarityEvaluator().evaluate(loaded.transform(texts)), 6)

    def test_is_tuned_in_parallel(self):
        estimator = SorsSimilarity(rounds=300, algorithm="sors-1")
        grid = ParamGridBuilder().addGrid(estimator.regParam, [1e-5, 10]).build()
        validator = CrossValidator(
            estimator=estimator,
            estimatorParamMaps=grid,
            evaluator=SimilarityEvaluator(),
            numFolds=2,
            parallelism=2,
            seed=3,
        )
        path = self.folder()
        validator.save(path)
        tuned = CrossValidator.load(path).fit(self.rows)
        self.assertEqual(2, len(tuned.avgMetrics))
        self.assertGreaterEqual(tuned.avgMetrics[0], tuned.avgMetrics[1])
        path = self.folder()
        tuned.save(path)
        self.assertEqual(tuned.avgMetrics, CrossValidatorModel.load(path).avgMetrics)

    def test_learns_in_threads(self):
        def fit(seed):
            return SorsSimilarity(rounds=200, seed=seed).fit(self.rows).nonZeros

        with ThreadPoolExecutor(2) as threads:
            task = inheritable_thread_target(fit)
            self.assertEqual([fit(1), fit(2)], list(threads.map(task, [1, 2])))

    def test_learns_from_clicks(self):
        clicks = self.spark.createDataFrame(
            [(q, i, int(q % 2 == i % 2)) for q in range(10) for i in range(q, q + 6)],
            ["query", "item", "label"],
        )
        triplets = ClickTriplets(negativesPerClick=2).transform(clicks)
        self.assertEqual(["query", "positive", "negative"], triplets.columns)
        model = SorsSimilarity(idCol="id").setFeedback(triplets).fit(self.rows)
        self.assertEqual(triplets.count(), model.summary.slices[-1].rounds)

    def test_learns_from_arrays_of_floats_by_id(self):
        schema = "id string, features array<float>"
        items = self.spark.createDataFrame(
            [("a", [1.0, 0.0, 0.5]), ("b", [1.0, 0.2, 0.1]), ("c", [0.0, 1.0, 0.5])], schema
        )
        queries = self.spark.createDataFrame([("q", [0.5, 0.1, 0.3])], schema)
        triplets = self.spark.createDataFrame(
            [("q", "a", "c", 2.0), ("q", "b", "c", 0.5)], ["query", "positive", "negative", "weight"]
        )
        estimator = SorsSimilarity(idCol="id", weightCol="weight", encodingLength=4)
        model = estimator.setFeedback(triplets).setQueries(queries).fit(items)
        self.assertEqual(2, model.summary.slices[-1].rounds)
        self.assertEqual(4, len(model.transform(queries).head().similarity))
        groups = self.spark.createDataFrame([(1, "a"), (1, "b"), (2, "c")], ["session", "id"])
        ofGroups = SorsSimilarity(idCol="id", groupCol="session", rounds=30).setFeedback(groups)
        self.assertEqual(30, ofGroups.fit(items).summary.slices[-1].rounds)
        with self.assertRaisesRegex(Exception, "found 1 unknown id in 1 of 3 rows: 'c'"):
            ofGroups.fit(items.filter("id <> 'c'"))

    def test_searches_and_copies(self):
        model = SorsSimilarity(rounds=200).fit(self.rows)
        model.setOutput("neighbours").setOutputCol("nearest").setIdCol("id").setK(3).setItems(self.rows)
        self.assertEqual(3, len(model.transform(self.rows).head().nearest))
        self.assertEqual(1, len(model.transform(self.rows, {model.k: 1}).head().nearest))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)

package io.github.sors.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * With the options for embeddings, clicks that agree with the cosine do not destroy its ranking.
 * The embeddings are not part of the project: they are read from where they are, if they are.
 */
class AgreeingClicksTest {

  /** The options that docs/explanation/algorithms.md recommends for embeddings. */
  private static final Map<String, String> OF_MATRIX =
      Map.of(
          "shrink-to",
          "identity",
          "margin",
          "0.05",
          "delta",
          "1",
          "eta",
          "0.003",
          "lambda",
          "1e-4");

  private static final Map<String, String> OF_ENCODER =
      Map.of("k", "384", "init", "identity", "delta", "10", "tau", "0.05");

  @Tag("full")
  @ParameterizedTest
  @CsvSource({"adasors-2, cran", "adasors-2, cacm", "encoder, cran", "encoder, cacm"})
  void theFirstTenStayInOtherCollections(String algorithm, String collection) throws IOException {
    theFirstTenStay(algorithm, collection);
  }

  @ParameterizedTest
  @CsvSource({"adasors-2, cisi", "encoder, cisi"})
  void theFirstTenStay(String algorithm, String collection) throws IOException {
    AgreeingClicks clicks = read(collection);
    OnlineLearner learner =
        Learners.create(algorithm, algorithm.equals("encoder") ? OF_ENCODER : OF_MATRIX);
    learner.reserve(FeatureSpaces.shared(384));
    assertThat(clicks.recall(learner.snapshot())).isGreaterThan(0.999);

    double[] recalls = clicks.recallAfter(learner, 1, 1, 10, 100, 1000);

    System.out.printf(
        "%s on %s: recall@10 after 1, 10, 100 and 1,000 clicks %s%n",
        algorithm, collection, Arrays.toString(recalls));
    assertThat(recalls[2]).isGreaterThan(0.9);
    assertThat(recalls[3]).isGreaterThan(0.8);
  }

  private static AgreeingClicks read(String collection) throws IOException {
    String given = System.getenv("SORS_DATA");
    Path folder =
        (given == null ? Path.of("..", "..", "shared", "data") : Path.of(given))
            .resolve("embeddings");
    Path items = folder.resolve(collection + "-docs.npy");
    Path queries = folder.resolve(collection + "-queries.npy");
    assumeTrue(
        Files.exists(items) && Files.exists(queries),
        "no embeddings in " + folder + ": set SORS_DATA to the folder of data sets");
    return AgreeingClicks.read(items, queries);
  }
}

package io.github.sors.cli;

import io.github.sors.InvalidInputException;
import io.github.sors.learn.Algorithm;
import io.github.sors.learn.OnlineBilinearLearner;
import io.github.sors.metric.MetricAlgorithm;
import io.github.sors.metric.MetricLearner;
import io.github.sors.server.collection.CollectionSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** The algorithm and its options. */
final class LearnerArguments {

  private static final List<String> OPTIONS_OF_ALL = List.of("margin", "init");

  @Option(
      names = "--algorithm",
      paramLabel = "NAME",
      description =
          "sors-1, sors-2, adasors-1, adasors-2, oasis, aroma or ogd (default: adasors-2);"
              + " learners of distances: lmnn, itml, lego, rdml, pola, sdml; dense:"
              + " aroma-factored; unlearnt: euclidean, cosine.")
  private String algorithm;

  @Option(
      names = "--lambda",
      paramLabel = "X",
      description = "Weight of the L1 norm; larger is sparser (default: 1e-6, SDML 0.01).")
  private String lambda;

  @Option(
      names = "--eta",
      paramLabel = "X",
      description =
          "Step size: 0.1, 0.1/sqrt(t) or 0.1/t (default: 0.1); LEGO, RDML: a number (default:"
              + " 0.08, 0.1).")
  private String eta;

  @Option(
      names = "--delta",
      paramLabel = "X",
      description = "AdaSORS: smoothing of the step sizes (default: 0.1).")
  private String delta;

  @Option(names = "--c", paramLabel = "X", description = "OASIS: the largest step (default: 0.1).")
  private String aggressiveness;

  @Option(
      names = "--r",
      paramLabel = "X",
      description = "AROMA: the larger, the smaller the steps (default: 10).")
  private String regularization;

  @Option(
      names = "--covariance",
      paramLabel = "NAME",
      description =
          "AROMA: projected, as that of a full covariance, or exact, the best diagonal one (default:"
              + " projected).")
  private String covariance;

  @Option(names = "--margin", paramLabel = "X", description = "Margin of the loss (default: 1).")
  private String margin;

  @Option(
      names = "--init",
      paramLabel = "NAME",
      description = "Start from identity or zero (default: identity).")
  private String init;

  @Option(
      names = "--k",
      paramLabel = "N",
      description = "LMNN: target neighbours of a row (default: 3).")
  private String neighbours;

  @Option(
      names = "--mu",
      paramLabel = "X",
      description = "LMNN: weight of the push, between 0 and 1 (default: 0.5).")
  private String mu;

  @Option(
      names = "--gamma",
      paramLabel = "X",
      description = "ITML: the price of slack, or Infinity for none (default: 1).")
  private String gamma;

  @Option(
      names = "--sweeps",
      paramLabel = "N",
      description = "ITML: most passes over all pairs (default: 20).")
  private String sweeps;

  @Option(
      names = "--threshold",
      paramLabel = "X",
      description = "RDML: the distance between similar and dissimilar, in medians (default: 1).")
  private String threshold;

  @Option(
      names = "--epsilon",
      paramLabel = "X",
      description = "RDML: start from this times the identity (default: 0.1).")
  private String epsilon;

  @Option(
      names = "--form",
      paramLabel = "NAME",
      description =
          "Learners of distances: distance, or similarity to rank by x'Ay, which an index can be"
              + " searched with (default: distance).")
  private String form;

  @Option(
      names = "--balance",
      paramLabel = "X",
      description = "SDML: weight of the pairs against the identity (default: 0.5).")
  private String balance;

  @Option(
      names = "--tolerance",
      paramLabel = "X",
      description = "LMNN, ITML: end when a step changes less (default: 3e-3, 1e-3).")
  private String tolerance;

  /** The learner of distances that is asked for, if it is one. */
  Optional<MetricAlgorithm> metric() {
    return algorithm == null ? Optional.empty() : MetricAlgorithm.find(algorithm);
  }

  /** A new learner of distances. */
  MetricLearner createMetric(MetricAlgorithm used) {
    Map<String, String> options = given();
    options.keySet().retainAll(used.optionNames());
    try {
      return used.create(options);
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException(e.getMessage(), e);
    }
  }

  /** Refuses what no learner can be made of, before any data is read. */
  void requireValid() {
    if (metric().isPresent()) {
      createMetric(metric().get());
    } else {
      create(0);
    }
  }

  /** A new learner for data of the given number of features. */
  OnlineBilinearLearner create(int dimension) {
    Map<String, String> options = new LinkedHashMap<>(effective(chosen()));
    options.put("queryDimension", Integer.toString(dimension));
    options.put("itemDimension", Integer.toString(dimension));
    return create(chosen(), options);
  }

  /** What a collection is made with that learns so. */
  CollectionSettings settings(String analyzer) {
    return new CollectionSettings(chosen().label(), effective(chosen()), analyzer);
  }

  /** Refuses options that are given and are not those that a resumed learner was made with. */
  void requireSameAs(OnlineBilinearLearner before, Path checkpoint) {
    if (algorithm != null) {
      TrainingRecord.requireSame("--algorithm", before.algorithm(), algorithm, checkpoint);
    }
    Algorithm same = Algorithm.parse(before.algorithm());
    Map<String, String> given = effective(same);
    // made to see the values as the learner spells them: 1e-6 is 1.0E-6
    Map<String, String> asked = create(same, given).options();
    for (String name : given.keySet()) {
      TrainingRecord.requireSame(
          "--" + name, before.options().get(name), asked.get(name), checkpoint);
    }
  }

  /** Tells of options that are given and mean nothing to the algorithm. */
  void noteIneffective(Algorithm used, Console console) {
    noteIneffective(known(used), used.label(), console);
  }

  /** Tells of options that are given and mean nothing to the algorithm. */
  void noteIneffective(MetricAlgorithm used, Console console) {
    noteIneffective(used.optionNames(), used.label(), console);
  }

  private void noteIneffective(List<String> known, String label, Console console) {
    for (String name : given().keySet()) {
      if (!known.contains(name)) {
        console.note("note: --" + name + " has no effect on " + label);
      }
    }
  }

  private Algorithm chosen() {
    try {
      return algorithm == null ? Algorithm.ADASORS_II : Algorithm.parse(algorithm);
    } catch (IllegalArgumentException e) {
      String others =
          Arrays.stream(MetricAlgorithm.values())
              .map(MetricAlgorithm::label)
              .collect(Collectors.joining(", "));
      throw new InvalidInputException("--algorithm: " + e.getMessage() + ", " + others, e);
    }
  }

  private Map<String, String> given() {
    Map<String, String> given = new LinkedHashMap<>();
    given.put("lambda", lambda);
    given.put("eta", eta);
    given.put("delta", delta);
    given.put("c", aggressiveness);
    given.put("r", regularization);
    given.put("covariance", covariance);
    given.put("margin", margin);
    given.put("init", init);
    given.put("k", neighbours);
    given.put("mu", mu);
    given.put("gamma", gamma);
    given.put("sweeps", sweeps);
    given.put("threshold", threshold);
    given.put("epsilon", epsilon);
    given.put("form", form);
    given.put("balance", balance);
    given.put("tolerance", tolerance);
    given.values().removeIf(value -> value == null);
    return given;
  }

  /** The options that are given and mean something to the algorithm. */
  private Map<String, String> effective(Algorithm used) {
    Map<String, String> effective = given();
    effective.keySet().retainAll(known(used));
    return effective;
  }

  private static List<String> known(Algorithm used) {
    List<String> known = new ArrayList<>(used.optionNames());
    known.addAll(OPTIONS_OF_ALL);
    return known;
  }

  private static OnlineBilinearLearner create(Algorithm used, Map<String, String> options) {
    try {
      return used.create(options);
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException(e.getMessage(), e);
    }
  }
}

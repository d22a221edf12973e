package io.github.sors.lab.command;

import io.github.sors.cli.input.DistanceAlgorithm;
import io.github.sors.cli.input.DistanceAlgorithms;
import io.github.sors.metric.MetricAlgorithm;
import io.github.sors.metric.MetricLearner;
import io.github.sors.metric.MetricTraining;
import io.github.sors.option.AlgorithmDescriptor;
import io.github.sors.option.OptionList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The learners of sors-metric, for {@code sors train}. */
public final class MetricAlgorithms implements DistanceAlgorithms {

  @Override
  public List<DistanceAlgorithm> algorithms() {
    return Arrays.stream(MetricAlgorithm.values())
        .map(algorithm -> (DistanceAlgorithm) new Adapted(algorithm))
        .toList();
  }

  @Override
  public OptionList options() {
    return MetricAlgorithm.options();
  }

  private record Adapted(MetricAlgorithm algorithm) implements DistanceAlgorithm {

    @Override
    public AlgorithmDescriptor<?> descriptor() {
      return algorithm.descriptor();
    }

    @Override
    public long defaultRounds() {
      return algorithm.defaultRounds();
    }

    @Override
    public boolean needsTriplets() {
      return algorithm.needsTriplets();
    }

    @Override
    public String normalization(String chain) {
      return algorithm.normalization(chain);
    }

    @Override
    public Learner learner(Map<String, String> options) {
      MetricLearner learner = algorithm.descriptor().create(options);
      return (training, listener) ->
          learner.learn(
              new MetricTraining(
                      training.vectors(),
                      training.labels(),
                      training.dimension(),
                      training.triplets(),
                      training.rounds())
                  .withThreads(training.threads()),
              listener::goOn);
    }
  }
}

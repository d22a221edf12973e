package io.github.sors.lab;

import io.github.sors.BilinearModel;
import io.github.sors.InvalidInputException;
import io.github.sors.data.triplet.TripletSampler;
import io.github.sors.metric.HeapBudgetException;
import io.github.sors.metric.MetricAlgorithm;
import io.github.sors.metric.MetricLearner;
import io.github.sors.metric.MetricTraining;
import io.github.sors.tune.CannotTrainException;
import io.github.sors.tune.Grid;
import io.github.sors.tune.LearningClock;
import io.github.sors.tune.LearntSimilarity;
import io.github.sors.tune.Method;
import io.github.sors.tune.Parameters;
import io.github.sors.tune.TrainingTask;
import java.util.Locale;
import java.util.concurrent.CancellationException;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/**
 * A learner of distances, with the labels and the same triplets as the other methods.
 *
 * <p>A round costs O(d²) or more, so they stop earlier: after their default number of triplets or,
 * if they learn from labels, after one step per hundred rounds.
 */
final class MetricMethod implements Method {

  private static final long ROUNDS_A_STEP = 100;
  private static final long LEAST_STEPS = 50;

  private final MetricAlgorithm algorithm;

  MetricMethod(MetricAlgorithm algorithm) {
    this.algorithm = algorithm;
  }

  @Override
  public String name() {
    return algorithm.label();
  }

  @Override
  public String title() {
    return algorithm.title();
  }

  @Override
  public Kind kind() {
    return Kind.METRIC;
  }

  @Override
  public Grid grid() {
    return Grid.of(algorithm.descriptor());
  }

  /** The parameters that can be tuned; tables do not show the others. */
  @Override
  public Parameters defaults() {
    return Parameters.defaults(
        algorithm.descriptor().own().stream()
            .filter(parameter -> !parameter.grid().isEmpty())
            .toList());
  }

  MetricAlgorithm algorithm() {
    return algorithm;
  }

  @Override
  public long mostRounds() {
    return algorithm.defaultRounds() * (algorithm.needsTriplets() ? 1 : ROUNDS_A_STEP);
  }

  @Override
  public long ownRounds(long rounds) {
    long asked = algorithm.needsTriplets() ? rounds : Math.max(LEAST_STEPS, rounds / ROUNDS_A_STEP);
    return Math.min(algorithm.defaultRounds(), asked);
  }

  @Override
  public LearntSimilarity train(TrainingTask task) throws CannotTrainException {
    MetricLearner learner;
    try {
      learner = algorithm.create(task.parameters().values());
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException(String.valueOf(e.getMessage()), e);
    }
    TripletSampler sampler =
        TripletSampler.of(
            task.rows().labels(), IntStream.range(0, task.rows().size()).toArray(), task.seed());
    MetricTraining training =
        new MetricTraining(
                task.rows().vectors(),
                task.rows().labels(),
                task.dimension(),
                position -> sampler.triplet(position, task.rows().vectors()),
                ownRounds(task.rounds()))
            .withThreads(task.resources().threads());
    LongSupplier clock = LearningClock.of(task.resources().threads());
    long start = clock.getAsLong();
    BilinearModel model;
    try {
      model =
          learner.learn(
              training,
              (done, most) ->
                  secondsSince(start, clock) <= task.resources().seconds()
                      && !Thread.currentThread().isInterrupted());
    } catch (HeapBudgetException e) {
      throw new CannotTrainException(CannotTrainException.Cause.MEMORY, e.getMessage(), e);
    } catch (InvalidInputException e) {
      throw new CannotTrainException(CannotTrainException.Cause.DATA, e.getMessage(), e);
    }
    double seconds = secondsSince(start, clock);
    if (Thread.currentThread().isInterrupted()) {
      throw new CancellationException("the training was interrupted");
    }
    if (seconds > task.resources().seconds()) {
      throw new CannotTrainException(
          CannotTrainException.Cause.TIME,
          String.format(
              Locale.ROOT, "more than the time limit of %.0f s", task.resources().seconds()),
          null);
    }
    return new LearntSimilarity(
        model, model.queryDimension(), model.nonZeros(), model.bytes(), seconds);
  }

  private static double secondsSince(long start, LongSupplier clock) {
    return (clock.getAsLong() - start) * 1e-9;
  }
}

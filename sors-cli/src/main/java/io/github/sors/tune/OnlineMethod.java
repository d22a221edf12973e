package io.github.sors.tune;

import io.github.sors.BilinearModel;
import io.github.sors.InvalidInputException;
import io.github.sors.Model;
import io.github.sors.data.triplet.LearningLoop;
import io.github.sors.data.triplet.TripletSampler;
import io.github.sors.encoder.EncoderModel;
import io.github.sors.learn.MemoryBudgetException;
import io.github.sors.learn.OnlineLearner;
import io.github.sors.option.AlgorithmDescriptor;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/**
 * An online learner with triplets drawn from the training rows, or a variant of one with other
 * options.
 *
 * <p>For the same rows, rounds, seed and options it learns what {@code sors train} does.
 */
public final class OnlineMethod implements Method {

  private final AlgorithmDescriptor<? extends OnlineLearner> algorithm;
  private final String name;
  private final String title;
  private final Parameters changed;

  OnlineMethod(AlgorithmDescriptor<? extends OnlineLearner> algorithm) {
    this(algorithm, algorithm.label(), algorithm.title(), Parameters.NONE);
  }

  private OnlineMethod(
      AlgorithmDescriptor<? extends OnlineLearner> algorithm,
      String name,
      String title,
      Parameters changed) {
    this.algorithm = algorithm;
    this.name = name;
    this.title = title;
    this.changed = changed;
  }

  /**
   * The same learner with other options.
   *
   * @param suffix of the name
   * @param newTitle its title
   */
  OnlineMethod variant(String suffix, String newTitle, Parameters options) {
    return new OnlineMethod(algorithm, name + "-" + suffix, newTitle, options);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String title() {
    return title;
  }

  @Override
  public Kind kind() {
    return Kind.ONLINE_BILINEAR;
  }

  @Override
  public Grid grid() {
    Grid grid = Grid.of(algorithm);
    for (Map.Entry<String, String> option : changed.values().entrySet()) {
      grid = grid.with(option.getKey(), option.getValue());
    }
    return grid;
  }

  @Override
  public Parameters defaults() {
    return Parameters.defaults(algorithm.own()).with(changed);
  }

  /** The learner. */
  public AlgorithmDescriptor<? extends OnlineLearner> algorithm() {
    return algorithm;
  }

  /** The options in which a variant differs from the learner; none of the learner itself. */
  public Parameters changed() {
    return changed;
  }

  @Override
  public LearntSimilarity train(TrainingTask task) throws CannotTrainException {
    OnlineLearner learner = learner(task);
    TripletSampler sampler =
        TripletSampler.of(
            task.rows().labels(), IntStream.range(0, task.rows().size()).toArray(), task.seed());
    long nanos = 0;
    try {
      for (long checkpoint : task.observer().rounds()) {
        nanos += learnUntil(Math.min(checkpoint, task.rounds()), nanos, learner, sampler, task);
        if (checkpoint <= task.rounds()) {
          task.observer().observe(checkpoint, learnt(learner, nanos));
        }
      }
      nanos += learnUntil(task.rounds(), nanos, learner, sampler, task);
      return learnt(learner, nanos);
    } catch (MemoryBudgetException e) {
      throw new CannotTrainException(
          CannotTrainException.Cause.MEMORY,
          String.format(
              Locale.ROOT,
              "not enough memory: after %,d rounds the matrix takes more than %,d MiB",
              learner.progress().rounds(),
              task.resources().memory() >> 20),
          e);
    }
  }

  private OnlineLearner learner(TrainingTask task) {
    Map<String, String> options = new LinkedHashMap<>(task.parameters().values());
    options.put("queryDimension", Integer.toString(task.dimension()));
    options.put("itemDimension", Integer.toString(task.dimension()));
    options.put("seed", Long.toString(task.seed()));
    OnlineLearner learner;
    try {
      learner = algorithm.create(options);
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException(String.valueOf(e.getMessage()), e);
    }
    learner.setThreads(task.resources().threads());
    learner.setMemoryBudget(task.resources().memory());
    return learner;
  }

  /** Learns up to the given number of rounds, and returns the time in nanoseconds. */
  private static long learnUntil(
      long end, long before, OnlineLearner learner, TripletSampler sampler, TrainingTask task)
      throws CannotTrainException {
    LongSupplier clock = LearningClock.of(task.resources().threads());
    long start = clock.getAsLong();
    LearningLoop loop = LearningLoop.overRows(learner, sampler, task.rows().vectors());
    while (loop.learnSome(end)) {
      if ((before + clock.getAsLong() - start) * 1e-9 > task.resources().seconds()) {
        throw new CannotTrainException(
            CannotTrainException.Cause.TIME,
            String.format(
                Locale.ROOT,
                "more than the time limit of %.0f s: %,d of %,d rounds done",
                task.resources().seconds(),
                learner.progress().rounds(),
                task.rounds()),
            null);
      }
      if (Thread.currentThread().isInterrupted()) {
        throw new CancellationException("the training was interrupted");
      }
    }
    return clock.getAsLong() - start;
  }

  private static LearntSimilarity learnt(OnlineLearner learner, long nanos) {
    Model model = learner.snapshot();
    return new LearntSimilarity(
        model, model.queryDimension(), stored(model), model.bytes(), nanos * 1e-9);
  }

  /**
   * The number of values in the model: non-zeros of a matrix, or all values of an encoder's rows.
   */
  static long stored(Model model) {
    if (model instanceof BilinearModel matrix) {
      return matrix.nonZeros();
    }
    EncoderModel encoder = (EncoderModel) model;
    return (long) encoder.learntQueryFeatures() * encoder.encodingLength();
  }
}

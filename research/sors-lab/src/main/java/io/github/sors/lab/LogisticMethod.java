package io.github.sors.lab;

import io.github.sors.option.AlgorithmDescriptor;
import io.github.sors.option.Parameter;
import io.github.sors.option.RealRange;
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

/** {@link LogisticRegression}: an upper limit for methods with labels, on one thread. */
final class LogisticMethod implements Method {

  static final Method INSTANCE = new LogisticMethod();

  private static final Parameter<Double> C =
      Parameter.of(
              "c",
              RealRange.above(0).atMost(1e9),
              10.0,
              "weight of the loss against the penalty on the weights")
          .tuned("0.1", "1", "10", "100", "1000");

  private static final AlgorithmDescriptor<Double> DESCRIPTOR =
      AlgorithmDescriptor.of(
          "logistic", "Logistic", "logistic regression on the labels", p -> p.get(C), C);

  private LogisticMethod() {}

  @Override
  public String name() {
    return DESCRIPTOR.label();
  }

  @Override
  public String title() {
    return DESCRIPTOR.title();
  }

  @Override
  public Kind kind() {
    return Kind.LABELLED;
  }

  @Override
  public Grid grid() {
    return Grid.of(DESCRIPTOR);
  }

  @Override
  public Parameters defaults() {
    return Parameters.defaults(DESCRIPTOR.own());
  }

  @Override
  public LearntSimilarity train(TrainingTask task) throws CannotTrainException {
    long bytes = LogisticRegression.bytesToLearn(task.rows(), task.dimension());
    if (bytes > task.resources().memory()) {
      throw new CannotTrainException(
          CannotTrainException.Cause.MEMORY,
          String.format(Locale.ROOT, "not enough memory: it takes %,d MiB", bytes >> 20),
          null);
    }
    double c = DESCRIPTOR.create(task.parameters().values());
    LongSupplier clock = LearningClock.of(1);
    long start = clock.getAsLong();
    LogisticRegression learnt =
        LogisticRegression.learn(
            task.rows(),
            task.dimension(),
            c,
            () ->
                (clock.getAsLong() - start) * 1e-9 <= task.resources().seconds()
                    && !Thread.currentThread().isInterrupted());
    double seconds = (clock.getAsLong() - start) * 1e-9;
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
        learnt, task.dimension(), learnt.weightCount(), 8L * learnt.weightCount(), seconds);
  }
}

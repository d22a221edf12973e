package io.github.sors.tune;

import io.github.sors.Model;
import io.github.sors.data.fit.AutomaticTraining;
import io.github.sors.data.fit.ChoiceListener;
import io.github.sors.data.fit.LearningPlan;
import io.github.sors.learn.MemoryBudgetException;
import java.util.Locale;
import java.util.concurrent.CancellationException;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/**
 * A training without options: it chooses the learner and the number of rounds itself, independent
 * of the other methods, and its time includes the choice.
 */
final class AutomaticMethod implements Method {

  static final Method INSTANCE = new AutomaticMethod();

  private AutomaticMethod() {}

  @Override
  public String name() {
    return "auto";
  }

  @Override
  public String title() {
    return "auto";
  }

  @Override
  public Kind kind() {
    return Kind.AUTOMATIC;
  }

  @Override
  public Grid grid() {
    return new Grid();
  }

  @Override
  public Parameters defaults() {
    return Parameters.NONE;
  }

  @Override
  public LearntSimilarity train(TrainingTask task) throws CannotTrainException {
    LongSupplier clock = LearningClock.of(task.resources().threads());
    long start = clock.getAsLong();
    ChoiceListener limit =
        new ChoiceListener() {
          @Override
          public boolean isCancelled() {
            return Thread.currentThread().isInterrupted()
                || (clock.getAsLong() - start) * 1e-9 > task.resources().seconds();
          }
        };
    AutomaticTraining training =
        AutomaticTraining.onRows(
                task.rows(), IntStream.range(0, task.rows().size()).toArray(), task.seed())
            .withResources(task.resources().threads(), task.resources().memory())
            .withListener(limit);
    try {
      LearningPlan plan = training.plan();
      Model model = training.learn(plan);
      return new LearntSimilarity(
          model,
          model.queryDimension(),
          OnlineMethod.stored(model),
          model.bytes(),
          (clock.getAsLong() - start) * 1e-9);
    } catch (MemoryBudgetException e) {
      throw new CannotTrainException(CannotTrainException.Cause.MEMORY, e.getMessage(), e);
    } catch (CancellationException e) {
      if (Thread.currentThread().isInterrupted()) {
        throw e;
      }
      throw new CannotTrainException(
          CannotTrainException.Cause.TIME,
          String.format(
              Locale.ROOT, "more than the time limit of %.0f s", task.resources().seconds()),
          e);
    }
  }
}

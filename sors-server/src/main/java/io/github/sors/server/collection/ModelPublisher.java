package io.github.sors.server.collection;

import io.github.sors.learn.FrozenLearner;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Publishes what a collection has learnt, so that searches see it.
 *
 * <p>A model is published at once while that is cheap. A large one is frozen, and the background
 * worker publishes it while changes go on, resting more than it works.
 */
final class ModelPublisher {

  // what takes no longer than the disk is done every time
  private static final long CHEAP_PUBLISHING = TimeUnit.MILLISECONDS.toNanos(4);
  // and so is what is this small, however long it took on a busy machine
  private static final int SMALL_MODEL = 100_000;
  // how long after a change the collection counts as busy
  private static final long BUSY_WINDOW = TimeUnit.MILLISECONDS.toNanos(200);

  private final BackgroundWorker background;
  private final RunningLoss runningLoss = new RunningLoss();
  private final List<Consumer<LearntModel>> listeners = new CopyOnWriteArrayList<>();

  private volatile LearntModel learnt;
  private volatile long publishingTook;
  private volatile long changedAt = System.nanoTime() - BUSY_WINDOW;
  private volatile boolean closing;
  private boolean due;
  // the number of models that were to be published so far, and of the last one that was
  private long publications;
  private long published;

  ModelPublisher(BackgroundWorker background) {
    this.background = background;
  }

  /** What was published last. */
  LearntModel learnt() {
    return learnt;
  }

  RunningLoss runningLoss() {
    return runningLoss;
  }

  /** Calls a listener with every model that is published, one after the other. */
  void addListener(Consumer<LearntModel> listener) {
    listeners.add(listener);
  }

  /** Notes that there is something new to publish. */
  void changed() {
    due = true;
    changedAt = System.nanoTime();
  }

  /** Whether something was learnt that is not published yet. */
  boolean isDue() {
    return due;
  }

  boolean isCheap() {
    return learnt.matrix().nonZeros() < SMALL_MODEL || publishingTook < CHEAP_PUBLISHING;
  }

  /** Whether the collection was changed a moment ago, so that background work should rest. */
  boolean isBusy() {
    return System.nanoTime() - changedAt < BUSY_WINDOW && !closing;
  }

  /** Lets background work go on without rests. */
  void hurry() {
    closing = true;
  }

  /** Publishes what was learnt until now before it returns. */
  void publish(CollectionState state) {
    due = false;
    publish(++publications, state.learner().freeze(), runningLoss.mean());
  }

  /** Has the background worker publish what was learnt until now. */
  void publishInBackground(CollectionState state) {
    due = false;
    long number = ++publications;
    FrozenLearner now = state.learner().freeze(new BackgroundThrottle(this::isBusy));
    double loss = runningLoss.mean();
    background.start("what was learnt could not be published", () -> publish(number, now, loss));
  }

  private void publish(long number, FrozenLearner now, double loss) {
    long start = System.nanoTime();
    try (now) {
      show(number, new LearntModel(now.model(), now.progress(), loss));
    }
    publishingTook = System.nanoTime() - start;
  }

  private synchronized void show(long number, LearntModel model) {
    // a model that was overtaken by an undo is not shown any more
    if (number > published) {
      published = number;
      learnt = model;
      listeners.forEach(listener -> listener.accept(model));
    }
  }
}

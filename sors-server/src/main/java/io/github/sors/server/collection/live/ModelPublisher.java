package io.github.sors.server.collection.live;

import io.github.sors.Model;
import io.github.sors.index.VectorIndex;
import io.github.sors.learn.LearnerState;
import io.github.sors.server.collection.LearntModel;
import io.github.sors.server.collection.Quality;
import io.github.sors.server.collection.ServedModel;
import io.github.sors.server.collection.model.CollectionStart;
import io.github.sors.server.collection.model.RunningLoss;
import io.github.sors.server.collection.state.CollectionState;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Publishes the learnt model of a collection for searches.
 *
 * <p>A small model is published at once. A large one is frozen, and the background worker publishes
 * it while changes continue, pausing more than it works.
 */
final class ModelPublisher {

  private static final Logger LOGGER = System.getLogger(ModelPublisher.class.getPackageName());
  // models that take less time than a disk write are published every time
  private static final long CHEAP_PUBLISHING = TimeUnit.MILLISECONDS.toNanos(4);
  // how long after a change the collection counts as busy
  private static final long BUSY_WINDOW = TimeUnit.MILLISECONDS.toNanos(200);

  private final BackgroundWorker background;
  private final CollectionStart start;
  private final VectorIndex items;
  private final RunningLoss runningLoss = new RunningLoss();
  private final List<Consumer<LearntModel>> listeners = new CopyOnWriteArrayList<>();

  // the learnt model, and the one that is served; null until the first publication
  private volatile @Nullable LearntModel latest;
  private volatile @Nullable LearntModel learnt;
  private volatile Quality quality = Quality.UNKNOWN;
  private volatile long publishingTook;
  private volatile long changedAt = System.nanoTime() - BUSY_WINDOW;
  private volatile boolean closing;
  private boolean due;
  // the number of publications requested so far, and of the last one done
  private long publications;
  private volatile long published;

  /**
   * Creates a publisher.
   *
   * @param items the items that are searched
   */
  ModelPublisher(BackgroundWorker background, CollectionStart start, VectorIndex items) {
    this.background = background;
    this.start = start;
    this.items = items;
  }

  /** The learnt model that was published last, even if the start is served instead. */
  Model latest() {
    return latestPublished().model();
  }

  private LearntModel latestPublished() {
    return published(latest);
  }

  private static LearntModel published(@Nullable LearntModel model) {
    return Objects.requireNonNull(model, "model before the first publication");
  }

  /** The model before anything was learnt, for at least this many features. */
  Model start(int features) {
    return start.of(features).model();
  }

  /** What the tests had shown when the model was published last. */
  Quality quality() {
    return quality;
  }

  /** The model that searches use. */
  LearntModel learnt() {
    return published(learnt);
  }

  RunningLoss runningLoss() {
    return runningLoss;
  }

  /** Calls a listener with every model that is published, one after the other. */
  void addListener(Consumer<LearntModel> listener) {
    listeners.add(listener);
  }

  /** Records that there is something new to publish. */
  void changed() {
    due = true;
    changedAt = System.nanoTime();
  }

  /** Whether something was learnt that is not published yet. */
  boolean isDue() {
    return due;
  }

  /** Whether publishing is fast: the model is small, or the last publication was fast. */
  boolean isCheap() {
    return latestPublished().served().isSmall(items.view()) || publishingTook < CHEAP_PUBLISHING;
  }

  /** Whether the collection was changed recently, so that background work should pause. */
  boolean isBusy() {
    return System.nanoTime() - changedAt < BUSY_WINDOW && !closing;
  }

  /** Lets background work continue without pauses. */
  void hurry() {
    closing = true;
  }

  /** Publishes the present model; returns when it is done. */
  void publish(CollectionState state) {
    due = false;
    publish(next(state, () -> {}));
  }

  /** Publishes the present model in the background. */
  void publishInBackground(CollectionState state) {
    due = false;
    Publication next = next(state, new BackgroundThrottle(this::isBusy));
    background.start("the learnt model could not be published", () -> publish(next));
  }

  /** What is to be published, read by another thread while changes continue. */
  private record Publication(
      long number, LearnerState now, double loss, Quality quality, Runnable betweenItems) {}

  private Publication next(CollectionState state, Runnable throttle) {
    return new Publication(
        ++publications,
        state.learner().freeze(throttle),
        runningLoss.mean(),
        state.trial().comparison().quality(),
        throttle);
  }

  private void publish(Publication next) {
    long began = System.nanoTime();
    try (LearnerState now = next.now()) {
      LearntModel before = latest;
      ServedModel model = ServedModel.of(now.model(), before == null ? null : before.served());
      ServedModel toServe =
          next.quality().worse() ? start.of(model.model().queryDimension()) : model;
      toServe.prepare(items.view(), next.betweenItems());
      show(
          next,
          new LearntModel(model, now.progress(), next.loss()),
          new LearntModel(toServe, now.progress(), next.loss()));
    }
    publishingTook = System.nanoTime() - began;
  }

  private synchronized void show(Publication next, LearntModel model, LearntModel toServe) {
    // skip a model that an undo has overtaken
    if (next.number() <= published) {
      return;
    }
    published = next.number();
    boolean wasWorse = quality.worse();
    latest = model;
    learnt = toServe;
    // after the model, so that who sees it finds the model
    quality = next.quality();
    if (quality.worse() != wasWorse) {
      logChange(next.quality());
    }
    for (Consumer<LearntModel> listener : listeners) {
      listener.accept(toServe);
    }
  }

  private static void logChange(Quality quality) {
    LOGGER.log(
        Level.WARNING,
        quality.worse()
            ? "the learnt model is worse than the start, so searches use the start: of the latest {0}"
                + " tests it gets {1,number,percent} right, the start {2,number,percent}"
            : "searches use the learnt model again: of the latest {0} tests it gets"
                + " {1,number,percent} right, the start {2,number,percent}",
        quality.compared(),
        quality.learntRight(),
        quality.startRight());
  }
}

package io.github.sors.server.collection;

import io.github.sors.Model;
import io.github.sors.index.VectorIndex;
import io.github.sors.learn.LearnerState;
import java.io.IOException;
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

  private static final long BETWEEN_CHECKS = TimeUnit.SECONDS.toNanos(1);

  private final BackgroundWorker background;
  private final CollectionStart start;
  private final VectorIndex items;
  private final RunningLoss runningLoss = new RunningLoss();
  private final List<Consumer<LearntModel>> listeners = new CopyOnWriteArrayList<>();

  // the learnt model, and the one that is served; null until the first publication
  private volatile @Nullable LearntModel latest;
  private volatile @Nullable LearntModel learnt;
  private volatile Quality quality = Quality.UNKNOWN;
  private volatile boolean servesStart;
  private volatile long nextCheck = System.nanoTime();
  private volatile long publishingTook;
  private volatile long changedAt = System.nanoTime() - BUSY_WINDOW;
  private volatile boolean closing;
  private boolean due;
  // the number of publications requested so far, and of the last one done
  private long publications;
  private volatile long published;
  // and of the last model that was compared with the start
  private volatile long checked;

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
  Model start(int features) throws IOException {
    return start.of(features).model();
  }

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
    publish(++publications, state.learner().freeze(), runningLoss.mean(), () -> {});
  }

  /** Publishes the present model in the background. */
  void publishInBackground(CollectionState state) {
    due = false;
    long number = ++publications;
    Runnable throttle = new BackgroundThrottle(this::isBusy);
    LearnerState now = state.learner().freeze(throttle);
    double loss = runningLoss.mean();
    background.start(
        "the learnt model could not be published", () -> publish(number, now, loss, throttle));
  }

  private void publish(long number, LearnerState now, double loss, Runnable betweenItems) {
    long began = System.nanoTime();
    try (now) {
      LearntModel before = latest;
      ServedModel model = ServedModel.of(now.model(), before == null ? null : before.served());
      if (!servesStart) {
        model.prepare(items.view(), betweenItems);
      }
      show(number, new LearntModel(model, now.progress(), loss));
    }
    publishingTook = System.nanoTime() - began;
  }

  private synchronized void show(long number, LearntModel model) {
    // skip a model that an undo has overtaken
    if (number > published) {
      published = number;
      latest = model;
      serve();
    }
  }

  /** Serves the learnt model, or the start if that is better. */
  private synchronized void serve() {
    LearntModel model = latestPublished();
    if (servesStart) {
      try {
        ServedModel atStart = start.of(model.model().queryDimension());
        atStart.prepare(items.view(), () -> {});
        model = new LearntModel(atStart, model.progress(), model.recentLoss());
      } catch (IOException e) {
        LOGGER.log(Level.ERROR, "the start model cannot be served: {0}", e.getMessage());
      }
    }
    learnt = model;
    for (Consumer<LearntModel> listener : listeners) {
      listener.accept(model);
    }
  }

  /** Whether a comparison of the present model with the start is due. */
  boolean isQualityDue(HeldOutFeedback heldOut) {
    return published != checked && heldOut.keptCount() > 0 && System.nanoTime() - nextCheck >= 0;
  }

  void checkQualityInBackground(HeldOutFeedback heldOut) {
    List<HeldOutFeedback.Kept> kept = heldOut.kept();
    long count = heldOut.heldOut();
    background.start("the model could not be tested", () -> checkQuality(kept, count));
  }

  /** Compares the learnt model with the start, and changes the served model if necessary. */
  void checkQuality(List<HeldOutFeedback.Kept> kept, long heldOut) throws IOException {
    if (kept.isEmpty()) {
      return;
    }
    long began = System.nanoTime();
    long number = published;
    LearntModel model = latestPublished();
    ServedModel atStart = start.of(model.model().queryDimension());
    Quality found = QualityCheck.of(atStart, model.served(), kept, heldOut);
    checked = number;
    if (found.servesStart() != servesStart) {
      LOGGER.log(
          Level.WARNING,
          found.servesStart()
              ? "the learnt model is worse than the start, so searches use the start: of {0} held-out"
                  + " comparisons the learnt model gets {1,number,percent} right, the start"
                  + " {2,number,percent}"
              : "searches use the learnt model again: of {0} held-out comparisons it gets"
                  + " {1,number,percent} right, the start {2,number,percent}",
          found.compared(),
          found.learnt(),
          found.start());
      ServedModel next = found.servesStart() ? atStart : model.served();
      next.prepare(items.view(), new BackgroundThrottle(this::isBusy));
      servesStart = found.servesStart();
      serve();
    }
    // logged after the change
    quality = found;
    long took = System.nanoTime() - began;
    nextCheck = System.nanoTime() + Math.max(BETWEEN_CHECKS, 20 * took);
  }
}

package io.github.sors.server.collection;

import io.github.sors.BilinearModel;
import io.github.sors.FeatureRecipe;
import io.github.sors.InvalidInputException;
import io.github.sors.Normalization;
import io.github.sors.SparseVector;
import io.github.sors.index.IndexHit;
import io.github.sors.index.IndexView;
import io.github.sors.index.ItemFilter;
import io.github.sors.index.WeightedQuery;
import io.github.sors.server.collection.RefusedException.Reason;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * A collection of items in a folder, which learns from comparisons while it is searched.
 *
 * <p>One thread makes all changes: it takes what waits, checks it, writes it to the log as one
 * group, forces that to the disk, applies it and only then answers. So an answered change is safe,
 * and many waiting ones cost one force. Searches never wait for it: they read an index view and the
 * model that was published last. A model is published at once while that is cheap. A large one is
 * frozen, and another thread publishes it while changes go on, resting more than it works. The same
 * thread writes snapshots, one thing at a time: what is frozen takes memory. The whole log is kept:
 * it is the history of what was taught, and a snapshot is only a shortcut.
 */
public final class TeachableCollection implements AutoCloseable {

  private static final Logger LOGGER = System.getLogger(TeachableCollection.class.getPackageName());
  private static final int LARGEST_GROUP = 512;
  private static final long IDLE = TimeUnit.MILLISECONDS.toNanos(25);

  private final CollectionFolder folder;
  private final CollectionLimits limits;
  private final BlockingQueue<PendingChange> waiting;
  private final AtomicInteger waitingBytes = new AtomicInteger();
  private final BackgroundWorker background = new BackgroundWorker();
  private final ModelPublisher publisher = new ModelPublisher(background);
  private final Thread writer;

  private volatile CollectionState state;
  private volatile boolean closing;
  private volatile String storageProblem;
  private long snapshotAt;

  private TeachableCollection(
      CollectionFolder folder, CollectionLimits limits, CollectionState state) {
    this.folder = folder;
    this.limits = limits;
    this.state = state;
    this.snapshotAt = folder.log().last();
    this.waiting = new ArrayBlockingQueue<>(limits.waitingChanges());
    publisher.publish(state);
    writer = new Thread(this::write, "sors-writer");
    writer.setDaemon(true);
    writer.start();
  }

  /** Opens a collection, or creates one that does not start from a model. */
  public static TeachableCollection open(
      Path folder, CollectionSettings ifNew, CollectionLimits limits) throws IOException {
    return open(folder, ifNew, null, limits);
  }

  /**
   * Opens a collection, or creates one if the folder is empty or missing.
   *
   * @param ifNew what a new collection is created with; an existing one keeps its own settings
   * @param model the model file that a new collection starts from, or null; an existing collection
   *     must have started from the same
   * @throws InvalidInputException if another process has it open, its log is damaged, or it cannot
   *     start from the model
   */
  public static TeachableCollection open(
      Path folder, CollectionSettings ifNew, Path model, CollectionLimits limits)
      throws IOException {
    CollectionFolder opened = CollectionFolder.open(folder);
    try {
      return new TeachableCollection(opened, limits, opened.load(ifNew, model, limits));
    } catch (IOException | RuntimeException e) {
      opened.close();
      throw e;
    }
  }

  /**
   * Cuts the log of a collection off before its first damaged record.
   *
   * @return what was done, in words
   */
  public static String repair(Path folder) throws IOException {
    return CollectionFolder.repair(folder);
  }

  /** Adds or replaces items, all or none of them. */
  public CompletableFuture<Outcome> put(List<ItemDraft> items) {
    int bytes = 0;
    for (ItemDraft item : items) {
      bytes += 200 + 50 * item.features().size();
    }
    return enqueue(new PendingChange(new PendingChange.PutItems(items), RequestKey.NONE, bytes));
  }

  /** Removes an item. */
  public CompletableFuture<Outcome> remove(String id) {
    return enqueue(new PendingChange(new PendingChange.RemoveItem(id), RequestKey.NONE, 200));
  }

  /** Learns from comparisons, all or none of them. */
  public CompletableFuture<Outcome> teach(List<ComparisonDraft> comparisons, RequestKey key) {
    int bytes = 0;
    for (ComparisonDraft comparison : comparisons) {
      bytes += 200 + (comparison.query() == null ? 0 : 50 * comparison.query().size());
    }
    return enqueue(new PendingChange(new PendingChange.Teach(comparisons), key, bytes));
  }

  /** Forgets what was taught last, as if it had never been said. */
  public CompletableFuture<Outcome> undo(RequestKey key) {
    return enqueue(new PendingChange(new PendingChange.Undo(), key, 200));
  }

  private CompletableFuture<Outcome> enqueue(PendingChange pending) {
    if (closing) {
      throw new RefusedException(Reason.CLOSED, "the service is being stopped");
    }
    int before = waitingBytes.getAndAdd(pending.bytes());
    // a request alone is taken whatever it takes
    boolean tooMuch = before > 0 && before + pending.bytes() > limits.waitingBytes();
    if (tooMuch || !waiting.offer(pending)) {
      waitingBytes.addAndGet(-pending.bytes());
      throw new RefusedException(
          Reason.OVERLOADED, "too many changes are waiting for the disk: try again in a moment");
    }
    return pending.answer();
  }

  private void write() {
    while (!closing || !waiting.isEmpty()) {
      try {
        PendingChange first = waiting.poll(waitingTime(), TimeUnit.NANOSECONDS);
        if (first != null) {
          List<PendingChange> changes = new ArrayList<>();
          changes.add(first);
          waiting.drainTo(changes, LARGEST_GROUP - 1);
          changes.forEach(change -> waitingBytes.addAndGet(-change.bytes()));
          commitInTurn(changes);
        }
        if (!background.isOccupied()) {
          if (isSnapshotDue()) {
            snapshot();
          } else if (publisher.isDue()) {
            publisher.publishInBackground(state);
          }
        }
      } catch (InterruptedException e) {
        closing = true;
      } catch (RuntimeException | IOException e) {
        // those who wait are told; what was safe before still is
        LOGGER.log(Level.ERROR, "a group of changes failed", e);
      }
    }
  }

  /** How long the writer may rest until it looks whether there is something to publish. */
  private long waitingTime() {
    return publisher.isDue() ? IDLE : TimeUnit.MILLISECONDS.toNanos(100);
  }

  /** Commits changes in groups; an undo is a group of its own. */
  private void commitInTurn(List<PendingChange> changes) throws IOException {
    try {
      int done = 0;
      while (done < changes.size()) {
        int end = done + 1;
        while (!isUndo(changes.get(done)) && end < changes.size() && !isUndo(changes.get(end))) {
          end++;
        }
        commit(changes.subList(done, end));
        done = end;
      }
    } finally {
      // none is left without an answer, whatever happened
      RefusedException failed =
          new RefusedException(Reason.STORAGE, "the change failed and was not made");
      changes.forEach(change -> change.answer().completeExceptionally(failed));
    }
  }

  private static boolean isUndo(PendingChange change) {
    return change.request() instanceof PendingChange.Undo;
  }

  private void commit(List<PendingChange> changes) throws IOException {
    ChangeGroup group = new ChangeGroup(state, limits);
    changes.forEach(group::offer);
    if (group.accepted().isEmpty()) {
      return;
    }
    LogRecord firstChange = group.accepted().get(0).change();
    // made before it is promised: the state without what is undone
    CollectionState after =
        firstChange instanceof LogRecord.Undone undone
            ? folder.loader().load(folder.log().last(), Set.of(undone.sequence()))
            : state;
    long first;
    try {
      first = folder.log().append(group.payloads());
      storageProblem = null;
    } catch (IOException e) {
      storageProblem = "the disk takes no more changes: " + e.getMessage();
      LOGGER.log(Level.ERROR, "{0}", storageProblem);
      group.abandon(new RefusedException(Reason.STORAGE, storageProblem, e));
      return;
    }
    state = after;
    group.apply(after, first, publisher.runningLoss());
    publisher.changed();
    if (firstChange instanceof LogRecord.Undone || publisher.isCheap()) {
      publisher.publish(after);
    }
    group.answer(after);
  }

  private boolean isSnapshotDue() {
    return folder.log().last() - snapshotAt >= limits.recordsBetweenSnapshots();
  }

  private void snapshot() throws IOException {
    folder.log().startSegment();
    snapshotAt = folder.log().last();
    FrozenState now = state.freeze(new BackgroundThrottle(publisher::isBusy));
    background.start(
        "no snapshot of record " + snapshotAt + ", the log goes on",
        () -> {
          try (now) {
            folder.snapshots().write(now);
          }
          LOGGER.log(Level.INFO, "snapshot of record {0} written", Long.toString(now.sequence()));
        });
  }

  /** Calls a listener with every model that is published, one after the other. */
  public void addListener(Consumer<LearntModel> listener) {
    publisher.addListener(listener);
  }

  /** What was learnt so far, as it was published last. */
  public LearntModel learnt() {
    return publisher.learnt();
  }

  /** The items, to be searched. */
  public IndexView index() {
    return state.index().view();
  }

  /** The item of an id, or null where there is none. */
  public StoredItem item(String id) {
    return state.items().get(id);
  }

  /**
   * One page of the items in the order of their ids.
   *
   * @param afterId the last id of the page before, or null for the first page
   * @param limit the most items of the page
   */
  public List<StoredItem> items(String afterId, int limit) {
    PriorityQueue<StoredItem> page =
        new PriorityQueue<>(Comparator.comparing(StoredItem::id).reversed());
    for (StoredItem item : state.items().values()) {
      if (afterId == null || item.id().compareTo(afterId) > 0) {
        page.add(item);
        if (page.size() > limit) {
          page.remove();
        }
      }
    }
    List<StoredItem> sorted = new ArrayList<>(page);
    sorted.sort(Comparator.comparing(StoredItem::id));
    return sorted;
  }

  /**
   * Searches with the model that was published last.
   *
   * @param query the query as {@link #queryVector} makes it
   */
  public List<IndexHit> search(SparseVector query, ItemFilter filter, int top) {
    return index().search(WeightedQuery.expand(learnt().matrix(), query), top, filter);
  }

  /** All items; what is changed meanwhile may be in it or not. */
  public Collection<StoredItem> items() {
    return Collections.unmodifiableCollection(state.items().values());
  }

  /** The ids of the items that feedback has named. */
  public Set<String> taughtItems() {
    return Collections.unmodifiableSet(state.taughtItems());
  }

  public CollectionSettings settings() {
    return state.settings();
  }

  /** The name of a feature. */
  public String featureName(int number) {
    return state.features().name(number);
  }

  /** The number of features that are known. */
  public int featureCount() {
    return state.features().size();
  }

  /** The vector of a query: features that the collection does not know are left out. */
  public SparseVector queryVector(NamedFeatures features) {
    return state.features().lookUp(features);
  }

  /** The number of the last record that is safe and applied. */
  public long sequence() {
    return state.sequence();
  }

  /** Whether there is feedback that can be undone. */
  public boolean canUndo() {
    return !state.undoable().isEmpty();
  }

  /** The number of changes that wait for the disk. */
  public int waitingChanges() {
    return waiting.size();
  }

  /** Why changes are refused at the moment; null where they are not. */
  public String storageProblem() {
    return storageProblem;
  }

  /** The bytes that the learner's matrix takes. */
  public long modelBytes() {
    return state.learner().matrixBytes();
  }

  /** What was learnt, with all that the command line needs to use it: names, recipe, origin. */
  public BilinearModel exportModel() {
    BilinearModel matrix = learnt().matrix();
    List<String> names = state.features().names();
    return matrix
        .withFeatureNames(names.subList(0, Math.min(names.size(), matrix.queryDimension())))
        .withNormalization(Normalization.L2)
        .withRecipe(
            new FeatureRecipe(
                Map.of(
                    "analyzer", settings().analyzer(),
                    "weights", "log",
                    "unitLength", "true",
                    "hashBits", "0",
                    "textColumns", "text"),
                new float[0]))
        .withProvenance(matrix.provenance().withTraining(training()));
  }

  private Map<String, String> training() {
    StartModel start = settings().start();
    String data = "feedback to sors serve";
    return start == null
        ? Map.of("data", data)
        : Map.of("data", data, "start", start.name(), "startHash", start.hash());
  }

  /**
   * The state without any snapshot, from the log alone: for tests that hold one against the other.
   */
  BilinearModel replayedModel() throws IOException {
    return folder.loader().loadFromLogAlone(folder.log().last()).learner().snapshot();
  }

  /** Finishes what waits, writes a snapshot and closes the files. */
  @Override
  public void close() throws IOException {
    closing = true;
    publisher.hurry();
    try {
      writer.join();
      for (PendingChange late = waiting.poll(); late != null; late = waiting.poll()) {
        late.answer()
            .completeExceptionally(
                new RefusedException(Reason.CLOSED, "the service is being stopped"));
      }
      if (!background.close()) {
        LOGGER.log(Level.WARNING, "a snapshot was not finished in time; the log has it all");
      } else if (state.sequence() > folder.newestSnapshot() && storageProblem == null) {
        try (FrozenState last = state.freeze(() -> {})) {
          folder.snapshots().write(last);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      folder.close();
    }
  }
}

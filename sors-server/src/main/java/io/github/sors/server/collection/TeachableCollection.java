package io.github.sors.server.collection;

import io.github.sors.BilinearModel;
import io.github.sors.FeatureRecipe;
import io.github.sors.InvalidInputException;
import io.github.sors.Normalization;
import io.github.sors.SparseVector;
import io.github.sors.index.IndexView;
import io.github.sors.learn.FrozenLearner;
import io.github.sors.server.collection.RefusedException.Reason;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
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
  // what takes no longer than the disk is done every time
  private static final long CHEAP_PUBLISHING = TimeUnit.MILLISECONDS.toNanos(4);
  // and so is what is this small, however long it took on a busy machine
  private static final int SMALL_MODEL = 100_000;
  // how long changes are felt
  private static final long LIVELY = TimeUnit.MILLISECONDS.toNanos(200);

  private final Path folder;
  private final CollectionLimits limits;
  private final StateLoader loader;
  private final FileChannel lockFile;
  private final CollectionLog log;
  private final BlockingQueue<PendingChange> waiting;
  private final AtomicInteger waitingBytes = new AtomicInteger();
  private final List<Consumer<LearntModel>> listeners = new CopyOnWriteArrayList<>();
  private final ExecutorService background =
      Executors.newSingleThreadExecutor(task -> daemon(task, "sors-background"));
  private final AtomicBoolean inBackground = new AtomicBoolean();
  private final RunningLoss runningLoss = new RunningLoss();
  private final Thread writer;

  private volatile CollectionState state;
  private volatile LearntModel learnt;
  private volatile boolean closing;
  private volatile String storageProblem;
  private boolean unpublished;
  // how many models were to be published so far, and the last of them that was
  private long publications;
  private long published;
  private volatile long publishingTook;
  private volatile long changedAt;
  private long snapshotAt;

  private TeachableCollection(
      Path folder,
      CollectionLimits limits,
      FileChannel lockFile,
      CollectionLog log,
      CollectionState state) {
    this.folder = folder;
    this.limits = limits;
    this.loader = new StateLoader(folder);
    this.lockFile = lockFile;
    this.log = log;
    this.state = state;
    this.snapshotAt = log.last();
    this.waiting = new ArrayBlockingQueue<>(limits.waitingChanges());
    publish();
    writer = daemon(this::write, "sors-writer");
    writer.start();
  }

  private static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  /** Opens a collection, or makes one that does not start from a model. */
  public static TeachableCollection open(
      Path folder, CollectionSettings ifNew, CollectionLimits limits) throws IOException {
    return open(folder, ifNew, null, limits);
  }

  /**
   * Opens a collection, or makes one where the folder is empty or missing.
   *
   * @param ifNew what a new collection is made with; one that is there keeps its own
   * @param model the model file that a new collection starts from, or null; one that is there must
   *     have started from the same
   * @throws InvalidInputException if another process has it open, its log is damaged, or it can't
   *     start from the model
   */
  public static TeachableCollection open(
      Path folder, CollectionSettings ifNew, Path model, CollectionLimits limits)
      throws IOException {
    FileChannel lockFile = lock(folder);
    try {
      List<Long> snapshots = new SnapshotFiles(folder).numbers();
      long newest = snapshots.isEmpty() ? 0 : snapshots.get(0);
      CollectionLog log = CollectionLog.open(folder, newest);
      try {
        if (log.last() < newest) {
          throw new InvalidInputException(
              folder
                  + ": the log ends with record "
                  + log.last()
                  + ", but there is a snapshot of record "
                  + newest
                  + ": put the missing log-*.sorslog files back");
        }
        CollectionState state = state(folder, ifNew, model, limits, log);
        return new TeachableCollection(folder, limits, lockFile, log, state);
      } catch (IOException | RuntimeException e) {
        log.close();
        throw e;
      }
    } catch (IOException | RuntimeException e) {
      lockFile.close();
      throw e;
    }
  }

  /** The state that a log amounts to; an empty one gets the record that makes the collection. */
  private static CollectionState state(
      Path folder, CollectionSettings ifNew, Path model, CollectionLimits limits, CollectionLog log)
      throws IOException {
    if (log.cutOff() != null) {
      LOGGER.log(Level.WARNING, "{0}", log.cutOff());
    }
    boolean isNew = log.last() == 0;
    if (isNew) {
      CollectionSettings settings =
          model == null ? ifNew : ifNew.withStart(StartModel.copy(model, folder, ifNew, limits));
      log.append(List.of(RecordCodec.encode(new LogRecord.Created(settings))));
    }
    CollectionState state = new StateLoader(folder).load(log.last());
    StartModel start = state.settings().start();
    if (start != null) {
      // a snapshot does without it, but not every undo
      start.requireWhole(folder);
    }
    if (!isNew && model != null) {
      StartModel.requireSame(start, model, folder);
    }
    return state;
  }

  /**
   * Cuts the log of a collection off before its first damaged record.
   *
   * @return what was done, in words
   */
  public static String repair(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      throw new InvalidInputException("there is no collection " + folder);
    }
    try (FileChannel lockFile = lock(folder)) {
      LOGGER.log(Level.DEBUG, "{0} is locked: {1}", folder, lockFile.isOpen());
      return CollectionLog.repair(folder, new StateLoader(folder).newestGood());
    }
  }

  private static FileChannel lock(Path folder) throws IOException {
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw new InvalidInputException(folder + " is a file: give a folder for the collection");
    }
    Files.createDirectories(folder);
    FileChannel lockFile =
        FileChannel.open(
            folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    FileLock lock;
    try {
      lock = lockFile.tryLock();
    } catch (OverlappingFileLockException e) {
      lock = null;
    }
    if (lock == null) {
      lockFile.close();
      throw new InvalidInputException(
          folder + " is in use by another service: stop that one, or take another folder");
    }
    return lockFile;
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
    if (waitingBytes.addAndGet(pending.bytes()) > limits.waitingBytes()
        || !waiting.offer(pending)) {
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
        if (!inBackground.get()) {
          if (isSnapshotDue()) {
            snapshot();
          } else if (unpublished) {
            publishBesides();
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
    return unpublished ? IDLE : TimeUnit.MILLISECONDS.toNanos(100);
  }

  private boolean isPublishingCheap() {
    return learnt.matrix().nonZeros() < SMALL_MODEL || publishingTook < CHEAP_PUBLISHING;
  }

  /** Whether somebody has just changed something. */
  private boolean isLively() {
    return System.nanoTime() - changedAt < LIVELY && !closing;
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
            ? loader.load(log.last(), Set.of(undone.sequence()))
            : state;
    long first;
    try {
      first = log.append(group.payloads());
      storageProblem = null;
    } catch (IOException e) {
      storageProblem = "the disk takes no more changes: " + e.getMessage();
      LOGGER.log(Level.ERROR, "{0}", storageProblem);
      group.abandon(new RefusedException(Reason.STORAGE, storageProblem, e));
      return;
    }
    state = after;
    group.apply(after, first, runningLoss);
    unpublished = true;
    changedAt = System.nanoTime();
    if (firstChange instanceof LogRecord.Undone || isPublishingCheap()) {
      publish();
    }
    group.answer(after);
  }

  /** Publishes what was learnt until now before anything else is done. */
  private void publish() {
    unpublished = false;
    publish(++publications, state.learner().freeze(), runningLoss.mean());
  }

  /** Has the other thread publish what was learnt until now. */
  private void publishBesides() {
    unpublished = false;
    long number = ++publications;
    FrozenLearner now = state.learner().freeze(new Pace(this::isLively));
    double loss = runningLoss.mean();
    besides("what was learnt could not be published", () -> publish(number, now, loss));
  }

  @FunctionalInterface
  private interface BackgroundTask {
    void run() throws IOException;
  }

  private void besides(String failure, BackgroundTask task) {
    inBackground.set(true);
    background.execute(
        () -> {
          try {
            task.run();
          } catch (IOException | RuntimeException e) {
            LOGGER.log(Level.ERROR, failure, e);
          } finally {
            inBackground.set(false);
          }
        });
  }

  private void publish(long number, FrozenLearner now, double loss) {
    long start = System.nanoTime();
    try (now) {
      show(number, new LearntModel(now.model(), now.progress(), loss));
    }
    publishingTook = System.nanoTime() - start;
  }

  private synchronized void show(long number, LearntModel model) {
    // what was undone meanwhile is not shown any more
    if (number > published) {
      published = number;
      learnt = model;
      listeners.forEach(listener -> listener.accept(model));
    }
  }

  private boolean isSnapshotDue() {
    return log.last() - snapshotAt >= limits.recordsBetweenSnapshots();
  }

  private void snapshot() throws IOException {
    log.startSegment();
    snapshotAt = log.last();
    FrozenState now = state.freeze(new Pace(this::isLively));
    besides(
        "no snapshot of record " + snapshotAt + ", the log goes on",
        () -> {
          try (now) {
            new SnapshotFiles(folder).write(now);
          }
          LOGGER.log(Level.INFO, "snapshot of record {0} written", Long.toString(now.sequence()));
        });
  }

  /** Has a listener told of every model that is published, one after the other. */
  public void addListener(Consumer<LearntModel> listener) {
    listeners.add(listener);
  }

  /** What was learnt so far, as it was published last. */
  public LearntModel learnt() {
    return learnt;
  }

  /** The items, to be searched. */
  public IndexView index() {
    return state.index().view();
  }

  /** The item of an id, or null where there is none. */
  public StoredItem item(String id) {
    return state.items().get(id);
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
    BilinearModel matrix = learnt.matrix();
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
    return loader.loadFromLogAlone(log.last()).learner().snapshot();
  }

  /** Finishes what waits, writes a snapshot and closes the files. */
  @Override
  public void close() throws IOException {
    closing = true;
    try {
      writer.join();
      for (PendingChange late = waiting.poll(); late != null; late = waiting.poll()) {
        late.answer()
            .completeExceptionally(
                new RefusedException(Reason.CLOSED, "the service is being stopped"));
      }
      background.shutdown();
      if (!background.awaitTermination(1, TimeUnit.MINUTES)) {
        LOGGER.log(Level.WARNING, "a snapshot was not finished in time; the log has it all");
      } else if (state.sequence() > newestSnapshot() && storageProblem == null) {
        try (FrozenState last = state.freeze(() -> {})) {
          new SnapshotFiles(folder).write(last);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      log.close();
      lockFile.close();
    }
  }

  private long newestSnapshot() throws IOException {
    List<Long> numbers = new SnapshotFiles(folder).numbers();
    return numbers.isEmpty() ? 0 : numbers.get(0);
  }
}

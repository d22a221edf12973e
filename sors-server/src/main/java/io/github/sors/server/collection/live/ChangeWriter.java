package io.github.sors.server.collection.live;

import io.github.sors.InvalidInputException;
import io.github.sors.server.collection.CollectionLimits;
import io.github.sors.server.collection.ModelVersion;
import io.github.sors.server.collection.Outcome;
import io.github.sors.server.collection.RefusedException;
import io.github.sors.server.collection.RefusedException.Reason;
import io.github.sors.server.collection.RequestKey;
import io.github.sors.server.collection.log.CollectionLog;
import io.github.sors.server.collection.log.LogRecord;
import io.github.sors.server.collection.log.RecordCodec;
import io.github.sors.server.collection.state.CollectionFolder;
import io.github.sors.server.collection.state.CollectionState;
import io.github.sors.server.collection.state.FrozenState;
import io.github.sors.server.collection.state.KnownKeys;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The thread that makes all changes of a collection.
 *
 * <p>It takes the waiting changes, validates them, writes them to the log as one group, forces them
 * to disk, applies them and only then answers. So an answered change is durable, and many waiting
 * changes share one force. A large request is learnt in parts, and an undo is prepared in the
 * background, so that other changes do not have to wait.
 *
 * <p>An {@link Error}, such as an exhausted heap, ends the thread: the state in memory can no
 * longer be trusted, but the state on disk can.
 */
final class ChangeWriter {

  private static final Logger LOGGER = System.getLogger(ChangeWriter.class.getPackageName());
  private static final int LARGEST_GROUP = 512;
  private static final long WHILE_UNPUBLISHED = TimeUnit.MILLISECONDS.toNanos(25);
  private static final long WHILE_IDLE = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long BETWEEN_PROBES = TimeUnit.SECONDS.toNanos(1);
  private static final long BETWEEN_FAILED_SEGMENTS = TimeUnit.SECONDS.toNanos(10);
  // a request that touches more matrix entries is learnt in parts
  private static final long LONG_WORK = 15_000_000;
  // the target duration of a group or a part, and the initial estimate in entries
  private static final long TURN = TimeUnit.MILLISECONDS.toNanos(50);
  private static final long LEAST_TURN_WORK = 1_000_000;
  private static final long MOST_TURN_WORK = 100_000_000;
  // the work between snapshots: about ten seconds of replay
  private static final long SNAPSHOT_WORK = 10_000_000_000L;

  // wakes the thread up when it waits for changes
  private static final PendingChange WAKE_UP =
      new PendingChange(new PendingChange.PutItems(List.of()), RequestKey.NONE, 0, 0);

  private final CollectionFolder folder;
  private final CollectionLimits limits;
  private final BackgroundWorker background;
  private final ModelPublisher publisher;
  private final Thread thread;
  private final BlockingQueue<PendingChange> waiting = new LinkedBlockingQueue<>();
  private final AtomicInteger pendingChanges = new AtomicInteger();
  private final AtomicInteger pendingBytes = new AtomicInteger();
  private final AtomicLong pendingWork = new AtomicLong();
  private final CompletableFuture<Error> fatalError = new CompletableFuture<>();

  // used only by the writer thread
  private final Deque<PendingChange> ready = new ArrayDeque<>();
  private final Deque<PendingChange> longRequests = new ArrayDeque<>();
  private final Deque<PendingChange> delayed = new ArrayDeque<>();
  private final Deque<PendingChange> undos = new ArrayDeque<>();
  private final Deque<PendingChange> maintenance = new ArrayDeque<>();
  // adapts to the present speed of learning
  private long turnWork = 4_000_000;
  private @Nullable LongRequest teaching;
  private @Nullable Rebuild rebuild;
  private long changesAtSnapshot;
  private long workAtSnapshot;
  private long nextProbe;
  private long nextSegment = System.nanoTime();

  private volatile CollectionState state;
  private volatile boolean closing;
  // why the disk or the memory rejects changes, if they do; see problem()
  private volatile @Nullable String rejection;

  ChangeWriter(
      CollectionFolder folder,
      CollectionLimits limits,
      CollectionState state,
      BackgroundWorker background,
      ModelPublisher publisher) {
    this.folder = folder;
    this.limits = limits;
    this.state = state;
    this.background = background;
    this.publisher = publisher;
    this.rejection = state.outgrown();
    if (rejection != null) {
      LOGGER.log(Level.ERROR, "{0}", rejection);
    }
    background.onError(this::fail);
    thread = new Thread(this::run, "sors-writer");
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  CollectionState state() {
    return state;
  }

  /** Why changes are rejected at present; null if they are accepted. */
  @Nullable String problem() {
    Error fatal = fatalError.getNow(null);
    return fatal == null ? rejection : impossibleAfter(fatal);
  }

  private static String impossibleAfter(Error fatal) {
    return "changes are no longer possible in this process: " + fatal;
  }

  /** The number of changes that are not answered yet. */
  int pendingChanges() {
    return pendingChanges.get();
  }

  /** Completed when this process can no longer make changes. */
  CompletableFuture<Error> fatalError() {
    return fatalError;
  }

  /**
   * Submits a change; the answer is completed once the change is on disk.
   *
   * @throws RefusedException if it cannot even be queued
   */
  CompletableFuture<Outcome> submit(PendingChange change) {
    requireOpen();
    if (change.work() > limits.requestWork()) {
      throw new RefusedException(
          Reason.TOO_LARGE,
          "the comparisons of this request touch "
              + change.work()
              + " entries of the model, and at most "
              + limits.requestWork()
              + " are allowed: send fewer per request");
    }
    // a single request is accepted at any cost
    long workBefore = pendingWork.getAndAdd(change.work());
    boolean tooMuchWork = workBefore > 0 && workBefore + change.work() > 2 * limits.requestWork();
    boolean tooManyBytes = pendingBytes.addAndGet(change.bytes()) > limits.waitingBytes();
    boolean tooMany = pendingChanges.incrementAndGet() > limits.waitingChanges();
    var unused =
        change
            .answer()
            .whenComplete(
                (outcome, failure) -> {
                  pendingWork.addAndGet(-change.work());
                  pendingBytes.addAndGet(-change.bytes());
                  pendingChanges.decrementAndGet();
                });
    if (tooMuchWork || (tooManyBytes && pendingChanges.get() > 1) || tooMany) {
      RefusedException refused =
          new RefusedException(
              Reason.OVERLOADED, "too many changes are waiting: try again in a moment");
      change.answer().completeExceptionally(refused);
      throw refused;
    }
    waiting.add(change);
    if (!thread.isAlive()) {
      refuseAll(waiting);
    }
    return change.answer();
  }

  private void requireOpen() {
    if (fatalError.isDone() || closing) {
      throw refusedAtTheEnd();
    }
    String outgrown = state.outgrown();
    if (outgrown != null) {
      throw new RefusedException(Reason.READ_ONLY, outgrown);
    }
  }

  private void run() {
    try {
      while (!closing || !waiting.isEmpty() || !ready.isEmpty()) {
        takeTurn();
      }
    } catch (Error e) {
      fail(e);
    } finally {
      refuseWaiting();
    }
  }

  private void takeTurn() {
    try {
      takeWaiting();
      commitGroup();
      teachPart();
      undo();
      workInBackground();
      probeStorage();
    } catch (InterruptedException e) {
      closing = true;
    } catch (RuntimeException | IOException e) {
      // the waiting requests are answered; everything written before is still safe
      LOGGER.log(Level.ERROR, "a group of changes failed", e);
    }
  }

  /** Accepts no more changes in this process; all acknowledged changes are on disk. */
  private void fail(Error error) {
    fatalError.complete(error);
    closing = true;
    LOGGER.log(Level.ERROR, impossibleAfter(error), error);
  }

  private void refuseWaiting() {
    for (Queue<PendingChange> changes :
        List.of(waiting, ready, longRequests, delayed, undos, maintenance)) {
      refuseAll(changes);
    }
    if (teaching != null) {
      teaching.request().answer().completeExceptionally(refusedAtTheEnd());
    }
    if (rebuild != null) {
      refuse(rebuild, refusedAtTheEnd());
    }
  }

  private void refuseAll(Queue<PendingChange> changes) {
    for (PendingChange change = changes.poll(); change != null; change = changes.poll()) {
      change.answer().completeExceptionally(refusedAtTheEnd());
    }
  }

  private RefusedException refusedAtTheEnd() {
    Error fatal = fatalError.getNow(null);
    return fatal == null
        ? new RefusedException(Reason.CLOSED, "the service is being stopped")
        : new RefusedException(Reason.STORAGE, impossibleAfter(fatal));
  }

  private void takeWaiting() throws InterruptedException {
    boolean idle = ready.isEmpty() && longRequests.isEmpty() && teaching == null;
    long patience = publisher.isDue() || rebuild != null ? WHILE_UNPUBLISHED : WHILE_IDLE;
    PendingChange first = waiting.poll(idle ? patience : 0, TimeUnit.NANOSECONDS);
    if (first != null) {
      ready.add(first);
      waiting.drainTo(ready, LARGEST_GROUP);
      ready.remove(WAKE_UP);
    }
  }

  /** Commits as many of the next changes as fit into one group. */
  private void commitGroup() {
    ChangeGroup group = new ChangeGroup(state, limits);
    long work = 0;
    while (!ready.isEmpty() && group.accepted().size() < LARGEST_GROUP && work < turnWork) {
      PendingChange next = ready.peek();
      Deque<PendingChange> elsewhere = queueOf(next);
      if (elsewhere != null) {
        elsewhere.add(next);
      } else if (!group.offer(next)) {
        break;
      } else {
        work += next.work();
      }
      ready.remove();
    }
    commit(group);
  }

  /** The queue of a change that is not committed in a group with others; null if it is. */
  private @Nullable Deque<PendingChange> queueOf(PendingChange change) {
    if (change.request() instanceof PendingChange.Undo
        || change.request() instanceof PendingChange.Rollback) {
      return undos;
    }
    if (change.request() instanceof PendingChange.Teach teach
        && teach.comparisons().size() > 1
        && change.work() > LONG_WORK) {
      return longRequests;
    }
    if (change.request() instanceof PendingChange.Compact
        || change.request() instanceof PendingChange.Backup) {
      return maintenance;
    }
    return teaching != null && teaching.delays(change) ? delayed : null;
  }

  /** Writes a group, applies it and answers its requests. */
  private void commit(ChangeGroup group) {
    if (group.accepted().isEmpty()) {
      return;
    }
    long first;
    try {
      first = folder.log().append(group.payloads());
      rejection = null;
    } catch (IOException e) {
      group.abandon(refusedByStorage(e));
      return;
    } catch (RuntimeException | Error e) {
      group.abandon(new RefusedException(Reason.STORAGE, "the change failed", e));
      throw e;
    }
    try {
      apply(group, first);
    } catch (Error e) {
      group.refuse(
          new RefusedException(
              Reason.STORAGE,
              "the change is on disk, but the service failed before it was applied: it will be"
                  + " applied when the service starts again",
              e));
      throw e;
    }
    group.answer(state);
  }

  private RefusedException refusedByStorage(IOException e) {
    String reason = "changes cannot be written to disk: " + e.getMessage();
    rejection = reason;
    nextProbe = System.nanoTime() + BETWEEN_PROBES;
    LOGGER.log(Level.ERROR, "{0}", reason);
    return new RefusedException(Reason.STORAGE, reason, e);
  }

  private void apply(ChangeGroup group, long first) {
    try {
      group.apply(state, first, publisher.runningLoss());
    } catch (RuntimeException e) {
      throw new AssertionError("a logged change could not be applied", e);
    }
    publisher.changed();
    if (publisher.isCheap()) {
      publisher.publish(state);
    }
  }

  /** Learns the next part of a long request. */
  private void teachPart() {
    LongRequest request = teaching == null ? nextLongRequest() : teaching;
    teaching = request;
    if (request == null) {
      return;
    }
    PendingChange part = request.nextPart(turnWork);
    ChangeGroup group = new ChangeGroup(state, limits);
    group.offer(part);
    long start = System.nanoTime();
    commit(group);
    double speed = part.work() / (double) Math.max(1, System.nanoTime() - start);
    turnWork = Math.max(LEAST_TURN_WORK, Math.min(MOST_TURN_WORK, (long) (speed * TURN)));
    var unused =
        part.answer()
            .whenComplete(
                (outcome, failure) -> {
                  if (failure != null) {
                    // the parts learnt so far are undone, see undo()
                    request.request().answer().completeExceptionally(failure);
                    teaching = null;
                  } else if (request.isFinished()) {
                    request.request().answer().complete(outcome);
                    teaching = null;
                  } else {
                    request.written(outcome.sequence());
                  }
                });
    if (teaching == null) {
      delayed.descendingIterator().forEachRemaining(ready::addFirst);
      delayed.clear();
    }
  }

  /** The next long request that is valid as a whole; null if there is none. */
  private @Nullable LongRequest nextLongRequest() {
    while (!longRequests.isEmpty() && state.unfinishedRequest() == 0 && !closing) {
      PendingChange next = longRequests.remove();
      ChangeGroup trial = new ChangeGroup(state, limits);
      trial.offer(next);
      boolean possible = !trial.accepted().isEmpty();
      trial.forget();
      if (possible && next.request() instanceof PendingChange.Teach teach) {
        return new LongRequest(next, teach.comparisons());
      }
    }
    return null;
  }

  /** Starts the requested undos, or finishes those that were prepared in the background. */
  private void undo() throws IOException {
    if (rebuild != null && rebuild.isFinished()) {
      Rebuild finished = rebuild;
      rebuild = null;
      finish(finished);
    }
    if (rebuild == null && !background.isOccupied() && !closing) {
      List<Rebuild.Step> steps = undoSteps();
      if (!steps.isEmpty()) {
        rebuild = new Rebuild(folder.loader(), folder.log()::last, steps);
        background.start("feedback could not be undone", rebuild::run);
      }
    }
  }

  private List<Rebuild.Step> undoSteps() {
    List<Rebuild.Step> steps = new ArrayList<>();
    if (teaching == null && state.unfinishedRequest() != 0 && problem() == null) {
      LogRecord abandoned = new LogRecord.Undone(state.unfinishedRequest(), RequestKey.NONE);
      steps.add(new Rebuild.Step(abandoned, null));
    }
    Deque<Long> undoable = new ArrayDeque<>(state.undoable());
    Set<String> keys = new HashSet<>();
    for (Iterator<PendingChange> all = undos.iterator(); all.hasNext(); ) {
      PendingChange next = all.next();
      // a repeated request waits until the first one is done
      if (next.key().isNone() || keys.add(next.key().key())) {
        all.remove();
        LogRecord change = undoing(next, undoable);
        if (change != null) {
          steps.add(new Rebuild.Step(change, next));
        }
      }
    }
    return steps;
  }

  /** The record that undoes what was requested; null if the request was rejected. */
  private @Nullable LogRecord undoing(PendingChange change, Deque<Long> undoable) {
    try {
      KnownKeys.Done done = state.keys().find(change.key().key());
      if (done != null) {
        ChangeGroup.requireSame(done.key(), change.key());
        change.answer().complete(done.outcome().again());
        return null;
      }
      if (change.request() instanceof PendingChange.Rollback rollback) {
        if (state.versions().stream().noneMatch(known -> known.number() == rollback.to())) {
          throw new RefusedException(
              Reason.CONFLICT, "there is no version " + rollback.to() + ": see /api/versions");
        }
        return new LogRecord.RolledBack(rollback.to(), folder.log().last(), change.key());
      }
      long wanted = ((PendingChange.Undo) change.request()).feedback();
      if (undoable.isEmpty()) {
        throw new RefusedException(Reason.CONFLICT, "there is no feedback that can be undone");
      }
      long undone = wanted == PendingChange.Undo.LATEST ? undoable.peekLast() : wanted;
      if (!undoable.remove(undone)) {
        throw new RefusedException(
            Reason.CONFLICT,
            "feedback " + wanted + " cannot be undone: it was undone before, or is too old");
      }
      return new LogRecord.Undone(undone, change.key());
    } catch (RefusedException e) {
      change.answer().completeExceptionally(e);
      return null;
    }
  }

  /** Writes the undos to the log and continues with the rebuilt state. */
  private void finish(Rebuild finished) throws IOException {
    String failure = finished.failure();
    if (failure != null) {
      refuse(finished, new RefusedException(Reason.FULL, failure));
      return;
    }
    CollectionState rebuilt = finished.result();
    List<byte[]> payloads = new ArrayList<>();
    finished.steps().forEach(step -> payloads.add(RecordCodec.encode(step.change())));
    long number;
    try {
      number = folder.log().append(payloads);
      rejection = null;
    } catch (IOException e) {
      refuse(finished, refusedByStorage(e));
      return;
    }
    List<Outcome> outcomes = new ArrayList<>();
    for (Rebuild.Step step : finished.steps()) {
      state.apply(number, step.change());
      outcomes.add(rebuilt.apply(number, step.change()));
      number++;
    }
    state = state.withLearningOf(rebuilt);
    changesAtSnapshot = 0;
    workAtSnapshot = 0;
    publisher.changed();
    publisher.publish(state);
    for (int k = 0; k < outcomes.size(); k++) {
      PendingChange request = finished.steps().get(k).request();
      if (request != null) {
        request.answer().complete(outcomes.get(k));
      }
    }
  }

  private static void refuse(Rebuild rebuild, RefusedException reason) {
    for (Rebuild.Step step : rebuild.steps()) {
      if (step.request() != null) {
        step.request().answer().completeExceptionally(reason);
      }
    }
  }

  private void workInBackground() {
    if (background.isOccupied()) {
      return;
    }
    if (!maintenance.isEmpty() && isReadyFor(maintenance.peek())) {
      maintain(maintenance.remove());
    } else if (isSnapshotDue()) {
      snapshot();
    } else if (publisher.isDue()) {
      publisher.publishInBackground(state);
    }
  }

  private boolean isReadyFor(PendingChange change) {
    return change.request() instanceof PendingChange.Backup
        || (isWhole() && undos.isEmpty() && rebuild == null);
  }

  /** Starts a backup or a compaction. */
  private void maintain(PendingChange change) {
    Outcome outcome = new Outcome(state.sequence(), rounds(), 0, 0, false);
    try {
      if (change.request() instanceof PendingChange.Backup backup) {
        CollectionLog.End end = folder.log().end();
        inBackground(change, outcome, () -> folder.backup(backup.target(), end, copy -> {}));
      } else {
        folder.log().startSegment();
        state.forgetHistory();
        noteSnapshot();
        FrozenState now = state.freeze(new BackgroundThrottle(publisher::isBusy));
        inBackground(
            change,
            outcome,
            () -> {
              try (now) {
                return folder.compact(now);
              }
            });
      }
    } catch (IOException e) {
      change.answer().completeExceptionally(new RefusedException(Reason.STORAGE, said(e), e));
    }
  }

  private long rounds() {
    return state.learner().progress().rounds();
  }

  @FunctionalInterface
  private interface Counting {
    int run() throws IOException;
  }

  /** Runs a task in the background; its answer contains the number of files. */
  private void inBackground(PendingChange change, Outcome outcome, Counting task) {
    background.start(
        "maintenance failed",
        () -> {
          try {
            int count = task.run();
            change.answer().complete(outcome.withCount(count));
          } catch (InvalidInputException e) {
            change
                .answer()
                .completeExceptionally(new RefusedException(Reason.CONFLICT, e.getMessage(), e));
          } catch (IOException e) {
            change.answer().completeExceptionally(new RefusedException(Reason.STORAGE, said(e), e));
          } catch (RuntimeException e) {
            change.answer().completeExceptionally(e);
            throw e;
          }
        });
  }

  private static String said(IOException e) {
    return e.getMessage() == null ? e.toString() : e.getMessage();
  }

  private boolean isSnapshotDue() {
    return isWhole()
        && System.nanoTime() - nextSegment >= 0
        && (state.replayCost().changes() - changesAtSnapshot >= limits.comparisonsBetweenSnapshots()
            || state.replayCost().work() - workAtSnapshot >= SNAPSHOT_WORK);
  }

  /** Whether no request is half learnt, so that a snapshot is possible. */
  private boolean isWhole() {
    return teaching == null && state.unfinishedRequest() == 0 && state.outgrown() == null;
  }

  private void snapshot() {
    markVersion();
    try {
      folder.log().startSegment();
    } catch (IOException e) {
      nextSegment = System.nanoTime() + BETWEEN_FAILED_SEGMENTS;
      LOGGER.log(
          Level.ERROR, "a snapshot could not be started; no data are lost: {0}", e.getMessage());
      return;
    }
    noteSnapshot();
    FrozenState now = state.freeze(new BackgroundThrottle(publisher::isBusy));
    background.start(
        "the snapshot of record " + now.sequence() + " failed; no data are lost",
        () -> {
          try (now) {
            folder.snapshots().write(now);
          }
          LOGGER.log(Level.INFO, "wrote the snapshot of record {0}", Long.toString(now.sequence()));
        });
  }

  private void noteSnapshot() {
    changesAtSnapshot = state.replayCost().changes();
    workAtSnapshot = state.replayCost().work();
  }

  /** Marks a version if something was learnt since the last one. */
  private void markVersion() {
    ModelVersion latest = state.versions().peekLast();
    if (rounds() > 0 && (latest == null || latest.rounds() != rounds())) {
      ChangeGroup group = new ChangeGroup(state, limits);
      group.offer(
          new PendingChange(new PendingChange.MarkVersion("snapshot"), RequestKey.NONE, 0, 0));
      commit(group);
    }
  }

  /** Checks whether a disk that rejected changes accepts them again. */
  private void probeStorage() {
    if (problem() == null
        || state.outgrown() != null
        || folder.log().isInDoubt()
        || System.nanoTime() - nextProbe < 0) {
      return;
    }
    try {
      folder.log().probe();
      rejection = null;
      LOGGER.log(Level.INFO, "changes can be written to disk again");
    } catch (IOException e) {
      nextProbe = System.nanoTime() + BETWEEN_PROBES;
    }
  }

  /** Finishes waiting changes, writes a snapshot and ends. */
  void close() throws IOException, InterruptedException {
    closing = true;
    waiting.add(WAKE_UP);
    thread.join();
    if (!background.close()) {
      LOGGER.log(
          Level.WARNING,
          "a snapshot was not finished in time; no data are lost, but the next start takes longer");
    } else if (isWhole() && problem() == null && state.sequence() > folder.newestSnapshot()) {
      try (FrozenState last = state.freeze(() -> {})) {
        folder.snapshots().write(last);
      }
    }
  }
}

package io.github.sors.server.collection.state;

import io.github.sors.InvalidInputException;
import io.github.sors.server.collection.CollectionLimits;
import io.github.sors.server.collection.CollectionSettings;
import io.github.sors.server.collection.CopiedCollection;
import io.github.sors.server.collection.StartModel;
import io.github.sors.server.collection.log.CollectionLog;
import io.github.sors.server.collection.log.DamagedFiles;
import io.github.sors.server.collection.log.FolderCopy;
import io.github.sors.server.collection.log.LogRecord;
import io.github.sors.server.collection.log.LogRepair;
import io.github.sors.server.collection.log.LogSegment;
import io.github.sors.server.collection.log.RecordCodec;
import io.github.sors.server.collection.model.StartCopy;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The folder of a collection, locked by this process: its log, its snapshots and the model that it
 * starts from.
 */
public final class CollectionFolder implements AutoCloseable {

  private static final Logger LOGGER = System.getLogger(CollectionFolder.class.getPackageName());

  private final Path path;
  private final FileChannel lockFile;
  private final CollectionLog log;
  private final SnapshotFiles snapshots;
  private final CollectionLimits limits;
  private final StateLoader loader;

  private CollectionFolder(
      Path path, CollectionLimits limits, FileChannel lockFile, CollectionLog log) {
    this.path = path;
    this.lockFile = lockFile;
    this.log = log;
    this.snapshots = new SnapshotFiles(path);
    this.limits = limits;
    this.loader = new StateLoader(path, limits);
  }

  /**
   * Locks a folder, which is created if it is missing, and opens its log.
   *
   * @throws InvalidInputException if another process uses the folder, or its log is damaged
   */
  public static CollectionFolder open(Path path, CollectionLimits limits) throws IOException {
    return open(path, limits, "stop that service, or use another folder");
  }

  private static CollectionFolder open(Path path, CollectionLimits limits, String ifInUse)
      throws IOException {
    FileChannel lockFile = lock(path, ifInUse);
    try {
      long newest = newestSnapshot(path);
      CollectionLog log = CollectionLog.open(path, newest);
      if (log.cutOff() != null) {
        LOGGER.log(Level.WARNING, "{0}", log.cutOff());
      }
      removeLeftovers(path);
      return new CollectionFolder(path, limits, lockFile, log);
    } catch (IOException | RuntimeException e) {
      lockFile.close();
      throw e;
    }
  }

  /**
   * Keeps everything that can be verified with the log and the snapshots, and moves damaged data
   * aside.
   *
   * @return what the copy has
   */
  public static String repair(Path path) throws IOException {
    if (!Files.isDirectory(path)) {
      throw new InvalidInputException("there is no collection " + path);
    }
    try (FileChannel lockFile = lock(path, "stop that service first")) {
      LOGGER.log(Level.DEBUG, "{0} is locked: {1}", path, lockFile.isOpen());
      return new LogRepair(path, new StateLoader(path, CollectionLimits.DEFAULT).goodSnapshots())
          .run();
    }
  }

  /** Removes the leftovers of interrupted writes: temporary files and incomplete snapshots. */
  private static void removeLeftovers(Path path) throws IOException {
    try (Stream<Path> files = Files.list(path)) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString();
        if (name.startsWith(".") && name.endsWith(".tmp")) {
          Files.delete(file);
        }
      }
    }
    new SnapshotFiles(path).removeIncomplete();
  }

  /**
   * Copies a collection that no service has open.
   *
   * @return what the copy has
   */
  public static CopiedCollection backup(Path path, Path target, CollectionLimits limits)
      throws IOException {
    requireCollection(path, "collection");
    try (CollectionFolder opened =
        open(path, limits, "let that service make the backup, or stop it")) {
      CollectionLog.End end = opened.log.end();
      requireRecords(path, end.last());
      int count = opened.backup(target, end, copy -> requireLoadable(copy, end.last(), limits));
      return new CopiedCollection(count, end.last());
    }
  }

  /**
   * Copies a backup to a folder that is missing or empty, and checks that the copy can be served.
   *
   * @return what the copy has
   */
  public static CopiedCollection restore(Path backup, Path path, CollectionLimits limits)
      throws IOException {
    requireCollection(backup, "backup");
    List<LogSegment> segments = LogSegment.allFiles(backup);
    LogSegment newest = segments.get(segments.size() - 1);
    LogSegment.Extent extent = newest.read(Long.MAX_VALUE, (sequence, payload) -> {});
    if (!extent.whole() && !newest.isEmpty()) {
      throw CollectionLog.damaged(backup, newest, extent);
    }
    long last = extent.next() - 1;
    requireRecords(backup, last);
    List<Path> others = FolderCopy.otherFiles(backup);
    try (FolderCopy copy = new FolderCopy(path)) {
      for (Path file : others) {
        copy.add(file, Files.size(file));
      }
      for (LogSegment segment : segments) {
        copy.add(segment.file(), Files.size(segment.file()));
      }
      copy.finish(last, folder -> requireLoadable(folder, last, limits));
    }
    return new CopiedCollection(others.size() + segments.size(), last);
  }

  private static void requireCollection(Path path, String what) throws IOException {
    if (!Files.isDirectory(path)) {
      throw new InvalidInputException("there is no " + what + " " + path);
    }
    if (LogSegment.allFiles(path).isEmpty()) {
      throw new InvalidInputException(
          path + " is not a " + what + ": it has no log-*.sorslog files; give the folder of one");
    }
  }

  private static void requireRecords(Path path, long last) {
    if (last == 0) {
      throw new InvalidInputException(
          path + ": expected a log with records, found an empty one: there is nothing to copy");
    }
  }

  /** Loads a copy as a service would, to check the snapshots and the start model, too. */
  private static void requireLoadable(Path copy, long last, CollectionLimits limits)
      throws IOException {
    StartModel start = new StateLoader(copy, limits).load(last).settings().start();
    if (start != null) {
      StartCopy.requireWhole(start, copy);
    }
  }

  /**
   * Copies the log up to the given end, with the other files; must not run while snapshots are
   * written.
   *
   * @param check a check of the copy in addition to that of its log
   * @return how many files the copy has
   */
  public int backup(Path target, CollectionLog.End end, FolderCopy.Check check) throws IOException {
    int count = 0;
    try (FolderCopy copy = new FolderCopy(target)) {
      for (Path file : FolderCopy.otherFiles(path)) {
        copy.add(file, Files.size(file));
        count++;
      }
      for (LogSegment segment : LogSegment.allFiles(path)) {
        if (segment.first() <= end.segment().first()) {
          boolean last = segment.equals(end.segment());
          copy.add(segment.file(), last ? end.bytes() : Files.size(segment.file()));
          count++;
        }
      }
      copy.finish(end.last(), check);
    }
    return count;
  }

  /**
   * Replaces the log up to a state by a snapshot, and deletes all older files, which may contain
   * removed items.
   *
   * @return how many files were deleted
   */
  public int compact(FrozenState state) throws IOException {
    snapshots.write(state);
    if (!loader.goodSnapshots().contains(state.sequence())) {
      throw new IOException("the snapshot of record " + state.sequence() + " cannot be read back");
    }
    int count = 0;
    for (LogSegment segment : LogSegment.allFiles(path)) {
      if (segment.first() <= state.sequence()) {
        Files.delete(segment.file());
        count++;
      }
    }
    for (long number : snapshots.numbers()) {
      if (number < state.sequence()) {
        snapshots.remove(number);
        count += 2;
      }
    }
    try (Stream<Path> files = Files.list(path)) {
      for (Path file : files.toList()) {
        if (file.getFileName().toString().contains(DamagedFiles.MARK)) {
          Files.delete(file);
          count++;
        }
      }
    }
    CollectionLog.forceNames(path);
    return count;
  }

  private static FileChannel lock(Path path, String ifInUse) throws IOException {
    if (Files.exists(path) && !Files.isDirectory(path)) {
      throw new InvalidInputException(path + " is a file: give a folder for the collection");
    }
    Files.createDirectories(path);
    FileChannel lockFile =
        FileChannel.open(path.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    FileLock lock;
    try {
      lock = lockFile.tryLock();
    } catch (OverlappingFileLockException e) {
      lock = null;
    }
    if (lock == null) {
      lockFile.close();
      throw new InvalidInputException(path + " is in use by another service: " + ifInUse);
    }
    return lockFile;
  }

  /**
   * Loads the state from the log; an empty log first gets the record that creates the collection.
   *
   * @param ifNew the settings of a new collection; an existing one keeps its own settings
   * @param model the model file that a new collection starts from, or null; an existing collection
   *     must have started from the same
   * @throws InvalidInputException if the collection cannot start from the model
   */
  public CollectionState load(CollectionSettings ifNew, @Nullable Path model) throws IOException {
    boolean isNew = log.last() == 0;
    if (isNew) {
      CollectionSettings settings =
          model == null ? ifNew : StartCopy.copy(model, path, ifNew, limits);
      log.append(List.of(RecordCodec.encode(new LogRecord.Created(settings))));
    }
    CollectionState state = loader.load(log.last());
    StartModel start = state.settings().start();
    if (start != null) {
      // a snapshot does not need it, but some undos do
      StartCopy.requireWhole(start, path);
    }
    if (!isNew && model != null) {
      StartCopy.requireSame(start, model, path);
    }
    return state;
  }

  Path path() {
    return path;
  }

  public CollectionLog log() {
    return log;
  }

  public StateLoader loader() {
    return loader;
  }

  public SnapshotFiles snapshots() {
    return snapshots;
  }

  /** The number of the newest snapshot; 0 if there is none. */
  public long newestSnapshot() throws IOException {
    return newestSnapshot(path);
  }

  private static long newestSnapshot(Path path) throws IOException {
    List<Long> numbers = new SnapshotFiles(path).numbers();
    return numbers.isEmpty() ? 0 : numbers.get(0);
  }

  @Override
  public void close() throws IOException {
    try {
      log.close();
    } finally {
      lockFile.close();
    }
  }
}

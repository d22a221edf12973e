package io.github.sors.server.collection.log;

import io.github.sors.InvalidInputException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Repairs a damaged log. It keeps everything that can be verified: the longest unbroken series of
 * valid records from the start of the log or from a snapshot.
 *
 * <p>Nothing is deleted: files with other content are renamed, see {@link DamagedFiles}.
 */
public final class LogRepair {

  private final Path folder;
  private final List<Long> snapshots;

  /**
   * Creates a repair of the log in a folder.
   *
   * @param snapshots the numbers of the snapshots that can be read
   */
  public LogRepair(Path folder, List<Long> snapshots) {
    this.folder = folder;
    this.snapshots = snapshots;
  }

  /**
   * Repairs the log.
   *
   * @return what was done, in words
   * @throws InvalidInputException if a file is not a log of this version, or nothing can be
   *     verified
   */
  public String run() throws IOException {
    NavigableMap<Long, LogSegment.Frame> records = new TreeMap<>();
    List<LogSegment> segments = LogSegment.all(folder);
    for (LogSegment segment : segments) {
      List<LogSegment.Frame> frames = segment.frames();
      LogSegment.Extent extent = segment.read(0, (sequence, payload) -> {});
      if (frames.isEmpty() && extent.end() == 0) {
        throw CollectionLog.unknown(segment);
      }
      for (LogSegment.Frame frame : frames) {
        // throws if a newer version wrote it
        RecordCodec.decode(LogFrame.payload(LogSegment.read(frame)));
        records.putIfAbsent(frame.sequence(), frame);
      }
    }
    long start = bestStart(records);
    long end = endOfSeries(records, start);
    if (isWhole(segments, start, end)) {
      return "the records up to " + end + " are valid: nothing to repair";
    }
    return keep(segments, records, start, end);
  }

  /** The record, or 0 for the start of the log, from which the unbroken series is longest. */
  private long bestStart(NavigableMap<Long, LogSegment.Frame> records) {
    long best = -1;
    long farthest = 0;
    List<Long> starts = new ArrayList<>(snapshots);
    if (records.containsKey(1L)) {
      starts.add(0L);
    }
    for (long start : starts) {
      long end = endOfSeries(records, start);
      if (end > farthest || (end == farthest && start < best)) {
        best = start;
        farthest = end;
      }
    }
    if (best < 0) {
      throw new InvalidInputException(
          folder
              + ": neither the start of the log nor a snapshot can be read, so nothing can be"
              + " verified: use a backup");
    }
    return best;
  }

  private static long endOfSeries(NavigableMap<Long, LogSegment.Frame> records, long start) {
    long end = start;
    while (records.containsKey(end + 1)) {
      end++;
    }
    return end;
  }

  /** Whether the segments hold exactly the records after one number up to another. */
  private boolean isWhole(List<LogSegment> segments, long start, long end) throws IOException {
    long next = start + 1;
    for (LogSegment segment : segments) {
      LogSegment.Extent extent = segment.read(Long.MAX_VALUE, (sequence, payload) -> {});
      boolean before = extent.next() <= start + 1;
      if (!extent.whole() || (!before && segment.first() > next)) {
        return false;
      }
      next = Math.max(next, extent.next());
    }
    boolean goesOn = !segments.isEmpty() || Files.exists(LogSegment.named(folder, end + 1).file());
    return next == end + 1 && goesOn;
  }

  private String keep(
      List<LogSegment> segments, NavigableMap<Long, LogSegment.Frame> records, long start, long end)
      throws IOException {
    List<LogSegment> kept = new ArrayList<>();
    long next = start + 1;
    for (LogSegment segment : segments) {
      LogSegment.Extent extent = segment.read(Long.MAX_VALUE, (sequence, payload) -> {});
      // records before the snapshot are not needed to continue
      boolean continues = segment.first() == next || (start == 0 && segment.first() <= next);
      if (extent.whole() && continues && kept.size() == segments.indexOf(segment)) {
        kept.add(segment);
        next = extent.next();
      }
    }
    DamagedFiles aside = new DamagedFiles(folder);
    Path repaired = null;
    if (next <= end) {
      repaired = folder.resolve("repaired.sorslog");
      write(repaired, records.subMap(next, true, end, true).values());
    }
    long lost = 0;
    for (LogSegment segment : segments) {
      if (!kept.contains(segment)) {
        lost += Files.size(segment.file());
        aside.move(segment.file());
      }
    }
    LogSegment latest = LogSegment.named(folder, next);
    if (repaired != null) {
      lost -= Files.size(repaired);
      Files.move(repaired, latest.file());
    } else if (kept.isEmpty()) {
      write(latest.file(), List.of());
    }
    CollectionLog.forceNames(folder);
    return "kept the records up to "
        + end
        + (start == 0 ? "" : " (those up to " + start + " only from a snapshot)")
        + " and moved "
        + Math.max(0, lost)
        + " bytes aside that are damaged or come after damage: see the files "
        + aside.pattern()
        + " in "
        + folder;
  }

  private static void write(Path file, Iterable<LogSegment.Frame> frames) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(LogSegment.HEAD));
      for (LogSegment.Frame frame : frames) {
        ByteBuffer bytes = LogSegment.read(frame);
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
      }
      channel.force(true);
    }
  }
}

package io.github.sors.server.collection.log;

import io.github.sors.InvalidInputException;
import io.github.sors.Remedy;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The append-only log of a collection: all its changes in order.
 *
 * <p>Records are numbered from 1. A group of records is written and forced to disk at once, so that
 * many writers share one force. A group that cannot be written completely is removed again, and the
 * earlier records are unchanged.
 *
 * <p>Only one thread may write; other threads may {@link #replay} durable records at the same time.
 */
public final class CollectionLog implements Closeable {

  private static final int PROBE_BYTES = 1 << 16;

  private final Path folder;
  private final @Nullable String cutOff;
  private LogSegment segment;
  private FileChannel channel;
  private long end;
  private volatile long last;
  private volatile @Nullable IOException failure;

  private CollectionLog(
      Path folder,
      LogSegment segment,
      FileChannel channel,
      long end,
      long last,
      @Nullable String cutOff) {
    this.folder = folder;
    this.segment = segment;
    this.channel = channel;
    this.end = end;
    this.last = last;
    this.cutOff = cutOff;
  }

  /**
   * Opens a log for appending, and verifies the part of it that is not covered by a snapshot.
   *
   * <p>An incomplete last group, left by a crash, is cut off and moved aside, see {@link #cutOff}.
   * If this method throws, the log is unchanged.
   *
   * @param covered the number of the last record that a snapshot covers
   * @throws InvalidInputException if the log is damaged, or a file is not a log of this version
   */
  public static CollectionLog open(Path folder, long covered) throws IOException {
    List<LogSegment> segments = LogSegment.all(folder);
    List<LogSegment> files = LogSegment.allFiles(folder);
    if (segments.isEmpty()) {
      return openEmpty(folder, files, covered);
    }
    for (int k = firstNeeded(segments, covered); k < segments.size() - 1; k++) {
      LogSegment segment = segments.get(k);
      LogSegment.Extent extent = segment.read(Long.MAX_VALUE, (sequence, payload) -> {});
      if (!extent.whole() || extent.next() != segments.get(k + 1).first()) {
        throw damaged(folder, segment, extent);
      }
    }
    LogSegment newest = segments.get(segments.size() - 1);
    LogSegment.Extent extent = newest.read(Long.MAX_VALUE, (sequence, payload) -> {});
    if (!extent.whole() && (extent.end() == 0 || !newest.endsInterrupted(extent))) {
      throw damaged(folder, newest, extent);
    }
    long last = extent.next() - 1;
    requireNotBehind(folder, last, covered);
    String cutOff = extent.whole() ? null : cutOff(folder, newest, extent);
    // left behind by a full disk, or prepared for the next records
    LogSegment next = LogSegment.named(folder, last + 1);
    for (LogSegment file : files) {
      if (!segments.contains(file) && !file.equals(next)) {
        Files.delete(file.file());
      }
    }
    if (files.contains(next) && extent.whole()) {
      return new CollectionLog(
          folder, next, create(folder, next), LogSegment.HEAD.length, last, null);
    }
    FileChannel channel = FileChannel.open(newest.file(), StandardOpenOption.WRITE);
    channel.truncate(extent.end());
    channel.force(true);
    return new CollectionLog(folder, newest, channel, extent.end(), last, cutOff);
  }

  /** Opens a log without any record, or one whose records are all covered by a snapshot. */
  private static CollectionLog openEmpty(Path folder, List<LogSegment> files, long covered)
      throws IOException {
    LogSegment next = LogSegment.named(folder, covered + 1);
    if (!files.contains(next)) {
      requireNotBehind(folder, 0, covered);
    }
    return new CollectionLog(
        folder, next, create(folder, next), LogSegment.HEAD.length, covered, null);
  }

  private static void requireNotBehind(Path folder, long last, long covered) {
    if (last < covered) {
      throw new InvalidInputException(
          folder
              + ": the log ends with record "
              + last
              + ", but there is a snapshot of record "
              + covered
              + ": put the missing log-*.sorslog files back",
          Remedy.set("repair").when("the snapshot is sufficient"));
    }
  }

  private static String cutOff(Path folder, LogSegment segment, LogSegment.Extent extent)
      throws IOException {
    Path copy = new DamagedFiles(folder).copyTail(segment.file(), extent.end());
    return segment.file().getFileName()
        + ": "
        + Files.size(copy)
        + " bytes after record "
        + (extent.next() - 1)
        + " were incomplete when the process ended; they were moved to "
        + copy.getFileName()
        + " and had never been acknowledged";
  }

  public static InvalidInputException damaged(
      Path folder, LogSegment segment, LogSegment.Extent extent) {
    if (extent.end() == 0) {
      return unknown(segment);
    }
    return new InvalidInputException(
        segment.file()
            + ": record "
            + extent.next()
            + ", "
            + extent.end()
            + " bytes from the start, is damaged or missing, although it may have been"
            + " acknowledged",
        Remedy.set("repair")
            .when("the part that can be verified is sufficient")
            .or("use another copy of " + folder));
  }

  /** The error that a file is not a log, or one of another version. */
  static InvalidInputException unknown(LogSegment segment) {
    return new InvalidInputException(
        segment.file()
            + " does not start like a log of this version: it is damaged, was written by a newer"
            + " version of sors, or is not a log; nothing was changed. Use the version that wrote"
            + " it or another copy",
        Remedy.set("repair").when("a few bytes are damaged"));
  }

  private static int firstNeeded(List<LogSegment> segments, long covered) {
    int needed = 0;
    while (needed + 1 < segments.size() && segments.get(needed + 1).first() <= covered + 1) {
      needed++;
    }
    return needed;
  }

  /**
   * Reads the records after one number up to another.
   *
   * @throws InvalidInputException if one of them is damaged or missing
   */
  public static void replay(Path folder, long after, long upTo, LogSegment.RecordConsumer consumer)
      throws IOException {
    List<LogSegment> segments = LogSegment.all(folder);
    long next = after + 1;
    for (int k = firstNeeded(segments, after); k < segments.size() && next <= upTo; k++) {
      LogSegment segment = segments.get(k);
      LogSegment.Extent extent =
          segment.read(
              upTo,
              (sequence, payload) -> {
                if (sequence > after) {
                  consumer.accept(sequence, payload);
                }
              });
      next = extent.next();
      if (!extent.whole()) {
        throw damaged(folder, segment, extent);
      }
    }
    if (next <= upTo) {
      throw new InvalidInputException(
          folder + ": expected records up to " + upTo + ", found records up to " + (next - 1));
    }
  }

  /** Creates a segment, or clears one without records; on failure, removes it. */
  private static FileChannel create(Path folder, LogSegment segment) throws IOException {
    FileChannel created =
        FileChannel.open(segment.file(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      created.truncate(0);
      ByteBuffer head = ByteBuffer.wrap(LogSegment.HEAD);
      while (head.hasRemaining()) {
        created.write(head);
      }
      created.force(true);
      forceNames(folder);
      return created;
    } catch (IOException e) {
      created.close();
      try {
        Files.deleteIfExists(segment.file());
      } catch (IOException also) {
        e.addSuppressed(also);
      }
      throw e;
    }
  }

  /** Makes the file names in a folder durable. */
  public static void forceNames(Path folder) throws IOException {
    try (FileChannel names = FileChannel.open(folder)) {
      names.force(true);
    }
  }

  /** What was cut off when the log was opened, in words; null if it was complete. */
  public @Nullable String cutOff() {
    return cutOff;
  }

  /** The number of the last record. */
  public long last() {
    return last;
  }

  /**
   * Appends records and forces them to disk.
   *
   * @return the number of the first one
   * @throws IOException if that failed; then none of them is in the log
   */
  public long append(List<byte[]> payloads) throws IOException {
    if (failure != null) {
      throw new IOException(
          "after an earlier failure the content of the log is unknown: start the service again",
          failure);
    }
    long first = last + 1;
    long start = end;
    ByteBuffer[] frames = new ByteBuffer[payloads.size()];
    for (int k = 0; k < frames.length; k++) {
      frames[k] = LogFrame.encode(payloads.get(k), first + k, first);
    }
    try {
      for (ByteBuffer frame : frames) {
        while (frame.hasRemaining()) {
          end += channel.write(frame, end);
        }
      }
    } catch (IOException e) {
      takeBack(start, e);
      throw e;
    }
    try {
      channel.force(false);
    } catch (IOException e) {
      // the content of the disk is unknown now, even if a second try succeeds
      takeBack(start, e);
      failure = e;
      throw e;
    }
    last = first + frames.length - 1;
    return first;
  }

  private void takeBack(long start, IOException cause) {
    end = start;
    try {
      channel.truncate(start);
    } catch (IOException e) {
      cause.addSuppressed(e);
      failure = cause;
    }
  }

  /**
   * The end of a log at some moment.
   *
   * @param segment the current file
   * @param bytes the number of its bytes that hold durable records
   * @param last the number of the last record
   */
  public record End(LogSegment segment, long bytes, long last) {}

  /** The present end of the log. */
  public End end() {
    return new End(segment, end, last);
  }

  /**
   * Whether the content of the disk is unknown after a failure, so that nothing can be appended.
   */
  public boolean isInDoubt() {
    return failure != null;
  }

  /**
   * Checks that the disk accepts data, by writing some and removing it.
   *
   * @throws IOException if it does not
   */
  public void probe() throws IOException {
    ByteBuffer zeros = ByteBuffer.allocate(PROBE_BYTES);
    long position = end;
    try {
      while (zeros.hasRemaining()) {
        position += channel.write(zeros, position);
      }
      channel.force(false);
    } finally {
      channel.truncate(end);
    }
  }

  /** Continues in a new file, so that a start after a snapshot need not read this one. */
  public void startSegment() throws IOException {
    if (end == LogSegment.HEAD.length) {
      return;
    }
    LogSegment next = LogSegment.named(folder, last + 1);
    FileChannel created = create(folder, next);
    channel.close();
    segment = next;
    channel = created;
    end = LogSegment.HEAD.length;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}

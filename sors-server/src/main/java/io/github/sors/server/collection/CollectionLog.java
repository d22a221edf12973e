package io.github.sors.server.collection;

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

/**
 * The append-only log of a collection: all its changes in order, in files that are only ever added
 * to.
 *
 * <p>Records are numbered from 1. A group of records is written and forced to the disk at once,
 * which is what makes many writers fast: they wait for one force together. A group that can't be
 * written is taken back, and what was there before is as it was.
 *
 * <p>Belongs to one thread; other threads may {@link #replay} what is safe meanwhile.
 */
final class CollectionLog implements Closeable {

  private final Path folder;
  private final String cutOff;
  private FileChannel channel;
  private long end;
  private long last;
  private IOException failure;

  private CollectionLog(Path folder, FileChannel channel, long end, long last, String cutOff) {
    this.folder = folder;
    this.channel = channel;
    this.end = end;
    this.last = last;
    this.cutOff = cutOff;
  }

  /**
   * Opens a log to be added to, and checks the part of it that is not covered by a snapshot.
   *
   * <p>What a crash left of the last group is cut off, see {@link #cutOff}.
   *
   * @param covered the number of the last record that need not be read
   * @throws InvalidInputException if a record is damaged that others follow
   */
  static CollectionLog open(Path folder, long covered) throws IOException {
    List<LogSegment> segments = LogSegment.all(folder);
    if (segments.isEmpty()) {
      FileChannel channel = create(LogSegment.named(folder, 1));
      return new CollectionLog(folder, channel, LogSegment.HEAD.length, 0, null);
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
    String cutOff = null;
    if (!extent.whole()) {
      if (newest.hasLaterGroup(extent.end(), extent.next())) {
        throw damaged(folder, newest, extent);
      }
      cutOff =
          newest.file().getFileName()
              + ": "
              + (Files.size(newest.file()) - extent.end())
              + " bytes after record "
              + (extent.next() - 1)
              + " were not finished when the process ended, and were cut off; nobody was told that"
              + " they are safe";
    }
    FileChannel channel = FileChannel.open(newest.file(), StandardOpenOption.WRITE);
    long end = extent.end();
    if (end < LogSegment.HEAD.length) {
      channel.truncate(0);
      channel.write(ByteBuffer.wrap(LogSegment.HEAD), 0);
      end = LogSegment.HEAD.length;
    }
    channel.truncate(end);
    channel.force(true);
    return new CollectionLog(folder, channel, end, extent.next() - 1, cutOff);
  }

  private static InvalidInputException damaged(
      Path folder, LogSegment segment, LogSegment.Extent extent) {
    return new InvalidInputException(
        segment.file()
            + ": record "
            + extent.next()
            + ", "
            + extent.end()
            + " bytes from the start, is damaged or missing, and there are records after it",
        Remedy.set("repair")
            .when("the records before it are enough")
            .or("use another copy of " + folder));
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
  static void replay(Path folder, long after, long upTo, LogSegment.RecordConsumer consumer)
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
          folder + ": records up to " + upTo + " expected, found them up to " + (next - 1));
    }
  }

  /**
   * Cuts a log off before its first damaged record and sets what follows aside, in files that end
   * in {@code .damaged}.
   *
   * @param covered the number of the last record that a snapshot makes up for
   * @return what was done, in words
   */
  static String repair(Path folder, long covered) throws IOException {
    List<LogSegment> segments = LogSegment.all(folder);
    int needed = firstNeeded(segments, covered);
    long expected = segments.isEmpty() ? 1 : segments.get(needed).first();
    for (int k = needed; k < segments.size(); k++) {
      LogSegment segment = segments.get(k);
      boolean follows = segment.first() == expected;
      LogSegment.Extent extent =
          follows
              ? segment.read(Long.MAX_VALUE, (sequence, payload) -> {})
              : new LogSegment.Extent(0, expected, false);
      expected = extent.next();
      if (!extent.whole()) {
        long aside = 0;
        for (LogSegment after : segments.subList(k, segments.size())) {
          aside += Files.size(after.file()) - (after.equals(segment) ? extent.end() : 0);
          Path copy = after.file().resolveSibling(after.file().getFileName() + ".damaged");
          if (after.equals(segment) && extent.end() > LogSegment.HEAD.length) {
            Files.copy(after.file(), copy);
            try (FileChannel channel = FileChannel.open(after.file(), StandardOpenOption.WRITE)) {
              channel.truncate(extent.end());
              channel.force(true);
            }
          } else {
            Files.move(after.file(), copy);
          }
        }
        return "kept the records up to "
            + (expected - 1)
            + " and set "
            + aside
            + " bytes after them aside, in files called *.damaged in "
            + folder;
      }
    }
    return "the records up to " + (expected - 1) + " are whole, nothing to repair";
  }

  private static FileChannel create(LogSegment segment) throws IOException {
    FileChannel created =
        FileChannel.open(segment.file(), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    created.write(ByteBuffer.wrap(LogSegment.HEAD));
    created.force(true);
    try (FileChannel names = FileChannel.open(segment.file().getParent())) {
      names.force(true);
    }
    return created;
  }

  /** What was cut off when the log was opened, in words; null where it was whole. */
  String cutOff() {
    return cutOff;
  }

  /** The number of the last record. */
  long last() {
    return last;
  }

  /**
   * Adds records and forces them to the disk.
   *
   * @return the number of the first of them
   * @throws IOException if that was not possible; then none of them is in the log
   */
  long append(List<byte[]> payloads) throws IOException {
    if (failure != null) {
      throw new IOException(
          "an earlier failure left the log in doubt: start the service again", failure);
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
      // what the disk holds now is not known, even if a second try succeeds
      takeBack(start, e);
      failure = e;
      throw e;
    }
    last += frames.length;
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

  /** Goes on in a new file, so that a start after a snapshot need not read this one. */
  void startSegment() throws IOException {
    if (end == LogSegment.HEAD.length) {
      return;
    }
    FileChannel next = create(LogSegment.named(folder, last + 1));
    channel.close();
    channel = next;
    end = LogSegment.HEAD.length;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}

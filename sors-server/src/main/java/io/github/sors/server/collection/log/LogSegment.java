package io.github.sors.server.collection.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One file of a log.
 *
 * @param file its path, which contains the number of its first record
 * @param first the number of its first record
 */
public record LogSegment(Path file, long first) {

  static final byte[] HEAD = "SORSLOG1".getBytes(StandardCharsets.US_ASCII);
  private static final Pattern NAME = Pattern.compile("log-([0-9]{19})\\.sorslog");
  private static final int WINDOW = 1 << 20;
  private static final int SECTOR = 512;
  private static final int ZEROS_AT_THE_END = 64;

  /** Receives the records of a log, one after the other. */
  @FunctionalInterface
  public interface RecordConsumer {
    void accept(long sequence, byte[] payload) throws IOException;
  }

  /**
   * The readable part of a segment.
   *
   * @param end the end of the last valid record; 0 if the file does not start like a log
   * @param next the number of the record after it
   * @param whole whether the file ends there
   */
  public record Extent(long end, long next, boolean whole) {}

  /** A valid record in a file. */
  record Frame(LogSegment segment, long position, int length, long sequence) {}

  static LogSegment named(Path folder, long first) {
    return new LogSegment(
        folder.resolve(String.format(Locale.ROOT, "log-%019d.sorslog", first)), first);
  }

  /** The segments of a log in order, without those that have no records. */
  public static List<LogSegment> all(Path folder) throws IOException {
    List<LogSegment> segments = new ArrayList<>();
    for (LogSegment segment : allFiles(folder)) {
      if (!segment.isEmpty()) {
        segments.add(segment);
      }
    }
    return segments;
  }

  /** The number of the record after which a log starts; 0 for a log that was never compacted. */
  public static long base(Path folder) throws IOException {
    List<LogSegment> segments = all(folder);
    if (segments.isEmpty()) {
      segments = allFiles(folder);
    }
    return segments.isEmpty() ? 0 : segments.get(0).first() - 1;
  }

  /** The segments of a log in order, including those without records. */
  public static List<LogSegment> allFiles(Path folder) throws IOException {
    List<LogSegment> segments = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      files
          .sorted()
          .forEach(
              file -> {
                Matcher name = NAME.matcher(file.getFileName().toString());
                if (name.matches()) {
                  segments.add(new LogSegment(file, Long.parseLong(name.group(1))));
                }
              });
    }
    return segments;
  }

  /** Whether the file is not longer than its header, so that it has no record. */
  public boolean isEmpty() throws IOException {
    if (Files.size(file) > HEAD.length) {
      return false;
    }
    byte[] bytes = Files.readAllBytes(file);
    return Arrays.equals(bytes, new byte[bytes.length])
        || Arrays.equals(bytes, Arrays.copyOf(HEAD, bytes.length));
  }

  /** Reads records up to a number, or up to the first invalid one. */
  public Extent read(long upTo, RecordConsumer consumer) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      long size = channel.size();
      if (!startsLikeALog(channel)) {
        return new Extent(0, first, false);
      }
      long position = HEAD.length;
      long next = first;
      while (position < size && next <= upTo) {
        ByteBuffer frame = frameAt(channel, position, size);
        if (frame == null || LogFrame.sequence(frame) != next) {
          return new Extent(position, next, false);
        }
        consumer.accept(next, LogFrame.payload(frame));
        position += frame.limit();
        next++;
      }
      return new Extent(position, next, true);
    }
  }

  private static boolean startsLikeALog(FileChannel channel) throws IOException {
    ByteBuffer head = ByteBuffer.allocate(HEAD.length);
    fill(channel, head, 0);
    return !head.hasRemaining() && head.flip().equals(ByteBuffer.wrap(HEAD));
  }

  /**
   * Whether the bytes after the last valid record come from an interrupted write: the file ends in
   * the middle of a record, or sectors were not written, and no record of a later group follows.
   *
   * <p>Anything else is damage, perhaps of acknowledged records.
   */
  boolean endsInterrupted(Extent extent) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      long size = channel.size();
      for (Frame frame : frames(channel, extent.end(), size)) {
        ByteBuffer bytes = frameAt(channel, frame.position(), size);
        if (bytes != null && LogFrame.group(bytes) > extent.next()) {
          return false;
        }
      }
      return hasUnwrittenSector(channel, extent.end(), size)
          || endsWithinRecord(channel, extent, size);
    }
  }

  /**
   * Whether a sector of the tail consists of zeros. For the first and the last sector only the part
   * within the tail counts; but a record may end with some zeros.
   */
  private static boolean hasUnwrittenSector(FileChannel channel, long start, long size)
      throws IOException {
    long position = start;
    while (position < size) {
      long end = Math.min(size, (position / SECTOR + 1) * SECTOR);
      ByteBuffer sector = ByteBuffer.allocate((int) (end - position));
      fill(channel, sector, position);
      long least = end == size && position > start ? ZEROS_AT_THE_END : 2;
      if (end - position >= least && Arrays.equals(sector.array(), new byte[sector.capacity()])) {
        return true;
      }
      position = end;
    }
    return false;
  }

  /** Whether the tail is the beginning of the next record. */
  private static boolean endsWithinRecord(FileChannel channel, Extent extent, long size)
      throws IOException {
    long rest = size - extent.end();
    ByteBuffer start = ByteBuffer.allocate((int) Math.min(rest, LogFrame.HEADER));
    fill(channel, start, extent.end());
    start.flip();
    if (!LogFrame.mayBegin(start, extent.next())) {
      return false;
    }
    if (rest < LogFrame.HEADER) {
      return true;
    }
    if (rest >= LogFrame.HEADER + (long) LogFrame.length(start)) {
      return false;
    }
    if (rest - LogFrame.HEADER > LogFrame.MOST_PAYLOAD) {
      return true;
    }
    // a record that is valid except for its length was damaged, not interrupted
    ByteBuffer frame = ByteBuffer.allocate((int) rest);
    fill(channel, frame, extent.end());
    frame.flip();
    return !LogFrame.isWholeWithLength(frame, (int) rest - LogFrame.HEADER);
  }

  /** Finds all valid records of the file, at any position. */
  List<Frame> frames() throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      return frames(channel, 0, channel.size());
    }
  }

  private List<Frame> frames(FileChannel channel, long start, long size) throws IOException {
    List<Frame> frames = new ArrayList<>();
    ByteBuffer window = ByteBuffer.allocate(WINDOW);
    long position = start;
    while (position + LogFrame.HEADER <= size) {
      window.clear();
      fill(channel, window, position);
      window.flip();
      // where to continue: the last bytes may be the start of a mark
      long next = position + Math.max(1, window.limit() - 3);
      for (int k = 0; k + 4 <= window.limit(); k++) {
        if (window.getInt(k) == LogFrame.MARK) {
          ByteBuffer frame = frameAt(channel, position + k, size);
          if (frame != null) {
            frames.add(new Frame(this, position + k, frame.limit(), LogFrame.sequence(frame)));
            next = position + k + frame.limit();
            break;
          }
        }
      }
      position = next;
    }
    return frames;
  }

  /** The bytes of a record, including its header. */
  static ByteBuffer read(Frame frame) throws IOException {
    try (FileChannel channel = FileChannel.open(frame.segment().file(), StandardOpenOption.READ)) {
      ByteBuffer bytes = ByteBuffer.allocate(frame.length());
      fill(channel, bytes, frame.position());
      return bytes.flip();
    }
  }

  /** The valid frame at a position, or null. */
  private static @Nullable ByteBuffer frameAt(FileChannel channel, long position, long size)
      throws IOException {
    if (size - position < LogFrame.HEADER) {
      return null;
    }
    ByteBuffer header = ByteBuffer.allocate(LogFrame.HEADER);
    fill(channel, header, position);
    int length = LogFrame.length(header);
    if (header.getInt(0) != LogFrame.MARK
        || length < 0
        || length > LogFrame.MOST_PAYLOAD
        || length > size - position - LogFrame.HEADER) {
      return null;
    }
    ByteBuffer frame = ByteBuffer.allocate(LogFrame.HEADER + length);
    fill(channel, frame, position);
    frame.flip();
    return LogFrame.isWhole(frame) ? frame : null;
  }

  private static void fill(FileChannel channel, ByteBuffer buffer, long position)
      throws IOException {
    long at = position;
    while (buffer.hasRemaining()) {
      int count = channel.read(buffer, at);
      if (count < 0) {
        return;
      }
      at += count;
    }
  }
}

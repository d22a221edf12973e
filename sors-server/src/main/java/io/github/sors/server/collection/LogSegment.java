package io.github.sors.server.collection;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One file of a log.
 *
 * @param file its path, which says the number of its first record
 * @param first the number of its first record
 */
record LogSegment(Path file, long first) {

  static final byte[] HEAD = "SORSLOG1".getBytes(StandardCharsets.US_ASCII);
  private static final Pattern NAME = Pattern.compile("log-([0-9]{19})\\.sorslog");
  private static final int WINDOW = 1 << 20;

  /** Takes the records of a log, one after the other. */
  @FunctionalInterface
  interface RecordConsumer {
    void accept(long sequence, byte[] payload) throws IOException;
  }

  /**
   * How far a segment can be read.
   *
   * @param end where the last whole record ends
   * @param next the number of the record that follows it
   * @param whole whether the file ends there too
   */
  record Extent(long end, long next, boolean whole) {}

  static LogSegment named(Path folder, long first) {
    return new LogSegment(
        folder.resolve(String.format(Locale.ROOT, "log-%019d.sorslog", first)), first);
  }

  /** The segments of a log in order. */
  static List<LogSegment> all(Path folder) throws IOException {
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

  /** Reads whole records up to a number, or up to the first that is not whole. */
  Extent read(long upTo, RecordConsumer consumer) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      long size = channel.size();
      ByteBuffer head = ByteBuffer.allocate(HEAD.length);
      fill(channel, head, 0);
      if (head.hasRemaining() || !head.flip().equals(ByteBuffer.wrap(HEAD))) {
        return new Extent(0, first, false);
      }
      long position = HEAD.length;
      long next = first;
      while (position < size && next <= upTo) {
        ByteBuffer frame = frameAt(channel, position, size);
        if (frame == null || frame.getLong(12) != next) {
          return new Extent(position, next, false);
        }
        byte[] payload = new byte[frame.limit() - LogFrame.HEADER];
        frame.get(LogFrame.HEADER, payload);
        consumer.accept(next, payload);
        position += frame.limit();
        next++;
      }
      return new Extent(position, next, true);
    }
  }

  /** Whether a whole record lies after a position whose group starts after a number. */
  boolean hasLaterGroup(long position, long sequence) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      long size = channel.size();
      ByteBuffer window = ByteBuffer.allocate(WINDOW);
      for (long start = position; start + LogFrame.HEADER <= size; start += WINDOW - 3) {
        window.clear();
        fill(channel, window, start);
        window.flip();
        for (int k = 0; k + 4 <= window.limit(); k++) {
          if (window.getInt(k) == LogFrame.MARK) {
            ByteBuffer frame = frameAt(channel, start + k, size);
            if (frame != null && frame.getLong(20) > sequence) {
              return true;
            }
          }
        }
      }
      return false;
    }
  }

  /** The whole frame at a position, or null where there is none. */
  private static ByteBuffer frameAt(FileChannel channel, long position, long size)
      throws IOException {
    if (size - position < LogFrame.HEADER) {
      return null;
    }
    ByteBuffer header = ByteBuffer.allocate(LogFrame.HEADER);
    fill(channel, header, position);
    int length = header.getInt(4);
    if (header.getInt(0) != LogFrame.MARK
        || length < 0
        || length > LogFrame.MOST_PAYLOAD
        || length > size - position - LogFrame.HEADER) {
      return null;
    }
    ByteBuffer frame = ByteBuffer.allocate(LogFrame.HEADER + length);
    fill(channel, frame, position);
    frame.flip();
    return LogFrame.checksum(frame) == frame.getInt(8) ? frame : null;
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

package io.github.sors.tune;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.sors.InvalidInputException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The finished trainings of a tuning, one line of JSON each, append-only.
 *
 * <p>Threads: any thread of one process may use it. Failures: a file of something else throws
 * {@link io.github.sors.InvalidInputException} with the line, a disk {@link java.io.IOException};
 * an incomplete last line, left by a crash, is removed when it is opened.
 */
public final class TrialFile implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final FileChannel channel;
  private final Map<String, Line> lines = new HashMap<>();

  /**
   * One training on one fold.
   *
   * @param key everything that determines it
   * @param map the MAP of the validation rows
   * @param sparsity the sparsity of the matrix
   * @param seconds the time of learning
   * @param failure why it could not be trained, or null
   */
  record Line(
      Map<String, String> key,
      double map,
      double sparsity,
      double seconds,
      @Nullable String failure) {}

  private TrialFile(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Opens a file, or creates it.
   *
   * @throws InvalidInputException if it contains anything else
   */
  public static TrialFile open(Path path) throws IOException {
    byte[] content = Files.exists(path) ? Files.readAllBytes(path) : new byte[0];
    int end = content.length;
    while (end > 0 && content[end - 1] != '\n') {
      end--;
    }
    String whole = new String(content, 0, end, StandardCharsets.UTF_8);
    FileChannel channel =
        FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    TrialFile file = new TrialFile(channel);
    try {
      int number = 0;
      for (String text : whole.lines().toList()) {
        number++;
        file.remember(parsed(text, path, number));
      }
      if (end == 0 && content.length > 0 && content[0] != '{') {
        throw notTrials(path, 1, null);
      }
      channel.truncate(end);
      channel.position(end);
      return file;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static Line parsed(String text, Path path, int number) {
    try {
      Line line = JSON.readValue(text, Line.class);
      if (line != null && line.key() != null) {
        return line;
      }
    } catch (JacksonException e) {
      throw notTrials(path, number, e);
    }
    throw notTrials(path, number, null);
  }

  private static InvalidInputException notTrials(Path path, int line, @Nullable Exception cause) {
    return new InvalidInputException(
        path + ", line " + line + ": expected a result of 'sors tune': give another file", cause);
  }

  private void remember(Line line) {
    lines.put(text(line.key()), line);
  }

  synchronized Optional<Line> find(Map<String, String> key) {
    return Optional.ofNullable(lines.get(text(key)));
  }

  synchronized void append(Line line) throws IOException {
    ByteBuffer bytes =
        ByteBuffer.wrap((JSON.writeValueAsString(line) + "\n").getBytes(StandardCharsets.UTF_8));
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
    remember(line);
  }

  private static String text(Map<String, String> key) {
    return new TreeMap<>(key).toString();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}

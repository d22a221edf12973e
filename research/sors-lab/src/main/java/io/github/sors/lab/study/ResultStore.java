package io.github.sors.lab.study;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.github.sors.InvalidInputException;
import io.github.sors.io.AtomicFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The finished cells of a study, one file each, written atomically.
 *
 * <p>The name of a file contains a hash of everything that determines the result, so that a study
 * with other rows, parameters or rounds does not use it. Thread-safe.
 */
final class ResultStore {

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private final Path folder;

  ResultStore(Path folder) throws IOException {
    this.folder = Files.createDirectories(folder);
  }

  /** The result of this key, if it is there. */
  Optional<CellResult> find(Map<String, String> key) throws IOException {
    Path file = file(key);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      // null if the file says so; whatever a file leaves out is null as well
      @Nullable CellResult result = JSON.readValue(file.toFile(), CellResult.class);
      if (result != null
          && result.key() != null
          && new TreeMap<>(result.key()).equals(new TreeMap<>(key))
          && (result.measures() == null) != (result.failure() == null)) {
        return Optional.of(result);
      }
    } catch (JacksonException e) {
      throw unreadable(file, e);
    }
    throw unreadable(file, null);
  }

  private static InvalidInputException unreadable(Path file, @Nullable Exception cause) {
    return new InvalidInputException(
        file + " is not a result of this study: remove it, and it will be computed again", cause);
  }

  void save(CellResult result) throws IOException {
    byte[] bytes = JSON.writeValueAsBytes(result);
    AtomicFiles.replace(
        file(result.key()),
        channel -> {
          ByteBuffer buffer = ByteBuffer.wrap(bytes);
          while (buffer.hasRemaining()) {
            channel.write(buffer);
          }
        });
  }

  private Path file(Map<String, String> key) {
    return folder.resolve(
        plain(Objects.requireNonNull(key.get("data")))
            + "."
            + key.get("method")
            + "."
            + key.get("seed")
            + "."
            + hash(key).substring(0, 16)
            + ".json");
  }

  private static String plain(String name) {
    return name.replaceAll("[^\\p{L}\\p{N}_-]", "_");
  }

  private static String hash(Map<String, String> key) {
    try {
      byte[] text = new TreeMap<>(key).toString().getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}

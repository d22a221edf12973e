package io.github.sors.data.registry;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * SHA-256 sums of files, stored in a small file next to each: {@code X.sha256}, in the form that
 * {@code sha256sum --check} reads.
 *
 * <p>Threads: any thread may call it. Failures: a file that cannot be read throws {@link
 * java.io.IOException}.
 */
public final class Checksums {

  private static final int BUFFER_SIZE = 1 << 16;

  private Checksums() {}

  /** The SHA-256 of a file's bytes in lower-case hexadecimal digits. */
  public static String of(Path file) throws IOException {
    MessageDigest digest;
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
    byte[] buffer = new byte[BUFFER_SIZE];
    try (InputStream in = Files.newInputStream(file)) {
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        digest.update(buffer, 0, count);
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  /** Stores the checksum of a file. */
  static void remember(Path file) throws IOException {
    Files.writeString(
        beside(file), of(file) + "  " + file.getFileName() + "\n", StandardCharsets.UTF_8);
  }

  /** Whether a file matches its stored checksum; true if none is stored. */
  static boolean matches(Path file) throws IOException {
    Path remembered = beside(file);
    return !Files.exists(remembered)
        || Files.readString(remembered, StandardCharsets.UTF_8).startsWith(of(file));
  }

  private static Path beside(Path file) {
    return file.resolveSibling(file.getFileName() + ".sha256");
  }
}

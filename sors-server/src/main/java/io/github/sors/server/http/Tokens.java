package io.github.sors.server.http;

import io.github.sors.InvalidInputException;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The tokens of a service, usually in a file that is read again when it changes.
 *
 * <p>There are two kinds of file: one with a line per token, as {@link Token#line} writes it, and
 * one whose only line is a token that allows everything.
 *
 * <p>Threads: any thread may check a token. Failures: a bad file throws {@link
 * io.github.sors.InvalidInputException} at the start, a disk {@link java.io.IOException}; if a
 * changed file cannot be read later, the previous tokens stay valid and an error is logged.
 */
public final class Tokens {

  private static final Logger LOGGER = System.getLogger(Tokens.class.getPackageName());
  private static final int SHORTEST = 16;
  private static final long CHECK_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Identifies a version of a file: its time and its size. */
  private record Version(long millis, long size, @Nullable Object key) {}

  /** A token and its rate limit. */
  private record Entry(Token token, @Nullable RateLimit limit) {}

  // null if the only token is not from a file
  private final @Nullable Path file;
  private final boolean isOneToken;
  private @Nullable Version version;
  private long checkedAt = System.nanoTime();
  private Map<String, Entry> byHash = Map.of();

  private Tokens(Token only) {
    this.file = null;
    this.isOneToken = true;
    this.byHash = Map.of(only.hash(), new Entry(only, null));
  }

  private Tokens(Path file, boolean isOneToken) throws IOException {
    this.file = file;
    this.isOneToken = isOneToken;
    this.version = version(file);
    this.byHash = read(file);
  }

  /**
   * Opens a file with a line per token.
   *
   * @throws InvalidInputException if it is not such a file
   */
  public static Tokens inFile(Path file) throws IOException {
    return new Tokens(file, false);
  }

  /**
   * Opens a file whose only line is a token that allows everything.
   *
   * @throws InvalidInputException if it is not such a file
   */
  public static Tokens oneInFile(Path file) throws IOException {
    return new Tokens(file, true);
  }

  /** One token that allows everything. */
  public static Tokens of(String token) {
    return new Tokens(Token.ofEverything(token));
  }

  /** Returns the token that a client sent, or null if it is unknown. */
  public @Nullable Token find(String shown) {
    Entry entry = entry(shown);
    return entry == null ? null : entry.token();
  }

  /** Whether one more request with a token is within its rate limit. */
  public boolean isWithinRate(Token token) {
    Entry entry;
    synchronized (this) {
      entry = byHash.get(token.hash());
    }
    return entry == null || entry.limit() == null || entry.limit().tryTake(System.nanoTime());
  }

  private synchronized @Nullable Entry entry(String shown) {
    readAgainIfChanged();
    // looked up by hash, so that the time reveals nothing about the token
    return byHash.get(Token.hash(shown));
  }

  private void readAgainIfChanged() {
    long now = System.nanoTime();
    if (file == null || now - checkedAt < CHECK_NANOS) {
      return;
    }
    checkedAt = now;
    try {
      Version current = version(file);
      if (!current.equals(version)) {
        version = current;
        byHash = read(file);
        LOGGER.log(Level.INFO, "read {1} tokens from the changed file {0}", file, byHash.size());
      }
    } catch (IOException | InvalidInputException e) {
      LOGGER.log(
          Level.ERROR,
          "the changed tokens cannot be used, the previous ones stay valid: {0}",
          e.getMessage());
    }
  }

  private static Version version(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new InvalidInputException("there is no file " + file);
    }
    BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
    return new Version(
        attributes.lastModifiedTime().toMillis(), attributes.size(), attributes.fileKey());
  }

  private Map<String, Entry> read(Path file) throws IOException {
    Map<String, Entry> entries = new HashMap<>();
    for (Token token : isOneToken ? oneToken(file) : tokens(file)) {
      Entry before = byHash.get(token.hash());
      RateLimit limit = null;
      if (token.requestsPerSecond() > 0) {
        limit =
            before != null && before.token().equals(token)
                ? before.limit()
                : new RateLimit(token.requestsPerSecond());
      }
      entries.put(token.hash(), new Entry(token, limit));
    }
    return entries;
  }

  private static List<Token> oneToken(Path file) throws IOException {
    String token = text(file).strip();
    if (token.length() < SHORTEST || token.contains("\n")) {
      throw new InvalidInputException(
          "expected one line of at least " + SHORTEST + " characters in " + file);
    }
    return List.of(Token.ofEverything(token));
  }

  private static List<Token> tokens(Path file) throws IOException {
    List<Token> tokens = new ArrayList<>();
    int number = 0;
    for (String line : text(file).split("\\R", -1)) {
      number++;
      if (!line.isBlank() && !line.startsWith("#")) {
        try {
          tokens.add(Token.parse(line));
        } catch (IllegalArgumentException e) {
          throw new InvalidInputException(
              file
                  + ", line "
                  + number
                  + ": "
                  + e.getMessage()
                  + "; create such a line with 'sors admin token'",
              e);
        }
      }
    }
    if (tokens.isEmpty()) {
      throw new InvalidInputException(
          "expected at least one token in "
              + file
              + ", found none: create one with 'sors admin token'");
    }
    return tokens;
  }

  private static String text(Path file) throws IOException {
    try {
      return Files.readString(file);
    } catch (MalformedInputException e) {
      throw new InvalidInputException("expected text in UTF-8 in " + file, e);
    }
  }
}

package io.github.sors.data.registry;

import java.time.Duration;

/**
 * The timeouts and retries of a download.
 *
 * <p>Threads: immutable. Failures: times and tries that are not positive throw {@link
 * IllegalArgumentException}.
 *
 * @param connectTimeout the timeout of a connection
 * @param stallTimeout the timeout if a server sends nothing
 * @param attempts the number of tries before the download fails
 * @param firstPause the pause before the second try; it doubles before each further try, up to 64
 *     times its length
 */
public record DownloadOptions(
    Duration connectTimeout, Duration stallTimeout, int attempts, Duration firstPause) {

  /** 20 s to connect, 60 s without data, 4 tries after 1, 2 and 4 s. */
  public static final DownloadOptions DEFAULT =
      new DownloadOptions(Duration.ofSeconds(20), Duration.ofSeconds(60), 4, Duration.ofSeconds(1));

  public DownloadOptions {
    if (connectTimeout.isNegative()
        || connectTimeout.isZero()
        || stallTimeout.isNegative()
        || stallTimeout.isZero()
        || firstPause.isNegative()
        || attempts < 1) {
      throw new IllegalArgumentException(
          "expected positive times and at least one try, found "
              + connectTimeout
              + ", "
              + stallTimeout
              + ", "
              + firstPause
              + " and "
              + attempts);
    }
  }
}

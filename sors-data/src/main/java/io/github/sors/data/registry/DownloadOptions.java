package io.github.sors.data.registry;

import java.time.Duration;

/**
 * How patient a download is.
 *
 * @param connectTimeout how long a connection may take
 * @param stallTimeout how long a server may send nothing
 * @param attempts how often a file is tried without getting any further, before that is an error
 * @param firstPause how long to wait before the second try; twice as long before each further one,
 *     up to 64 times as long
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

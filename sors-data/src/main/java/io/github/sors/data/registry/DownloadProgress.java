package io.github.sors.data.registry;

/**
 * Called as a download proceeds, on the thread that downloads.
 *
 * <p>Threads: called on the thread that downloads. Failures: what it throws ends the download.
 */
public interface DownloadProgress {

  /** Ignores everything. */
  DownloadProgress SILENT = (file, bytes, total) -> {};

  /**
   * Called whenever more of a file has arrived.
   *
   * @param file the name of the file
   * @param bytes the bytes received so far; fewer than before if the download had to be restarted
   * @param total the size of the file, or -1 if unknown
   */
  void progressed(String file, long bytes, long total);

  /**
   * Called when something happens that the user should know, such as a second try.
   *
   * @param message one line
   */
  default void noted(String message) {}
}

package io.github.sors.data.registry;

/** Called as a download proceeds, on the thread that downloads. */
public interface DownloadProgress {

  /** Tells nobody. */
  DownloadProgress SILENT = (file, bytes, total) -> {};

  /**
   * Called whenever some more of a file has come.
   *
   * @param file the name of the file
   * @param bytes how much of it is here, what an earlier try brought included; less than before if
   *     the file had to be started anew
   * @param total how much it will be, or -1 if the server does not say
   */
  void progressed(String file, long bytes, long total);

  /**
   * Called when something happens that the user should know, such as a second try.
   *
   * @param message one line
   */
  default void noted(String message) {}
}

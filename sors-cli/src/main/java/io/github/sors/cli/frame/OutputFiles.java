package io.github.sors.cli.frame;

import io.github.sors.InvalidInputException;
import io.github.sors.figure.FigureRenderer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Checks that an output file can be written before the work starts. */
public final class OutputFiles {

  private OutputFiles() {}

  /** Rejects a target that is a folder, or whose folder is missing or not writable. */
  public static void requireWritable(Path target) {
    Path folder = target.toAbsolutePath().getParent();
    if (folder == null || Files.isDirectory(target)) {
      throw new InvalidInputException(target + " is a folder: give the name of a file to write");
    }
    if (!Files.isDirectory(folder)) {
      throw new InvalidInputException(
          "cannot write " + target + ": there is no folder " + folder + ", create it first");
    }
    if (!Files.isWritable(folder)) {
      throw new InvalidInputException(
          "cannot write " + target + ": no permission to create files in " + folder);
    }
  }

  /**
   * Rejects a folder that can be neither written to nor created, and a Java that cannot draw the
   * figures of a report: all that would otherwise show after hours of work.
   */
  public static void requireReportFolder(Path folder) {
    Path existing = folder.toAbsolutePath();
    while (!Files.exists(existing) && existing.getParent() != null) {
      existing = existing.getParent();
    }
    if (!Files.isDirectory(existing)) {
      throw new InvalidInputException(
          "cannot write to the folder " + folder + ": " + existing + " is a file");
    }
    if (!Files.isWritable(existing)) {
      throw new InvalidInputException(
          "cannot write to the folder " + folder + ": no permission to write to " + existing);
    }
    FigureRenderer.requireFonts();
  }

  /** Rejects a target that the command also reads, or writes for another purpose. */
  public static void requireOther(Path target, Path used) throws IOException {
    boolean bothThere = Files.exists(target) && Files.exists(used);
    if (bothThere
        ? Files.isSameFile(target, used)
        : target.toAbsolutePath().normalize().equals(used.toAbsolutePath().normalize())) {
      throw new InvalidInputException(
          target + " would be overwritten, but this command needs it: write to another file");
    }
  }
}

package io.github.sors.cli;

import io.github.sors.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Checks that an output file can be written before the work starts. */
final class OutputFiles {

  private OutputFiles() {}

  /** Rejects a target that is a folder, or whose folder is missing or not writable. */
  static void requireWritable(Path target) {
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

  /** Rejects a target that the command also reads, or writes for another purpose. */
  static void requireOther(Path target, Path used) throws IOException {
    boolean bothThere = Files.exists(target) && Files.exists(used);
    if (bothThere
        ? Files.isSameFile(target, used)
        : target.toAbsolutePath().normalize().equals(used.toAbsolutePath().normalize())) {
      throw new InvalidInputException(
          target + " would be overwritten, but this command needs it: write to another file");
    }
  }
}

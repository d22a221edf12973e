package io.github.sors.data.item;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A folder of text files, each a record; the folder that a file is in is its class. */
final class TextFolder implements ItemSource {

  private final Path folder;

  TextFolder(Path folder) {
    this.folder = folder;
  }

  @Override
  public void forEach(Consumer consumer) throws IOException {
    List<Path> files;
    try (Stream<Path> found = Files.walk(folder)) {
      files =
          found
              .filter(file -> Files.isRegularFile(file) && !isHidden(folder.relativize(file)))
              .sorted()
              .toList();
    }
    for (Path file : files) {
      Path relative = folder.relativize(file);
      String name = relative.toString().replace('\\', '/');
      consumer.accept(TextFiles.row(name, "", Files.readAllBytes(file)));
    }
  }

  private static boolean isHidden(Path relative) {
    for (Path part : relative) {
      if (part.toString().startsWith(".")) {
        return true;
      }
    }
    return false;
  }
}

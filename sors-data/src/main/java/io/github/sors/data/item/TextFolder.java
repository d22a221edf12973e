package io.github.sors.data.item;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A folder of text files, each a record; the folder that a file is in is its class. */
final class TextFolder implements ItemFile {

  private final Path folder;

  TextFolder(Path folder) {
    this.folder = folder;
  }

  @Override
  public String unit() {
    return "text";
  }

  @Override
  public List<String> uses() {
    return List.of("ids from paths, labels from folders");
  }

  @Override
  public void forEach(Taker taker) throws IOException {
    List<Path> files;
    try (Stream<Path> found = Files.walk(folder)) {
      files =
          found
              .filter(file -> Files.isRegularFile(file) && !isHidden(folder.relativize(file)))
              .sorted()
              .toList();
    }
    long place = 0;
    for (Path file : files) {
      Path relative = folder.relativize(file);
      String name = relative.toString().replace('\\', '/');
      taker.accept(TextFiles.item(folder.toString(), name, "", Files.readAllBytes(file)), ++place);
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

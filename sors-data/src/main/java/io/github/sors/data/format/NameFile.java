package io.github.sors.data.format;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads a file of names, one per line; every character counts, so there are no comments.
 *
 * <p>Threads: any thread may call it. Failures: a missing file, a line without a name, and a file
 * without lines throw {@link io.github.sors.InvalidInputException} with the place, a disk {@link
 * java.io.IOException}.
 */
public final class NameFile {

  private NameFile() {}

  /** Returns the name on each line; empty lines are allowed at the end only. */
  public static List<String> read(Path file) throws IOException {
    List<String> names = new ArrayList<>();
    try (TextScanner scanner = TextScanner.open(file, "name", '\n')) {
      while (scanner.nextLine()) {
        String name = scanner.restOfLine();
        if (!name.isEmpty()) {
          if (names.size() + 1 < scanner.line()) {
            throw InputErrors.at(
                file.toString(), names.size() + 1L, "expected a name on each line, found none");
          }
          if (InputErrors.hasControlCharacters(name)) {
            throw scanner.error(
                "expected one name per line, found several columns: " + InputErrors.quote(name));
          }
          names.add(name);
        }
      }
    }
    if (names.isEmpty()) {
      throw InputErrors.in(file.toString(), "expected a name on each line, found no line");
    }
    return names;
  }
}

package io.github.sors.cli.export;

import io.github.sors.InvalidInputException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The format of a file to write, which is the ending of its name. */
final class OutputEnding {

  private OutputEnding() {}

  /**
   * Returns the format whose name is the ending of the file's name, in any case.
   *
   * @param what what is written, for the error that any other ending is
   */
  static <E extends Enum<E>> E of(Path output, Class<E> formats, String what) {
    String name = String.valueOf(output.getFileName()).toLowerCase(Locale.ROOT);
    for (E format : formats.getEnumConstants()) {
      if (name.endsWith(ending(format))) {
        return format;
      }
    }
    String endings =
        Arrays.stream(formats.getEnumConstants())
            .map(OutputEnding::ending)
            .collect(Collectors.joining(" or "));
    throw new InvalidInputException(
        "--output: expected a name that ends in " + endings + " for " + what + ", found " + output);
  }

  private static String ending(Enum<?> format) {
    return "." + format.name().toLowerCase(Locale.ROOT);
  }
}

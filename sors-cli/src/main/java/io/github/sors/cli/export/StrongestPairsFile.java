package io.github.sors.cli.export;

import io.github.sors.BilinearModel;
import io.github.sors.io.AtomicFiles;
import io.github.sors.search.StrongestPairs;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Writes the strongest entries of a model as tab-separated text.
 *
 * <p>Threads: any thread may call it. Failures: a negative number of pairs throws {@link
 * IllegalArgumentException}, a target that cannot be written to {@link
 * io.github.sors.InvalidInputException}, a disk {@link IOException}; the old file stays as it was.
 */
public final class StrongestPairsFile {

  private StrongestPairsFile() {}

  /**
   * Writes one line per entry: the two features by name, and the weight; the largest absolute value
   * first. The file is replaced atomically.
   *
   * @param pairs how many entries at most
   */
  public static void write(BilinearModel model, int pairs, Path file) throws IOException {
    AtomicFiles.replaceText(
        file,
        writer -> {
          writer.write("query\titem\tweight\n");
          for (StrongestPairs.Pair pair : StrongestPairs.of(model, pairs, false)) {
            writer.write(cell(model.queryFeature(pair.queryFeature())));
            writer.write('\t');
            writer.write(cell(model.itemFeature(pair.itemFeature())));
            writer.write('\t');
            writer.write(Float.toString(pair.weight()));
            writer.write('\n');
          }
        });
  }

  /** A name must not contain the separators of lines and columns. */
  private static String cell(String name) {
    return name.replaceAll("[\t\r\n]", " ");
  }
}

package io.github.sors.data.format;

import io.github.sors.SparseVector;
import io.github.sors.data.Dataset;
import io.github.sors.io.AtomicFiles;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes data sets as LIBSVM text, whose values read back to the same floats.
 *
 * <p>If all names of classes are numbers, they are the labels. Otherwise the labels are the numbers
 * of the classes, and comments at the top list the names. Indices count from 1; names of rows and
 * features are not written.
 *
 * <p>Threads: any thread may call it. Failures: what cannot be written throws {@link
 * java.io.IOException}; an old file is unchanged then, and a stream has part of the rows.
 */
public final class LibsvmWriter {

  /** Whole numbers below this are written without a point, exactly. */
  private static final int MAXIMUM_WHOLE = 1 << 24;

  private LibsvmWriter() {}

  /** Writes a file; replaces an existing one, atomically. */
  public static void write(Dataset dataset, Path file) throws IOException {
    AtomicFiles.replaceText(file, text -> write(dataset, text));
  }

  /** Writes to a stream, which is flushed and not closed. */
  public static void write(Dataset dataset, OutputStream out) throws IOException {
    Writer text = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    write(dataset, text);
    text.flush();
  }

  private static void write(Dataset dataset, Writer text) throws IOException {
    List<String> classNames = dataset.classNames();
    boolean numeric = classNames.stream().allMatch(name -> DatasetBuilder.number(name).isPresent());
    if (!numeric) {
      for (int number = 0; number < classNames.size(); number++) {
        text.write(
            "# class " + number + ": " + classNames.get(number).replaceAll("\\R", " ") + "\n");
      }
    }
    for (int row = 0; row < dataset.size(); row++) {
      int label = dataset.label(row);
      text.write(numeric ? classNames.get(label) : Integer.toString(label));
      SparseVector vector = dataset.vector(row);
      for (int k = 0; k < vector.size(); k++) {
        text.write(' ');
        text.write(Integer.toString(vector.index(k) + 1));
        text.write(':');
        text.write(written(vector.value(k)));
      }
      text.write('\n');
    }
  }

  private static String written(float value) {
    return Math.abs(value) < MAXIMUM_WHOLE && value == (int) value
        ? Integer.toString((int) value)
        : Float.toString(value);
  }
}

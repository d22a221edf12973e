package io.github.sors.data.format;

import io.github.sors.FeatureRecipe;
import io.github.sors.InvalidInputException;
import io.github.sors.SparseVector;
import io.github.sors.data.Dataset;
import io.github.sors.io.FileKind;
import io.github.sors.io.RecipeSection;
import io.github.sors.io.SectionReader;
import io.github.sors.io.SectionWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A file of labelled vectors with everything that is known about them: the names of classes, rows
 * and features, and the recipe by which records became vectors.
 *
 * <p>Sections: {@code rows} (for each row a 1, its class, its name, a count, indices and values; a
 * 0 at the end), {@code classes}, {@code features}, and {@code recipe} where there is one. Rows are
 * written one by one, so that there may be more of them than fit into memory.
 *
 * <p>Threads: any thread may call it. Failures: a bad file throws {@link
 * io.github.sors.InvalidInputException} before any of it is used, a disk {@link
 * java.io.IOException}; a write that fails leaves the old file as it was.
 */
public final class VectorFile {

  private static final int[] MAGIC = {0x89, 'S', 'O', 'R', 'S'};

  private VectorFile() {}

  /** Receives the rows to write. */
  @FunctionalInterface
  public interface RowSink {
    void accept(String name, String label, SparseVector vector) throws IOException;
  }

  /** Provides rows, one by one. */
  @FunctionalInterface
  public interface Rows {
    void writeTo(RowSink sink) throws IOException;
  }

  /**
   * Writes rows; replaces an existing file atomically.
   *
   * @return the names of the classes, in the order in which they came
   */
  public static List<String> write(
      Path file, List<String> featureNames, FeatureRecipe recipe, Rows rows) throws IOException {
    Map<String, Integer> classes = new LinkedHashMap<>();
    SectionWriter.write(
        file,
        FileKind.VECTORS,
        writer -> {
          writer.begin("rows");
          rows.writeTo(
              (name, label, vector) -> {
                Integer known = classes.putIfAbsent(label, classes.size());
                writer.writeInt(1);
                writer.writeInt(known == null ? classes.size() - 1 : known);
                writer.writeString(name);
                writer.writeInt(vector.size());
                writer.writeInts(vector.indexArray(), vector.size());
                writer.writeFloats(vector.valueArray(), vector.size());
              });
          writer.writeInt(0);
          writer.end();
          writer.writeStrings("classes", List.copyOf(classes.keySet()));
          writer.writeStrings("features", featureNames);
          RecipeSection.write(recipe, writer);
        });
    return List.copyOf(classes.keySet());
  }

  /** Whether a file is a sors file of any kind. */
  static boolean isOne(Path file) {
    if (!Files.isRegularFile(file)) {
      return false;
    }
    try (InputStream in = Files.newInputStream(file)) {
      for (int expected : MAGIC) {
        if (in.read() != expected) {
          return false;
        }
      }
      return true;
    } catch (IOException e) {
      throw new InvalidInputException(file + ": the file cannot be read: " + e.getMessage(), e);
    }
  }

  /**
   * Reads a file.
   *
   * @param name what to call the data set
   * @throws InvalidInputException if it is truncated, altered or something else
   */
  static Dataset read(Path file, String name) throws IOException {
    try (SectionReader reader = SectionReader.open(file, FileKind.VECTORS)) {
      List<SparseVector> vectors = new ArrayList<>();
      List<String> rowNames = new ArrayList<>();
      IntList labels = new IntList();
      reader.begin("rows");
      while (reader.readInt() == 1) {
        labels.add(reader.readInt());
        rowNames.add(reader.readString());
        int[] indices = new int[reader.readCount(8)];
        float[] values = new float[indices.length];
        reader.readInts(indices, indices.length);
        reader.readFloats(values, values.length);
        vectors.add(SparseVector.of(indices, values));
      }
      reader.end();
      List<String> classNames = reader.readStrings("classes");
      List<String> featureNames = reader.readStrings("features");
      FeatureRecipe recipe = RecipeSection.read(reader);
      if (vectors.isEmpty()) {
        throw InputErrors.in(file.toString(), "expected at least one row, found no rows");
      }
      return new Dataset(name, vectors, labels.toArray(), classNames, featureNames, rowNames)
          .withRecipe(recipe);
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException(
          file + " is not a file of vectors that sors wrote: " + e.getMessage(), e);
    }
  }
}

package io.github.sors.io;

import io.github.sors.BilinearModel;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Writes a model's matrix for other programs; files are replaced atomically.
 *
 * <p>Threads: any thread may call it. Failures: a target that cannot be written to throws {@link
 * io.github.sors.InvalidInputException}, a disk {@link IOException}; the old file stays as it was.
 */
public final class ModelExport {

  private ModelExport() {}

  /**
   * Writes M as Matrix Market, {@code coordinate real general}: indices count from 1, rows are
   * query features, and values have enough digits to read back the same float.
   */
  public static void writeMatrixMarket(BilinearModel model, Path file) throws IOException {
    AtomicFiles.replace(
        file,
        channel -> {
          BufferedWriter writer =
              new BufferedWriter(
                  new OutputStreamWriter(Channels.newOutputStream(channel), StandardCharsets.UTF_8),
                  1 << 16);
          writer.write("%%MatrixMarket matrix coordinate real general\n");
          writer.write(
              switch (model.form()) {
                case SIMILARITY ->
                    "% M of S(x, y) = x'My, rows are features of the query; by sors\n";
                case DISTANCE -> "% M of S(x, y) = -(x-y)'M(x-y), symmetric; by sors\n";
                case COSINE ->
                    "% M of S(x, y) = x'My / sqrt(x'Mx y'My), symmetric, positive semi-definite;"
                        + " by sors\n";
              });
          writer.write(
              model.queryDimension() + " " + model.itemDimension() + " " + model.nonZeros() + "\n");
          for (int row = 0; row < model.queryDimension(); row++) {
            int end = model.rowEnd(row);
            for (int k = model.rowStart(row); k < end; k++) {
              writer.write(Integer.toString(row + 1));
              writer.write(' ');
              writer.write(Integer.toString(model.columnArray()[k] + 1));
              writer.write(' ');
              writer.write(Float.toString(model.valueArray()[k]));
              writer.write('\n');
            }
          }
          writer.flush();
        });
  }

  /**
   * Writes M as {@code scipy.sparse.save_npz} does: a zip of NumPy arrays that {@code
   * scipy.sparse.load_npz} reads as compressed sparse rows.
   */
  public static void writeNpz(BilinearModel model, Path file) throws IOException {
    AtomicFiles.replace(
        file,
        channel -> {
          OutputStream unclosed = Channels.newOutputStream(channel);
          ZipOutputStream zip = new ZipOutputStream(unclosed);
          NumpyArrayWriter indices = begin(zip, "indices");
          indices.header("<i4", "(" + model.nonZeros() + ",)");
          for (int column : model.columnArray()) {
            indices.putInt(column);
          }
          indices.flush();
          NumpyArrayWriter starts = begin(zip, "indptr");
          starts.header("<i4", "(" + (model.queryDimension() + 1) + ",)");
          for (int row = 0; row < model.queryDimension(); row++) {
            starts.putInt(model.rowStart(row));
          }
          starts.putInt(model.nonZeros());
          starts.flush();
          NumpyArrayWriter format = begin(zip, "format");
          format.header("|S3", "()");
          format.putAscii("csr");
          format.flush();
          NumpyArrayWriter shape = begin(zip, "shape");
          shape.header("<i8", "(2,)");
          shape.putLong(model.queryDimension());
          shape.putLong(model.itemDimension());
          shape.flush();
          NumpyArrayWriter data = begin(zip, "data");
          data.header("<f4", "(" + model.nonZeros() + ",)");
          for (float value : model.valueArray()) {
            data.putInt(Float.floatToRawIntBits(value));
          }
          data.flush();
          zip.finish();
        });
  }

  static NumpyArrayWriter begin(ZipOutputStream zip, String name) throws IOException {
    ZipEntry entry = new ZipEntry(name + ".npy");
    // a fixed time, the earliest that zip allows, so that the same model gives the same bytes
    entry.setTimeLocal(LocalDateTime.of(1980, 1, 1, 0, 0));
    zip.putNextEntry(entry);
    return new NumpyArrayWriter(zip);
  }
}

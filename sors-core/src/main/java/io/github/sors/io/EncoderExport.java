package io.github.sors.io;

import io.github.sors.SparseVector;
import io.github.sors.encoder.EncoderModel;
import io.github.sors.encoder.row.EncodingTable;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.zip.ZipOutputStream;

/**
 * Writes an encoder, or encodings of vectors, for other programs; files are replaced atomically.
 *
 * <p>Threads: any thread may call it. Failures: a target that cannot be written to throws {@link
 * io.github.sors.InvalidInputException}, a disk {@link IOException}. The old file stays as it was.
 */
public final class EncoderExport {

  private EncoderExport() {}

  /**
   * Writes W for {@code numpy.load}: {@code features}, the learnt features, counted from 0, and
   * {@code rows}, k floats per feature. If queries and items have separate features, {@code
   * item_features} and {@code item_rows} follow.
   */
  public static void writeNpz(EncoderModel model, Path file) throws IOException {
    writeZip(
        file,
        zip -> {
          writeRows("", model.queryTable(), zip);
          if (!model.isShared()) {
            writeRows("item_", model.itemTable(), zip);
          }
        });
  }

  private static void writeRows(String prefix, EncodingTable table, ZipOutputStream zip)
      throws IOException {
    int[] features = table.features();
    NumpyArrayWriter numbers = ModelExport.begin(zip, prefix + "features");
    numbers.header("<i4", "(" + features.length + ",)");
    for (int feature : features) {
      numbers.putInt(feature);
    }
    numbers.flush();
    NumpyArrayWriter rows = ModelExport.begin(zip, prefix + "rows");
    rows.header("<f4", "(" + features.length + ", " + table.rowLength() + ")");
    float[] row = new float[table.rowLength()];
    for (int feature : features) {
      table.copyRow(feature, row, 0);
      put(row, rows);
    }
    rows.flush();
  }

  /**
   * Writes the encodings of vectors for {@code numpy.load}: one array with a row of k floats per
   * vector, in their order.
   */
  public static void writeEncodings(
      EncoderModel model, List<SparseVector> vectors, boolean asQueries, Path file)
      throws IOException {
    AtomicFiles.replace(
        file,
        channel -> {
          NumpyArrayWriter array = new NumpyArrayWriter(Channels.newOutputStream(channel));
          array.header("<f4", "(" + vectors.size() + ", " + model.encodingLength() + ")");
          Iterator<float[]> encodings = encodings(model, vectors, asQueries);
          while (encodings.hasNext()) {
            put(encodings.next(), array);
          }
          array.flush();
        });
  }

  /** Encodes vectors lazily, one by one. */
  public static Iterator<float[]> encodings(
      EncoderModel model, List<SparseVector> vectors, boolean asQueries) {
    return vectors.stream()
        .map(vector -> asQueries ? model.encodeQuery(vector) : model.encodeItem(vector))
        .iterator();
  }

  private static void put(float[] row, NumpyArrayWriter array) throws IOException {
    for (float value : row) {
      array.putInt(Float.floatToRawIntBits(value));
    }
  }

  @FunctionalInterface
  private interface Arrays {
    void writeTo(ZipOutputStream zip) throws IOException;
  }

  private static void writeZip(Path file, Arrays arrays) throws IOException {
    AtomicFiles.replace(
        file,
        channel -> {
          ZipOutputStream zip = new ZipOutputStream(Channels.newOutputStream(channel));
          arrays.writeTo(zip);
          zip.finish();
        });
  }
}

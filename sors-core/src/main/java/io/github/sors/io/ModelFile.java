package io.github.sors.io;

import io.github.sors.BilinearModel;
import io.github.sors.FeatureRecipe;
import io.github.sors.InvalidInputException;
import io.github.sors.Model;
import io.github.sors.ModelDescription;
import io.github.sors.Normalization;
import io.github.sors.Provenance;
import io.github.sors.embedding.Adapter;
import io.github.sors.encoder.EncoderModel;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The model file, {@code *.sors}: everything that is needed to score, and the provenance of the
 * model.
 *
 * <p>Sections, in this order: {@code provenance}, {@code normalization}, {@code queryFeatures},
 * {@code itemFeatures} (empty if shared with the queries), {@code form}, {@code shape}, {@code
 * rowStarts} (long), {@code columns} (int), {@code values} (float), and, if there is one, {@code
 * recipe}. {@code rowStarts}, {@code columns} and {@code values} are compressed sparse rows. An
 * encoder has the form {@code encoder} and other sections instead of these three, see {@link
 * EncoderSections}; so has an adapter, see {@link AdapterSections}. Each section has a checksum.
 *
 * <p>Threads: any thread may call it. Failures: a bad file throws {@link InvalidInputException}
 * before any of it is used, a disk {@link IOException}; a write that fails leaves the old file as
 * it was.
 */
public final class ModelFile {

  private static final String ENCODER = "encoder";
  private static final String ADAPTER = "adapter";

  private ModelFile() {}

  /** Writes a model; replaces an existing file atomically. */
  public static void write(Model model, Path file) throws IOException {
    SectionWriter.write(file, FileKind.MODEL, writer -> writeSections(model, writer));
  }

  /** Writes the bytes of a model's file to a stream, which is not closed. */
  public static void write(Model model, OutputStream out) throws IOException {
    SectionWriter.write(out, FileKind.MODEL, writer -> writeSections(model, writer));
  }

  private static void writeSections(Model model, SectionWriter writer) throws IOException {
    Provenance provenance = model.provenance();
    writer.begin("provenance");
    writer.writeString(provenance.algorithm());
    writer.writeMap(provenance.options());
    writer.writeLong(provenance.rounds());
    writer.writeMap(provenance.training());
    writer.writeString(provenance.version());
    writer.end();

    float[] weights = model.normalization().featureWeights();
    writer.begin("normalization");
    writer.writeString(model.normalization().toString());
    writer.writeInt(weights.length);
    writer.writeFloats(weights, weights.length);
    writer.end();

    boolean sameNames = model.itemFeatures().equals(model.queryFeatures());
    writer.writeStrings("queryFeatures", model.queryFeatures());
    writer.writeStrings("itemFeatures", sameNames ? List.of() : model.itemFeatures());

    writer.begin("form");
    writer.writeString(form(model));
    writer.end();

    writer.begin("shape");
    writer.writeInt(model.queryDimension());
    writer.writeInt(model.itemDimension());
    writer.writeInt(sameNames ? 1 : 0);
    writer.end();

    if (model instanceof BilinearModel matrix) {
      writeMatrix(matrix, writer);
    } else if (model instanceof EncoderModel encoder) {
      EncoderSections.write(encoder, writer);
    } else if (model instanceof Adapter adapter) {
      AdapterSections.write(adapter, writer);
    } else {
      throw new IllegalArgumentException("there is no file for a " + model.getClass().getName());
    }
    RecipeSection.write(model.recipe(), writer);
  }

  private static String form(Model model) {
    if (model instanceof Adapter) {
      return ADAPTER;
    }
    return model instanceof BilinearModel matrix ? matrix.form().label() : ENCODER;
  }

  private static void writeMatrix(BilinearModel model, SectionWriter writer) throws IOException {
    writer.begin("rowStarts");
    for (int row = 0; row < model.queryDimension(); row++) {
      writer.writeLong(model.rowStart(row));
    }
    writer.writeLong(model.nonZeros());
    writer.end();
    writer.writeInts("columns", model.columnArray());
    writer.writeFloats("values", model.valueArray());
  }

  /**
   * Reads a model that has a matrix M.
   *
   * @throws InvalidInputException if the file is truncated, altered or not a model file, or holds
   *     an encoder
   */
  public static BilinearModel readMatrix(Path file) throws IOException {
    if (read(file) instanceof BilinearModel matrix) {
      return matrix;
    }
    throw new InvalidInputException(
        file
            + " is an encoder, and this needs a model with a matrix M: learn one with another"
            + " algorithm, such as adasors-2");
  }

  /**
   * Reads a model of the vectors of records: a matrix or an encoder.
   *
   * @throws InvalidInputException if the file is truncated, altered or not a model file, or holds
   *     an adapter
   */
  public static Model read(Path file) throws IOException {
    Model model = readAny(file);
    if (model instanceof Adapter adapter) {
      throw new InvalidInputException(
          file
              + " is an adapter for embeddings of "
              + adapter.space()
              + ", and this needs a matrix or an encoder: apply it in your program, to the"
              + " embeddings of queries");
    }
    return model;
  }

  /**
   * Reads an adapter.
   *
   * @throws InvalidInputException if the file is truncated, altered or holds something else
   */
  public static Adapter readAdapter(Path file) throws IOException {
    if (readAny(file) instanceof Adapter adapter) {
      return adapter;
    }
    throw new InvalidInputException(
        file + " is a model of vectors of records, and this needs an adapter of embeddings");
  }

  /**
   * Reads a model of any kind.
   *
   * @throws InvalidInputException if the file is truncated, altered or not a model file
   */
  public static Model readAny(Path file) throws IOException {
    try (SectionReader reader = SectionReader.open(file, FileKind.MODEL)) {
      return readSections(reader, file.toString());
    }
  }

  /**
   * Reads a model of any kind from a stream: all that is left of it. The stream is not closed.
   *
   * @param source what to call the stream in messages
   * @throws InvalidInputException if it is truncated, altered or not the file of a model
   */
  public static Model readAny(InputStream in, String source) throws IOException {
    try (SectionReader reader = SectionReader.open(in, source, FileKind.MODEL)) {
      return readSections(reader, source);
    }
  }

  private static Model readSections(SectionReader reader, String source) throws IOException {
    try {
      reader.begin("provenance");
      String algorithm = reader.readString();
      Map<String, String> options = reader.readMap();
      long rounds = reader.readLong();
      Map<String, String> training = reader.readMap();
      String version = reader.readString();
      reader.end();

      reader.begin("normalization");
      String chain = reader.readString();
      float[] weights = new float[reader.readCount(4)];
      reader.readFloats(weights, weights.length);
      reader.end();

      List<String> queryFeatures = reader.readStrings("queryFeatures");
      List<String> itemFeatures = reader.readStrings("itemFeatures");

      reader.begin("form");
      String form = reader.readString();
      reader.end();

      reader.begin("shape");
      int queryDimension = reader.readInt();
      int itemDimension = reader.readInt();
      boolean sameNames = reader.readInt() == 1;
      reader.end();

      Model model =
          switch (form) {
            case ENCODER -> EncoderSections.read(reader);
            case ADAPTER -> AdapterSections.read(reader);
            default ->
                readMatrix(queryDimension, itemDimension, reader)
                    .withForm(BilinearModel.Form.parse(form));
          };
      FeatureRecipe recipe = RecipeSection.read(reader);
      reader.finish();
      return model.withDescription(
          new ModelDescription(
              Normalization.restore(chain, weights),
              queryFeatures,
              sameNames ? queryFeatures : itemFeatures,
              new Provenance(algorithm, options, rounds, training, version),
              recipe));
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException(
          source + " is not a model that sors wrote: " + e.getMessage(), e);
    }
  }

  private static BilinearModel readMatrix(
      int queryDimension, int itemDimension, SectionReader reader) throws IOException {
    long[] rowStarts = reader.readLongs("rowStarts");
    int[] columns = reader.readInts("columns");
    float[] values = reader.readFloats("values");
    return BilinearModel.ofRows(queryDimension, itemDimension, rowStarts, columns, values);
  }
}

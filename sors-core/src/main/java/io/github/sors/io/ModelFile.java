package io.github.sors.io;

import io.github.sors.BilinearModel;
import io.github.sors.FeatureRecipe;
import io.github.sors.InvalidInputException;
import io.github.sors.Normalization;
import io.github.sors.Provenance;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The model file, {@code *.sors}: everything that is needed to score and to say where the model
 * comes from.
 *
 * <p>Sections, in this order: {@code provenance}, {@code normalization}, {@code queryFeatures},
 * {@code itemFeatures} (empty where they are the query's), {@code form} (not in version 1, whose
 * models all are similarities), {@code shape}, {@code rowStarts} (long), {@code columns} (int),
 * {@code values} (float), the last three being compressed sparse rows, and {@code recipe} where
 * there is one. Each has a checksum; the file is replaced whole or not at all.
 */
public final class ModelFile {

  private ModelFile() {}

  /** Writes a model; an older file of that name is replaced only by a whole new one. */
  public static void write(BilinearModel model, Path file) throws IOException {
    SectionWriter.write(file, FileKind.MODEL, writer -> writeSections(model, writer));
  }

  private static void writeSections(BilinearModel model, SectionWriter writer) throws IOException {
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
    writer.writeString(model.form().label());
    writer.end();

    writer.begin("shape");
    writer.writeInt(model.queryDimension());
    writer.writeInt(model.itemDimension());
    writer.writeInt(sameNames ? 1 : 0);
    writer.end();

    writer.begin("rowStarts");
    for (int row = 0; row < model.queryDimension(); row++) {
      writer.writeLong(model.rowStart(row));
    }
    writer.writeLong(model.nonZeros());
    writer.end();
    writer.writeInts("columns", model.columnArray());
    writer.writeFloats("values", model.valueArray());
    RecipeSection.write(model.recipe(), writer);
  }

  /**
   * Reads a model.
   *
   * @throws InvalidInputException if the file is truncated, altered or not a model file
   */
  public static BilinearModel read(Path file) throws IOException {
    try (SectionReader reader = SectionReader.open(file, FileKind.MODEL)) {
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

      BilinearModel.Form form = BilinearModel.Form.SIMILARITY;
      if (reader.version() >= 2) {
        reader.begin("form");
        form = BilinearModel.Form.parse(reader.readString());
        reader.end();
      }

      reader.begin("shape");
      int queryDimension = reader.readInt();
      int itemDimension = reader.readInt();
      boolean sameNames = reader.readInt() == 1;
      reader.end();

      long[] rowStarts = reader.readLongs("rowStarts");
      int[] columns = reader.readInts("columns");
      float[] values = reader.readFloats("values");
      FeatureRecipe recipe = RecipeSection.read(reader);
      reader.finish();

      return BilinearModel.ofRows(queryDimension, itemDimension, rowStarts, columns, values)
          .withForm(form)
          .withFeatureNames(queryFeatures, sameNames ? queryFeatures : itemFeatures)
          .withNormalization(Normalization.restore(chain, weights))
          .withProvenance(new Provenance(algorithm, options, rounds, training, version))
          .withRecipe(recipe);
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException(
          file + " is not a model that sors wrote: " + e.getMessage(), e);
    }
  }
}

package io.github.sors.ranking.fusion;

import io.github.sors.BilinearModel;
import io.github.sors.FeatureRecipe;
import io.github.sors.InvalidInputException;
import io.github.sors.Model;
import io.github.sors.Provenance;
import io.github.sors.embedding.Adapter;
import io.github.sors.embedding.EmbeddingSpace;
import io.github.sors.encoder.EncoderModel;
import io.github.sors.io.FileKind;
import io.github.sors.io.ModelFile;
import io.github.sors.io.RecipeSection;
import io.github.sors.io.SectionReader;
import io.github.sors.io.SectionWriter;
import io.github.sors.lucene.text.Vectorizer;
import io.github.sors.ranking.signal.JudgedQuery;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The file of a ranking. Sections: {@code provenance}, {@code weights}, {@code terms} (empty if
 * texts are not used) and {@code recipe}, {@code embeddings} (an empty name if there are none),
 * {@code judged}, and, as files of models of their own, {@code adapter}, {@code matrix}, {@code
 * titles} and {@code encoder}, each empty if there is none.
 */
final class RankingModelFile {

  private RankingModelFile() {}

  static boolean isOne(Path file) throws IOException {
    return SectionReader.kindOf(file).is(FileKind.RANKING);
  }

  static void write(RankingModel model, Path file) throws IOException {
    SectionWriter.write(file, FileKind.RANKING, writer -> write(model, writer));
  }

  private static void write(RankingModel model, SectionWriter writer) throws IOException {
    Provenance provenance = model.provenance();
    writer.begin("provenance");
    writer.writeString(provenance.algorithm());
    writer.writeMap(provenance.options());
    writer.writeLong(provenance.rounds());
    writer.writeMap(provenance.training());
    writer.writeString(provenance.version());
    writer.end();
    Fusion fusion = model.fusion();
    writer.begin("weights");
    writer.writeString(fusion.name());
    writer.writeString(fusion.scale().name());
    writer.writeInt(fusion.weights().size());
    for (Map.Entry<String, Double> weight : fusion.weights().entrySet()) {
      writer.writeString(weight.getKey());
      writer.writeDouble(weight.getValue());
    }
    writer.end();
    Vectorizer vectorizer = model.vectorizer();
    writer.writeStrings("terms", vectorizer == null ? List.of() : vectorizer.featureNames());
    RecipeSection.write(vectorizer == null ? FeatureRecipe.NONE : vectorizer.recipe(), writer);
    EmbeddingSpace space = model.embeddings();
    writer.begin("embeddings");
    writer.writeString(space == null ? "" : space.model());
    writer.writeInt(space == null ? 0 : space.dimension());
    writer.end();
    LearntParts parts = model.parts();
    writeJudged(parts, writer);
    writeModel("adapter", parts.adapter(), writer);
    writeModel("matrix", parts.matrix(), writer);
    writeModel("titles", parts.titles(), writer);
    writeModel("encoder", parts.encoder(), writer);
  }

  private static void writeJudged(LearntParts parts, SectionWriter writer) throws IOException {
    writer.begin("judged");
    writer.writeDouble(parts.temperature());
    writer.writeInt(parts.judged().size());
    for (JudgedQuery query : parts.judged()) {
      writer.writeString(query.id());
      writer.writeString(query.text());
      float[] vector = query.vector();
      writer.writeInt(vector == null ? 0 : vector.length);
      if (vector != null) {
        writer.writeFloats(vector, vector.length);
      }
      writer.writeInt(query.items().size());
      for (Map.Entry<String, Double> item : query.items().entrySet()) {
        writer.writeString(item.getKey());
        writer.writeDouble(item.getValue());
      }
    }
    writer.end();
  }

  private static void writeModel(String section, @Nullable Model model, SectionWriter writer)
      throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    if (model != null) {
      ModelFile.write(model, bytes);
    }
    writer.writeBytes(section, ByteBuffer.wrap(bytes.toByteArray()));
  }

  static RankingModel read(Path file) throws IOException {
    try (SectionReader reader = SectionReader.open(file, FileKind.RANKING)) {
      RankingModel model = read(reader, file.toString());
      reader.finish();
      return model;
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException(
          file + " is not a ranking that sors wrote: " + e.getMessage(), e);
    }
  }

  private static RankingModel read(SectionReader reader, String file) throws IOException {
    reader.begin("provenance");
    Provenance provenance =
        new Provenance(
            reader.readString(),
            reader.readMap(),
            reader.readLong(),
            reader.readMap(),
            reader.readString());
    reader.end();
    reader.begin("weights");
    String name = reader.readString();
    Scale scale = Scale.valueOf(reader.readString());
    Map<String, Double> weights = new LinkedHashMap<>();
    int count = reader.readCount(Integer.BYTES + Double.BYTES);
    for (int k = 0; k < count; k++) {
      String signal = reader.readString();
      double weight = reader.readDouble();
      if (!(weight > 0 && Double.isFinite(weight))) {
        throw new IllegalArgumentException("expected weights above 0, found " + weight);
      }
      weights.put(signal, weight);
    }
    reader.end();
    List<String> terms = reader.readStrings("terms");
    FeatureRecipe recipe = RecipeSection.read(reader);
    reader.begin("embeddings");
    String embeddingModel = reader.readString();
    int dimension = reader.readInt();
    reader.end();
    reader.begin("judged");
    double temperature = reader.readDouble();
    List<JudgedQuery> judged = readJudged(reader, dimension);
    reader.end();
    LearntParts parts =
        new LearntParts(
            readModel("adapter", Adapter.class, reader, file),
            readModel("matrix", BilinearModel.class, reader, file),
            readModel("titles", BilinearModel.class, reader, file),
            readModel("encoder", EncoderModel.class, reader, file),
            judged,
            temperature);
    return new RankingModel(
        new Fusion(name, scale, weights),
        parts,
        recipe.isEmpty() ? null : Vectorizer.restore(recipe, terms),
        dimension == 0 ? null : new EmbeddingSpace(embeddingModel, dimension),
        provenance);
  }

  private static List<JudgedQuery> readJudged(SectionReader reader, int dimension)
      throws IOException {
    List<JudgedQuery> judged = new ArrayList<>();
    int queries = reader.readCount(4 * Integer.BYTES);
    for (int query = 0; query < queries; query++) {
      String id = reader.readString();
      String text = reader.readString();
      float[] vector = new float[reader.readCount(Float.BYTES)];
      reader.readFloats(vector, vector.length);
      if (vector.length != 0 && vector.length != dimension) {
        throw new IllegalArgumentException(
            "expected embeddings of " + dimension + " numbers, found " + vector.length);
      }
      Map<String, Double> items = new TreeMap<>();
      int count = reader.readCount(Integer.BYTES + Double.BYTES);
      for (int k = 0; k < count; k++) {
        items.put(reader.readString(), reader.readDouble());
      }
      judged.add(new JudgedQuery(id, text, vector.length == 0 ? null : vector, items));
    }
    return judged;
  }

  private static <M extends Model> @Nullable M readModel(
      String section, Class<M> kind, SectionReader reader, String file) throws IOException {
    ByteBuffer mapped = reader.map(section);
    if (!mapped.hasRemaining()) {
      return null;
    }
    byte[] bytes = new byte[mapped.remaining()];
    mapped.get(bytes);
    Model model = ModelFile.readAny(new ByteArrayInputStream(bytes), file + ", " + section);
    if (!kind.isInstance(model)) {
      throw new IllegalArgumentException("expected another model as the part '" + section + "'");
    }
    return kind.cast(model);
  }
}

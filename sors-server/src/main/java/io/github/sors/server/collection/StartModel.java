package io.github.sors.server.collection;

import io.github.sors.BilinearModel;
import io.github.sors.InvalidInputException;
import io.github.sors.MatrixRow;
import io.github.sors.Remedy;
import io.github.sors.data.registry.Checksums;
import io.github.sors.io.AtomicFiles;
import io.github.sors.io.ModelFile;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The model that a collection starts from in place of the identity: a copy of its file lies in the
 * collection's folder, and every replay of the log begins with it.
 *
 * @param name what the file was called
 * @param hash the SHA-256 of its bytes
 */
public record StartModel(String name, String hash) {

  private static final Logger LOGGER = System.getLogger(StartModel.class.getPackageName());

  private static Path copyIn(Path folder) {
    return folder.resolve("start.sors");
  }

  /**
   * Copies a model into the folder of a new collection, where it is safe once this returns.
   *
   * @throws InvalidInputException if a collection of these settings cannot start from it
   */
  static StartModel copy(
      Path file, Path folder, CollectionSettings settings, CollectionLimits limits)
      throws IOException {
    String hash = hashOf(file);
    BilinearModel model = ModelFile.readMatrix(file);
    requireUsable(model, file, settings, limits);
    AtomicFiles.replace(copyIn(folder), target -> transfer(file, target));
    if (!Checksums.of(copyIn(folder)).equals(hash)) {
      // another program publishes models there, and this one was not looked at
      throw new InvalidInputException(file + " was replaced while it was read: start again");
    }
    warnOfDifferences(model, file);
    return new StartModel(file.getFileName().toString(), hash);
  }

  private static String hashOf(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new InvalidInputException("there is no model file " + file);
    }
    return Checksums.of(file);
  }

  private static void transfer(Path file, FileChannel target) throws IOException {
    try (FileChannel source = FileChannel.open(file)) {
      long size = source.size();
      for (long done = 0; done < size; ) {
        done += source.transferTo(done, size - done, target);
      }
    }
  }

  private static void requireUsable(
      BilinearModel model, Path file, CollectionSettings settings, CollectionLimits limits) {
    if (model.form() != BilinearModel.Form.SIMILARITY) {
      throw new InvalidInputException(
          file
              + " is a "
              + model.form().label()
              + ", and a collection learns a similarity: learn one with adasors-2 or"
              + " another of the similarities");
    }
    boolean shared =
        model.queryDimension() == model.itemDimension()
            && model.queryFeatures().equals(model.itemFeatures())
            && !"false".equals(model.provenance().options().get("sharedFeatures"));
    if (!shared) {
      throw new InvalidInputException(
          file
              + " has queries with other features than its items, and in a collection items are"
              + " queries too: learn a model of shared features");
    }
    List<String> features = features(model);
    if (features.size() > limits.features()) {
      throw new InvalidInputException(
          file
              + " has "
              + features.size()
              + " features, and a collection knows at most "
              + limits.features());
    }
    Set<String> names = new HashSet<>();
    for (String feature : features) {
      if (!names.add(feature)) {
        throw new InvalidInputException(
            file + " has two features called '" + feature + "': give each a name of its own");
      }
    }
    String normalization = model.normalization().toString();
    if (!normalization.equals("l2") && !normalization.equals("none")) {
      throw new InvalidInputException(
          file
              + " was learnt on vectors normalised by "
              + normalization
              + ", and a collection brings them to length 1",
          Remedy.set("normalization", "l2").when("it is learnt again"));
    }
    String analyzer = model.recipe().settings().getOrDefault("analyzer", settings.analyzer());
    if (!analyzer.equals(settings.analyzer())) {
      throw new InvalidInputException(
          file
              + " was learnt on texts of the analyzer "
              + analyzer
              + ", and the collection would have "
              + settings.analyzer(),
          Remedy.set("analyzer", analyzer));
    }
  }

  private static void warnOfDifferences(BilinearModel model, Path file) {
    Map<String, String> recipe = model.recipe().settings();
    if (model.normalization().toString().equals("none")
        && !"true".equals(recipe.get("unitLength"))) {
      LOGGER.log(
          Level.WARNING,
          "{0} was learnt on vectors as they came, and here they are brought to length 1",
          file);
    }
    boolean sameTexts =
        "log".equals(recipe.get("weights"))
            && "0".equals(recipe.get("hashBits"))
            && !recipe.getOrDefault("textColumns", "").contains("\n")
            && recipe.getOrDefault("categoryColumns", "").isEmpty()
            && recipe.getOrDefault("numberColumns", "").isEmpty();
    if (!recipe.isEmpty() && !sameTexts) {
      LOGGER.log(
          Level.WARNING,
          "{0} was learnt on texts whose features were named or weighted in another way than here,"
              + " where a term is worth 1 + ln n: load the vectors that ''sors vectorize'' wrote,"
              + " or learn from texts vectorized with logarithmic weights",
          file);
    }
  }

  /** The features by number; those without a name are called as vectors without names call them. */
  private static List<String> features(BilinearModel model) {
    List<String> features = new ArrayList<>(model.queryFeatures());
    while (features.size() < model.queryDimension()) {
      features.add(Integer.toString(features.size()));
    }
    return features;
  }

  /**
   * Refuses a collection whose copy is not what it was made with.
   *
   * @throws InvalidInputException if the copy is missing or altered
   */
  void requireWhole(Path folder) throws IOException {
    Path copy = copyIn(folder);
    boolean there = Files.isRegularFile(copy);
    if (!there || !Checksums.of(copy).equals(hash)) {
      throw new InvalidInputException(
          copy
              + ", the model that the collection starts from, is "
              + (there ? "altered" : "missing")
              + ": copy the file there again that was called "
              + name
              + " and has the SHA-256 "
              + hash);
    }
  }

  /**
   * Refuses to have a collection start from another model than it did.
   *
   * @param start what the collection started from, null where that was no model
   */
  static void requireSame(StartModel start, Path file, Path folder) throws IOException {
    String hash = hashOf(file);
    if (start == null || !start.hash.equals(hash)) {
      throw new InvalidInputException(
          folder
              + " has its own model already, started from "
              + (start == null ? "no file" : start.name),
          Remedy.leaveOut("startModel").or("start from " + file + " in another folder"));
    }
  }

  /** Has a new state start with the copy: its features get the first numbers. */
  void putInto(CollectionState state, Path folder) throws IOException {
    requireWhole(folder);
    BilinearModel model = ModelFile.readMatrix(copyIn(folder));
    state.start(features(model), rows(model, state.learner().untouchedDiagonal()));
  }

  /** The rows in which a model differs from a matrix with nothing but a given diagonal. */
  private static Iterator<MatrixRow> rows(BilinearModel model, float diagonal) {
    return IntStream.range(0, model.queryDimension())
        .mapToObj(feature -> row(model, feature))
        .filter(row -> row.size() > 0 || row.diagonal() != diagonal)
        .iterator();
  }

  private static MatrixRow row(BilinearModel model, int feature) {
    float diagonal = model.get(feature, feature);
    int start = model.rowStart(feature);
    int end = model.rowEnd(feature);
    int[] columns = new int[end - start - (diagonal == 0 ? 0 : 1)];
    float[] levels = new float[columns.length];
    int count = 0;
    for (int k = start; k < end; k++) {
      if (model.columnArray()[k] != feature) {
        columns[count] = model.columnArray()[k];
        levels[count++] = model.valueArray()[k];
      }
    }
    // a model does not keep the squared gradients: they are summed from here on
    return new MatrixRow(feature, diagonal, 0, columns, levels, new float[columns.length]);
  }
}

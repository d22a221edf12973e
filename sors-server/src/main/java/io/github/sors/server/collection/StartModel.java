package io.github.sors.server.collection;

import io.github.sors.InvalidInputException;
import io.github.sors.Model;
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
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The model that a collection starts from: a copy of its file lies in the collection's folder, and
 * every replay of the log begins with it.
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
   * @return the settings of a collection that starts from it
   * @throws InvalidInputException if a collection of these settings cannot start from it
   */
  static CollectionSettings copy(
      Path file, Path folder, CollectionSettings ifNew, CollectionLimits limits)
      throws IOException {
    String hash = hashOf(file);
    Model model = ModelFile.read(file);
    CollectionSettings settings = ifNew.completedBy(model);
    requireUsable(model, file, settings, limits);
    AtomicFiles.replace(copyIn(folder), target -> transfer(file, target));
    if (!Checksums.of(copyIn(folder)).equals(hash)) {
      // another program publishes models there, and this one was not looked at
      throw new InvalidInputException(file + " was replaced while it was read: start again");
    }
    warnOfDifferences(model, file);
    return settings.withStart(new StartModel(file.getFileName().toString(), hash));
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
      Model model, Path file, CollectionSettings settings, CollectionLimits limits) {
    CollectionLearner.of(settings.newLearner()).requireStart(model, file);
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

  private static void warnOfDifferences(Model model, Path file) {
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
  private static List<String> features(Model model) {
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
    Model model = ModelFile.read(copyIn(folder));
    state.start(features(model), model);
  }
}

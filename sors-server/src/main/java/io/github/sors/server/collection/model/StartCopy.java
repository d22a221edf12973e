package io.github.sors.server.collection.model;

import io.github.sors.InvalidInputException;
import io.github.sors.Model;
import io.github.sors.Remedy;
import io.github.sors.data.registry.Checksums;
import io.github.sors.encoder.EncoderModel;
import io.github.sors.io.AtomicFiles;
import io.github.sors.io.ModelFile;
import io.github.sors.server.collection.CollectionLimits;
import io.github.sors.server.collection.CollectionSettings;
import io.github.sors.server.collection.NamedFeatures;
import io.github.sors.server.collection.StartModel;
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
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The file of the model that a collection starts from, copied to the folder of the collection.
 * Every replay of the log begins with the copy.
 */
public final class StartCopy {

  private static final Logger LOGGER = System.getLogger(StartCopy.class.getPackageName());

  private StartCopy() {}

  private static Path copyIn(Path folder) {
    return folder.resolve("start.sors");
  }

  /**
   * Copies a model to the folder of a new collection; the copy is durable when this returns.
   *
   * @return the settings of a collection that starts from it
   * @throws InvalidInputException if a collection of these settings cannot start from it
   */
  public static CollectionSettings copy(
      Path file, Path folder, CollectionSettings ifNew, CollectionLimits limits)
      throws IOException {
    String hash = hashOf(file);
    Model model = ModelFile.read(file);
    CollectionSettings settings = completed(ifNew, model);
    requireUsable(model, file, settings, limits);
    AtomicFiles.replace(copyIn(folder), target -> transfer(file, target));
    if (!Checksums.of(copyIn(folder)).equals(hash)) {
      // another program has replaced the file, and the new model was not checked
      throw new InvalidInputException(file + " was replaced while it was read: start again");
    }
    warnOfDifferences(model, file);
    return settings.withStart(new StartModel(file.getFileName().toString(), hash));
  }

  /** The settings, completed with the options that must equal those of the model. */
  private static CollectionSettings completed(CollectionSettings settings, Model model) {
    Map<String, String> completed = new TreeMap<>(settings.options());
    if (model instanceof EncoderModel encoder) {
      completed.putIfAbsent("k", Integer.toString(encoder.encodingLength()));
      completed.putIfAbsent("seed", Long.toString(encoder.queryTable().start().seed()));
    }
    return new CollectionSettings(
        settings.algorithm(), completed, settings.analyzer(), settings.start());
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
              + " has different features for queries and items, but in a collection items are also"
              + " queries: learn a model with shared features");
    }
    List<String> features = features(model);
    if (features.size() > limits.features()) {
      throw new InvalidInputException(
          file
              + " has "
              + features.size()
              + " features, but a collection has at most "
              + limits.features());
    }
    Set<String> names = new HashSet<>();
    for (String feature : features) {
      if (!names.add(feature)) {
        throw new InvalidInputException(
            file
                + " has two features called '"
                + feature
                + "': give every feature a different name");
      }
    }
    String normalization = model.normalization().toString();
    if (!normalization.equals("l2") && !normalization.equals("none")) {
      throw new InvalidInputException(
          file
              + " was learnt from vectors with the normalisation "
              + normalization
              + ", but a collection scales vectors to length 1",
          Remedy.set("normalization", "l2").when("you learn it again"));
    }
    String analyzer = model.recipe().settings().getOrDefault("analyzer", settings.analyzer());
    if (!analyzer.equals(settings.analyzer())) {
      throw new InvalidInputException(
          file
              + " was learnt from texts with the analyzer "
              + analyzer
              + ", but the collection would have "
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
          "{0} was learnt from vectors that were not normalised; this collection scales vectors to"
              + " length 1",
          file);
    }
    if (!NamedFeatures.areOfTexts(model.recipe())) {
      LOGGER.log(
          Level.WARNING,
          "{0} was learnt from texts whose features had other names or weights; here, a term that"
              + " occurs n times has the weight 1 + ln n: learn from one text field with"
              + " logarithmic weights",
          file);
    }
  }

  /**
   * The names of the features by number; features without names are named as in vectors without
   * names.
   */
  public static List<String> features(Model model) {
    List<String> features = new ArrayList<>(model.queryFeatures());
    while (features.size() < model.queryDimension()) {
      features.add(Integer.toString(features.size()));
    }
    return features;
  }

  /**
   * Checks that the copy is unchanged.
   *
   * @throws InvalidInputException if the copy is missing or altered
   */
  public static void requireWhole(StartModel start, Path folder) throws IOException {
    Path copy = copyIn(folder);
    boolean there = Files.isRegularFile(copy);
    if (!there || !Checksums.of(copy).equals(start.hash())) {
      throw new DamagedStartException(
          copy
              + ", the model that the collection starts from, is "
              + (there ? "altered" : "missing")
              + ": restore it by copying the file "
              + start.name()
              + " with the SHA-256 "
              + start.hash());
    }
  }

  /**
   * Checks that a collection is not started from another model than before.
   *
   * @param start the model that the collection started from, or null
   */
  public static void requireSame(@Nullable StartModel start, Path file, Path folder)
      throws IOException {
    String hash = hashOf(file);
    if (start == null || !start.hash().equals(hash)) {
      throw new InvalidInputException(
          folder
              + " already has a model, which started from "
              + (start == null ? "no file" : start.name()),
          Remedy.leaveOut("startModel").or("start from " + file + " in another folder"));
    }
  }

  /**
   * Reads the copy.
   *
   * @throws InvalidInputException if the copy is missing or altered
   */
  static Model read(StartModel start, Path folder) throws IOException {
    requireWhole(start, folder);
    return ModelFile.read(copyIn(folder));
  }
}

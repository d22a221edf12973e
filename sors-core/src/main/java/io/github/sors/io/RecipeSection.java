package io.github.sors.io;

import io.github.sors.FeatureRecipe;
import java.io.IOException;
import java.util.Map;

/**
 * The optional section {@code recipe}: settings and the weights of the features.
 *
 * <p>Threads: as the reader or writer that is passed. Failures: a section that is too short throws
 * {@link io.github.sors.InvalidInputException}, a disk {@link IOException}.
 */
public final class RecipeSection {

  private static final String NAME = "recipe";

  private RecipeSection() {}

  /** Writes a recipe; writes nothing if it is empty. */
  public static void write(FeatureRecipe recipe, SectionWriter writer) throws IOException {
    if (recipe.isEmpty()) {
      return;
    }
    float[] weights = recipe.weights();
    writer.begin(NAME);
    writer.writeMap(recipe.settings());
    writer.writeInt(weights.length);
    writer.writeFloats(weights, weights.length);
    writer.end();
  }

  /** Reads the recipe if it is the next section; otherwise returns an empty one. */
  public static FeatureRecipe read(SectionReader reader) throws IOException {
    if (!reader.isNext(NAME)) {
      return FeatureRecipe.NONE;
    }
    reader.begin(NAME);
    Map<String, String> settings = reader.readMap();
    float[] weights = new float[reader.readCount(4)];
    reader.readFloats(weights, weights.length);
    reader.end();
    return new FeatureRecipe(settings, weights);
  }
}

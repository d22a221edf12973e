package io.github.sors.server.collection;

import io.github.sors.FeatureRecipe;
import java.util.Map;

/**
 * Features by name, before a collection has numbered them.
 *
 * <p>Threads: immutable, so long as nobody writes to the arrays. Failures: different numbers of
 * names and values throw {@link IllegalArgumentException}.
 *
 * @param names distinct names
 * @param values as many finite values
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, and as many as an item has words
public record NamedFeatures(String[] names, float[] values) {

  public NamedFeatures {
    if (names.length != values.length) {
      throw new IllegalArgumentException(
          "expected as many values as names, found " + values.length + " and " + names.length);
    }
  }

  /** Whether a recipe, if there is one, gives texts the features that they have in a collection. */
  public static boolean areOfTexts(FeatureRecipe recipe) {
    Map<String, String> settings = recipe.settings();
    return recipe.isEmpty()
        || ("log".equals(settings.get("weights"))
            && "0".equals(settings.get("hashBits"))
            && !settings.getOrDefault("textColumns", "").contains("\n")
            && settings.getOrDefault("categoryColumns", "").isEmpty()
            && settings.getOrDefault("numberColumns", "").isEmpty());
  }

  /** The number of features. */
  public int size() {
    return names.length;
  }
}

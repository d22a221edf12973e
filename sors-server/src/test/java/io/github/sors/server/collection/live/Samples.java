package io.github.sors.server.collection.live;

import io.github.sors.server.collection.ComparisonDraft;
import io.github.sors.server.collection.ItemDraft;
import io.github.sors.server.collection.NamedFeatures;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Items and comparisons made up from a seed. */
public final class Samples {

  private Samples() {}

  static NamedFeatures features(SplittableRandom random, int vocabulary, int size) {
    String[] names = new String[size];
    float[] values = new float[size];
    int[] picked = random.ints(0, vocabulary).distinct().limit(size).toArray();
    for (int k = 0; k < size; k++) {
      names[k] = "word" + picked[k];
      values[k] = 1 + random.nextInt(3);
    }
    return new NamedFeatures(names, values);
  }

  public static List<ItemDraft> items(SplittableRandom random, int count) {
    List<ItemDraft> items = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      items.add(new ItemDraft("item" + k, "Item " + k, "class" + k % 3, features(random, 40, 6)));
    }
    return items;
  }

  /** A comparison of two different items of the first {@code count}. */
  public static ComparisonDraft comparison(SplittableRandom random, int count) {
    int[] picked = random.ints(0, count).distinct().limit(3).toArray();
    boolean byItem = random.nextBoolean();
    return new ComparisonDraft(
        byItem ? "item" + picked[2] : null,
        byItem ? null : features(random, 60, 4),
        "item" + picked[0],
        "item" + picked[1]);
  }
}

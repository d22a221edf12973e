package io.github.sors.server;

import io.github.sors.data.item.Item;
import io.github.sors.data.item.ItemSource;
import io.github.sors.server.collection.CollectionSettings;
import io.github.sors.server.http.About;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The demo of the service: a collection of emoji.
 *
 * <p>The margin is a fifth of the usual one. Vectors have length 1, so the scores of good and bad
 * answers often differ by a tenth. With a margin of 1, every press would change weights that were
 * right before, and unrelated searches would get worse; research/service.md has the figures.
 *
 * <p>Threads: immutable. Failures: none before a collection takes the items.
 */
public final class EmojiDemo {

  /** The options of the learner. */
  public static final Map<String, String> OPTIONS = Map.of("margin", "0.2");

  /** The analyzer: whole words, so that the page shows no stems. */
  public static final String ANALYZER = "standard";

  /** The settings of the collection. */
  public static final CollectionSettings SETTINGS =
      new CollectionSettings(CollectionSettings.DEFAULT.algorithm(), OPTIONS, ANALYZER);

  private static final List<String> EXAMPLES =
      List.of("birthday party", "feeling sick", "music", "dog", "good luck");

  private final List<Item> emoji;

  /**
   * Creates the demo.
   *
   * @param emoji named by symbol and name, such as "🎉 party popper", and labelled by group
   */
  public EmojiDemo(List<Item> emoji) {
    this.emoji = List.copyOf(emoji);
  }

  public StartItems items() {
    return StartItems.ofNamedRecords(ItemSource.of(emoji));
  }

  /** The description that the page shows. */
  public About about() {
    return new About(
        String.format(
            Locale.ROOT,
            "This collection holds %,d emoji in %d groups, described by their names and keywords.",
            emoji.size(),
            emoji.stream().map(Item::label).distinct().count()),
        EXAMPLES);
  }
}

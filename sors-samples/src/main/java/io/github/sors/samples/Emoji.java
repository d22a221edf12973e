package io.github.sors.samples;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.sors.data.Dataset;
import io.github.sors.data.item.Item;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import net.fellbaum.jemoji.EmojiGroup;
import net.fellbaum.jemoji.EmojiManager;
import net.fellbaum.jemoji.Qualification;

/**
 * The built-in data set {@code emoji}: 1,632 emoji, described by their names and keywords.
 *
 * <p>A row is an emoji and its name, such as "🎉 party popper"; its class is the Unicode subgroup,
 * such as {@code event}, one of 95; its features are the English stems of the name and of the
 * keywords that people search it by, weighted by tf-idf, of unit length. Two emoji of a subgroup
 * often share no word, so there is something to learn.
 *
 * <ul>
 *   <li>Names and subgroups are those of jemoji, keywords those of emojilib; an emoji that is too
 *       new for emojilib has only its name.
 *   <li>Skin tones and hair styles are left out: they repeat an emoji with almost the same words.
 *   <li>Flags are left out: 259 of them are one subgroup, and the word "flag" identifies it.
 * </ul>
 *
 * <p>Threads: any thread may call it. Failures: a class path without the keywords throws {@link
 * IllegalStateException}.
 */
public final class Emoji {

  /** The name of the data set. */
  public static final String NAME = "emoji";

  private static final String KEYWORDS =
      "META-INF/resources/webjars/emojilib/3.0.7/dist/emoji-en-US.json";
  private static final String VARIATION_SELECTOR = "\uFE0F";

  private Emoji() {}

  /** Returns all emoji as vectors; the data set has the recipe for turning texts into vectors. */
  public static Dataset load() {
    return TextDataset.of(NAME, records());
  }

  /**
   * Returns all emoji as texts, in the order of Unicode's subgroups: the emoji and its name as the
   * name of the record, the subgroup as its label, name and keywords as its text.
   */
  public static List<Item> records() {
    Map<String, List<String>> keywords = keywords();
    return EmojiManager.getAllEmojis().stream()
        .filter(emoji -> emoji.getQualification() == Qualification.FULLY_QUALIFIED)
        .filter(emoji -> !emoji.hasFitzpatrickComponent() && !emoji.hasHairStyleComponent())
        .filter(emoji -> emoji.getGroup() != EmojiGroup.FLAGS)
        .sorted(
            Comparator.comparing(net.fellbaum.jemoji.Emoji::getSubgroup)
                .thenComparing(net.fellbaum.jemoji.Emoji::getEmoji))
        .map(emoji -> record(emoji, keywords))
        .toList();
  }

  private static Item record(net.fellbaum.jemoji.Emoji emoji, Map<String, List<String>> keywords) {
    String symbol = emoji.getEmoji();
    String name = emoji.getDescription();
    List<String> words =
        keywords.getOrDefault(
            symbol, keywords.getOrDefault(symbol.replace(VARIATION_SELECTOR, ""), List.of()));
    // the first keyword repeats the name
    String others = String.join(", ", words.subList(Math.min(1, words.size()), words.size()));
    return Item.ofText(
        symbol + " " + name,
        emoji.getSubgroup().getName(),
        others.isEmpty() ? name : name + ": " + others.replace('_', ' '));
  }

  private static Map<String, List<String>> keywords() {
    try (InputStream json = Emoji.class.getClassLoader().getResourceAsStream(KEYWORDS)) {
      if (json == null) {
        throw new IllegalStateException("emojilib is not on the class path: no " + KEYWORDS);
      }
      return new ObjectMapper().readValue(json, new TypeReference<>() {});
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the keywords of emojilib", e);
    }
  }
}

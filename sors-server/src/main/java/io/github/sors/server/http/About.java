package io.github.sors.server.http;

import java.util.List;

/**
 * What the page says about a collection to somebody who has never seen it.
 *
 * @param text one sentence about what the collection holds
 * @param examples texts to search for
 */
public record About(String text, List<String> examples) {

  /** Nothing is known but what the collection itself shows. */
  public static final About NOTHING = new About("", List.of());

  public About {
    examples = List.copyOf(examples);
  }
}

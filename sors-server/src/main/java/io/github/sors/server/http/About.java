package io.github.sors.server.http;

import java.util.List;

/**
 * The introduction to a collection that the page shows.
 *
 * @param text one sentence about what the collection holds
 * @param examples texts to search for
 */
public record About(String text, List<String> examples) {

  /** No introduction. */
  public static final About NOTHING = new About("", List.of());

  public About {
    examples = List.copyOf(examples);
  }
}

package io.github.sors.data.feedback;

import java.util.ArrayList;
import java.util.List;

/**
 * Groups of items that belong together: sessions, baskets, playlists, clusters.
 *
 * <p>Threads: immutable. Failures: names and groups of different numbers throw {@link
 * IllegalArgumentException}, null {@link NullPointerException}.
 *
 * @param names what each group is called; empty for a list without a name
 * @param groups the ids of each group's items, each once
 */
public record ItemGroups(List<String> names, List<List<String>> groups) {

  /** With how many others an item of a large group is paired. */
  private static final int LARGEST_NEIGHBOURHOOD = 100;

  public ItemGroups {
    names = List.copyOf(names);
    groups = groups.stream().map(List::copyOf).toList();
    if (names.size() != groups.size()) {
      throw new IllegalArgumentException(
          "expected as many names as groups, found "
              + names.size()
              + " names and "
              + groups.size()
              + " groups");
    }
  }

  /**
   * Each item asks for the others of its group. In a group of more than 101 items, an item asks for
   * the 100 that follow it, from the last on to the first, so that the cost stays linear in the
   * size of the file.
   */
  public List<Feedback> feedbackOfItems() {
    List<Feedback> feedback = new ArrayList<>();
    for (List<String> group : groups) {
      int others = Math.min(group.size() - 1, LARGEST_NEIGHBOURHOOD);
      for (int i = 0; i < group.size() && others > 0; i++) {
        List<String> preferred = new ArrayList<>(others);
        for (int k = 1; k <= others; k++) {
          preferred.add(group.get((i + k) % group.size()));
        }
        feedback.add(Feedback.of(group.get(i), preferred, List.of()));
      }
    }
    return List.copyOf(feedback);
  }

  /** Each group's name is a query that its items fit; lists without a name are left out. */
  public List<Feedback> feedbackOfQueries() {
    List<Feedback> feedback = new ArrayList<>();
    for (int g = 0; g < groups.size(); g++) {
      if (!names.get(g).isEmpty()) {
        feedback.add(Feedback.of(names.get(g), groups.get(g), List.of()));
      }
    }
    return List.copyOf(feedback);
  }
}

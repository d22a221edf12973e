package io.github.sors.data.feedback;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Sessions whose clicks say nothing: all that was shown, or one item whatever the query. */
final class Robots {

  private static final int MANY_SHOWN = 3;
  private static final int MANY_QUERIES = 3;

  private Robots() {}

  /** Whether all impressions of a person are those of a robot. */
  static boolean isOne(List<Impression> ofPerson) {
    return clicksEverything(ofPerson) || clicksOneItem(ofPerson);
  }

  private static boolean clicksEverything(List<Impression> ofPerson) {
    int mostShown = 0;
    for (Impression impression : ofPerson) {
      if (impression.clicked().size() < impression.shown().size()) {
        return false;
      }
      mostShown = Math.max(mostShown, impression.shown().size());
    }
    return mostShown >= MANY_SHOWN;
  }

  private static boolean clicksOneItem(List<Impression> ofPerson) {
    if (ofPerson.size() < MANY_QUERIES) {
      return false;
    }
    String only = null;
    Set<String> queries = new HashSet<>();
    for (Impression impression : ofPerson) {
      for (String item : impression.clicked()) {
        if (only != null && !only.equals(item)) {
          return false;
        }
        only = item;
        queries.add(impression.query());
      }
    }
    return queries.size() >= MANY_QUERIES;
  }
}

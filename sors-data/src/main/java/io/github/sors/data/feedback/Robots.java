package io.github.sors.data.feedback;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Sessions whose clicks say nothing: all that was shown, or one item whatever the query. Looks at
 * all impressions first. An impression of nobody is a session of its own.
 */
final class Robots {

  private static final int MANY_SHOWN = 3;
  private static final int MANY_QUERIES = 3;

  /** What is known of a person. */
  private static final class Behaviour {
    private boolean clicksEverything = true;
    private int mostShown;
    private boolean clicksOneItem = true;
    private @Nullable String onlyItem;
    // no more than are many
    private final Set<String> queries = new HashSet<>(4);

    void look(Impression impression) {
      clicksEverything &= impression.clicked().size() == impression.shown().size();
      mostShown = Math.max(mostShown, impression.shown().size());
      for (String item : impression.clicked()) {
        onlyItem = onlyItem == null ? item : onlyItem;
        clicksOneItem &= onlyItem.equals(item);
      }
      if (!impression.clicked().isEmpty() && queries.size() < MANY_QUERIES) {
        queries.add(impression.query());
      }
    }

    boolean isRobot() {
      return (clicksEverything && mostShown >= MANY_SHOWN)
          || (clicksOneItem && queries.size() >= MANY_QUERIES);
    }
  }

  private final Map<String, Behaviour> persons = new HashMap<>();
  private int nobodies;

  void look(Impression impression) {
    if (!impression.person().isEmpty()) {
      persons.computeIfAbsent(impression.person(), one -> new Behaviour()).look(impression);
    } else if (clicksEverything(impression)) {
      nobodies++;
    }
  }

  /** Whether an impression is of a robot. */
  boolean isOne(Impression impression) {
    Behaviour behaviour = persons.get(impression.person());
    return behaviour == null ? clicksEverything(impression) : behaviour.isRobot();
  }

  /** The number of robots. */
  long count() {
    return nobodies + persons.values().stream().filter(Behaviour::isRobot).count();
  }

  private static boolean clicksEverything(Impression impression) {
    return impression.shown().size() >= MANY_SHOWN
        && impression.clicked().size() == impression.shown().size();
  }
}

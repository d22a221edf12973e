package io.github.sors.data.fit;

import io.github.sors.learn.Learners;
import io.github.sors.learn.OnlineLearner;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * An algorithm with options, from which learners can be created.
 *
 * @param algorithm its name on the command line
 * @param options by name; missing options have their defaults
 */
public record LearnerRecipe(String algorithm, Map<String, String> options) {

  public LearnerRecipe {
    Objects.requireNonNull(algorithm, "algorithm");
    options = Map.copyOf(options);
  }

  /** The name of the algorithm in a table. */
  public String title() {
    return Learners.descriptor(algorithm).title();
  }

  /** Creates a learner for rows with the given number of features. */
  public OnlineLearner create(int dimension) {
    Map<String, String> complete = new TreeMap<>(options);
    complete.put("queryDimension", Integer.toString(dimension));
    complete.put("itemDimension", Integer.toString(dimension));
    return Learners.create(algorithm, complete);
  }
}

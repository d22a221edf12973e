package io.github.sors.data.fit;

import io.github.sors.BilinearModel;
import io.github.sors.Model;
import io.github.sors.learn.Learners;
import io.github.sors.learn.OnlineLearner;
import io.github.sors.spectral.PositivePart;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * An algorithm with options, from which learners and their models can be created.
 *
 * <p>Threads: immutable. Failures: an unknown algorithm or option throws {@link
 * IllegalArgumentException} when a learner is created, null {@link NullPointerException} at once.
 *
 * @param algorithm its name on the command line
 * @param options by name; missing options have their defaults
 * @param keepsNeighbours whether half of its triplets are local and its model ranks by the cosine
 *     in the positive part of M; together they preserve the nearest neighbours of dense rows
 */
public record LearnerRecipe(
    String algorithm, Map<String, String> options, boolean keepsNeighbours) {

  static final String BATCH = "batch";

  public LearnerRecipe {
    Objects.requireNonNull(algorithm, "algorithm");
    options = Map.copyOf(options);
  }

  /** A recipe for plain triplets, and for the model as it is learnt. */
  public LearnerRecipe(String algorithm, Map<String, String> options) {
    this(algorithm, options, false);
  }

  /** This recipe with triplets of neighbours and the cosine in the positive part of M. */
  public LearnerRecipe keepingNeighbours() {
    return new LearnerRecipe(algorithm, options, true);
  }

  /** Its name in a table; short, since rounds and three measures stand beside it. */
  public String title() {
    String title = Learners.descriptor(algorithm).title();
    if (options.containsKey(BATCH)) {
      return "Batch " + title.toLowerCase(Locale.ROOT);
    }
    return keepsNeighbours ? "Mixed " + title : title;
  }

  /**
   * The model of a learner of this recipe.
   *
   * @param threads the number of threads for computing the cosine
   */
  public Model model(OnlineLearner learner, int threads) {
    Model model = learner.snapshot();
    return keepsNeighbours ? PositivePart.cosine((BilinearModel) model, threads) : model;
  }

  /** Creates a learner for rows with the given number of features. */
  public OnlineLearner create(int dimension) {
    Map<String, String> complete = new TreeMap<>(options);
    complete.put("queryDimension", Integer.toString(dimension));
    complete.put("itemDimension", Integer.toString(dimension));
    return Learners.create(algorithm, complete);
  }
}

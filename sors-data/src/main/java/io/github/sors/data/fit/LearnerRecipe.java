package io.github.sors.data.fit;

import io.github.sors.BilinearModel;
import io.github.sors.Model;
import io.github.sors.learn.Learners;
import io.github.sors.learn.OnlineLearner;
import io.github.sors.spectral.PositivePart;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * What it takes to make a learner, and a model of what it has learnt.
 *
 * @param algorithm its name on the command line
 * @param options by name; what is missing has its default
 * @param keepsNeighbours whether half of its triplets are of neighbours, and its model ranks by the
 *     cosine in the positive part of M: together they keep the first neighbours of dense rows
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

  /** What to call it in a table. */
  public String title() {
    String title = Learners.descriptor(algorithm).title();
    if (options.containsKey(BATCH)) {
      title += ", batches of " + options.get(BATCH);
    }
    return keepsNeighbours ? title + ", mixed triplets, cosine" : title;
  }

  /**
   * The model of what a learner of this recipe has learnt.
   *
   * @param threads that share the work where there is some
   */
  public Model model(OnlineLearner learner, int threads) {
    Model model = learner.snapshot();
    return keepsNeighbours ? PositivePart.cosine((BilinearModel) model, threads) : model;
  }

  /** Makes a learner for rows of a number of features. */
  public OnlineLearner create(int dimension) {
    Map<String, String> complete = new TreeMap<>(options);
    complete.put("queryDimension", Integer.toString(dimension));
    complete.put("itemDimension", Integer.toString(dimension));
    return Learners.create(algorithm, complete);
  }
}

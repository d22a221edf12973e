package io.github.sors.data.fit;

import io.github.sors.Model;
import io.github.sors.data.triplet.TripletSource;
import io.github.sors.learn.OnlineLearner;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A way of learning that can be tried.
 *
 * <p>Threads: immutable. Failures: null throws {@link NullPointerException}.
 *
 * @param title its name in a table
 * @param learner makes a new learner
 * @param triplets the triplets for a learner; they may depend on its present state
 * @param model creates a model from a learner
 * @param isSlowToMeasure whether creating a model takes so long that a trial is measured only once
 */
public record Candidate(
    String title,
    Supplier<? extends OnlineLearner> learner,
    Function<OnlineLearner, TripletSource> triplets,
    Function<OnlineLearner, Model> model,
    boolean isSlowToMeasure) {

  public Candidate {
    Objects.requireNonNull(title, "title");
    Objects.requireNonNull(learner, "learner");
    Objects.requireNonNull(triplets, "triplets");
    Objects.requireNonNull(model, "model");
  }

  /** A candidate whose model is what the learner has learnt, as it is. */
  public Candidate(
      String title,
      Supplier<? extends OnlineLearner> learner,
      Function<OnlineLearner, TripletSource> triplets) {
    this(title, learner, triplets, OnlineLearner::snapshot, false);
  }
}

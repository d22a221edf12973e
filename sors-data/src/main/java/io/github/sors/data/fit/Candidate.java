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
 * @param title what to call it in a table
 * @param learner makes a new learner
 * @param triplets what a learner learns from; it may depend on what has been learnt so far
 * @param model makes a model of what a learner has learnt
 * @param isSlowToMeasure whether making a model takes so long that a trial is measured once only
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

package io.github.sors.data.fit;

import io.github.sors.data.triplet.TripletSource;
import io.github.sors.learn.OnlineLearner;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A way of learning that can be tried.
 *
 * @param title its name in a table
 * @param learner makes a new learner
 * @param triplets the triplets for a learner; they may depend on its present state
 */
public record Candidate(
    String title,
    Supplier<? extends OnlineLearner> learner,
    Function<OnlineLearner, TripletSource> triplets) {

  public Candidate {
    Objects.requireNonNull(title, "title");
    Objects.requireNonNull(learner, "learner");
    Objects.requireNonNull(triplets, "triplets");
  }
}

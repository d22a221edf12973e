package io.github.sors.data.fit;

import java.util.Objects;
import java.util.Optional;

/**
 * How to learn from some data, and why so.
 *
 * @param recipe the learner; where the start is kept, one that starts as it
 * @param rounds for how long; 0 keeps the start
 * @param validation what was measured with, in words
 * @param choice what was measured; empty if there was too little data to hold any out
 */
public record LearningPlan(
    LearnerRecipe recipe, long rounds, String validation, Optional<Choice> choice) {

  public LearningPlan {
    Objects.requireNonNull(recipe, "recipe");
    Objects.requireNonNull(validation, "validation");
    Objects.requireNonNull(choice, "choice");
  }

  /** Whether nothing is to be learnt, since nothing that was tried is a gain over the start. */
  public boolean keepsStart() {
    return rounds == 0;
  }
}

package io.github.sors.data.fit;

import java.util.Objects;
import java.util.Optional;

/**
 * How to learn from some data, and the measurements behind it.
 *
 * <p>Threads: immutable. Failures: null throws {@link NullPointerException}.
 *
 * @param recipe the learner; if the start is kept, one that starts with it
 * @param rounds the number of rounds; 0 keeps the start
 * @param validation the validation data, in words
 * @param choice the measurements; empty if there was too little data to hold any out
 * @since 0.1.0
 */
public record LearningPlan(
    LearnerRecipe recipe, long rounds, String validation, Optional<Choice> choice) {

  public LearningPlan {
    Objects.requireNonNull(recipe, "recipe");
    Objects.requireNonNull(validation, "validation");
    Objects.requireNonNull(choice, "choice");
  }

  /** Whether to keep the start, since no candidate is a gain. */
  public boolean keepsStart() {
    return rounds == 0;
  }
}

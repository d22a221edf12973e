package io.github.sors.data.fit;

import io.github.sors.eval.Verdict;
import java.util.Objects;
import java.util.Optional;

/**
 * How to learn from some feedback, and the measurements behind it.
 *
 * <p>Threads: immutable. Failures: null throws {@link NullPointerException}.
 *
 * @param recipe the learner; if the start is kept, one that starts with it
 * @param rounds the number of rounds; 0 keeps the start
 * @param reason what it was chosen on, or why the start is kept, in words
 * @param choice the measurements; empty if there was too little feedback to hold any out
 * @param verdict whether it helps, on feedback that it was neither learnt from nor chosen on; empty
 *     if that is not known yet
 */
public record LearningPlan(
    LearnerRecipe recipe,
    long rounds,
    String reason,
    Optional<Choice> choice,
    Optional<Verdict> verdict) {

  public LearningPlan {
    Objects.requireNonNull(recipe, "recipe");
    Objects.requireNonNull(reason, "reason");
    Objects.requireNonNull(choice, "choice");
    Objects.requireNonNull(verdict, "verdict");
  }

  /** Whether to keep the start. */
  public boolean keepsStart() {
    return rounds == 0;
  }
}

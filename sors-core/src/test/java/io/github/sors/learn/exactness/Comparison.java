package io.github.sors.learn.exactness;

import io.github.sors.BilinearModel;
import io.github.sors.Triplet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * A learner side by side with the literal algorithm, and with itself in other variants.
 *
 * @param learnerCase what was compared
 * @param rounds the rounds that were played, of all variants together
 * @param refused the triplets that the learner refused
 * @param wrongLosses rounds whose loss is farther from the literal algorithm's than rounding and
 *     the permitted error of the matrix account for
 * @param error of the learnt matrix, relative to the literal one, see {@link LearnerCase#lasting};
 *     infinite if it is not finite
 * @param differing the variants that did not give every bit of the first
 */
public record Comparison(
    LearnerCase learnerCase,
    long rounds,
    long refused,
    long wrongLosses,
    double error,
    List<Variant> differing) {

  public Comparison {
    differing = List.copyOf(differing);
  }

  /** Runs a case beside the literal algorithm, and then in the variants. */
  public static Comparison run(LearnerCase learnerCase, List<Variant> variants) throws IOException {
    Fingerprint.Recorder recorder = new Fingerprint.Recorder(learnerCase.learner());
    LiteralLearner literal = learnerCase.literal();
    Supplier<Triplet> triplets = learnerCase.stream().open(learnerCase.seed());
    long wrongLosses = 0;
    for (long round = 0; round < learnerCase.rounds(); round++) {
      Triplet triplet = triplets.get();
      if (recorder.learn(triplet)) {
        wrongLosses += literal.learnBeside(triplet, recorder.lastLoss()) ? 0 : 1;
      }
    }
    double error =
        recorder
            .model()
            .map(model -> error(learnerCase, literal, model))
            .orElse(Double.POSITIVE_INFINITY);
    Fingerprint expected = recorder.fingerprint();
    long rounds = expected.rounds();
    List<Variant> differing = new ArrayList<>();
    for (Variant variant : variants) {
      Fingerprint found = Fingerprint.of(learnerCase, variant);
      rounds += found.rounds();
      if (!found.equals(expected)) {
        differing.add(variant);
      }
    }
    return new Comparison(learnerCase, rounds, expected.refused(), wrongLosses, error, differing);
  }

  private static double error(
      LearnerCase learnerCase, LiteralLearner literal, BilinearModel model) {
    return learnerCase.lasting() ? literal.relativeError(model) : literal.errorOfPeak(model);
  }

  /** Whether the learner is the literal algorithm within the permitted error, in all variants. */
  public boolean isExact() {
    return wrongLosses == 0
        && error <= LiteralLearner.PERMITTED_ERROR
        && differing.isEmpty()
        && (refused == 0 || learnerCase.stream().pattern() == StreamShape.Pattern.EXTREME);
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%s%s: error %.2g, %d wrong losses, %d refused, differing bits: %s",
        isExact() ? "" : "NOT EXACT ",
        learnerCase,
        error,
        wrongLosses,
        refused,
        differing.isEmpty() ? "none" : differing);
  }
}

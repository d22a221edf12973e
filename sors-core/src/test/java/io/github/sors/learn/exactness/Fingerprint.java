package io.github.sors.learn.exactness;

import io.github.sors.BilinearModel;
import io.github.sors.Triplet;
import io.github.sors.learn.Checkpoint;
import io.github.sors.learn.OnlineBilinearLearner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What a learner did, to the bit: equal for two runs if and only if, but for chance, every loss and
 * every entry are.
 *
 * @param losses a hash of the loss of every round
 * @param model a hash of the learnt entries, -1 if they are not finite
 * @param rounds the rounds that were played
 * @param refused the triplets that the learner refused
 */
record Fingerprint(long losses, long model, long rounds, long refused) {

  /** Runs a case in one of its variants. */
  static Fingerprint of(LearnerCase learnerCase, Variant variant) throws IOException {
    return variant.scalar()
        ? ScalarTwin.fingerprint(learnerCase, variant)
        : ofThisProcess(learnerCase, variant);
  }

  /** The same with the kernels that these classes were loaded with. */
  static Fingerprint ofThisProcess(LearnerCase learnerCase, Variant variant) throws IOException {
    Supplier<Triplet> triplets = learnerCase.stream().open(learnerCase.seed());
    Recorder recorder = new Recorder(prepared(learnerCase.learner(), variant));
    long resumeAfter = variant.resumed() ? learnerCase.rounds() / 3 : Long.MAX_VALUE;
    for (long done = 0; done < learnerCase.rounds(); ) {
      if (done >= resumeAfter) {
        recorder.changeTo(prepared(reread(recorder.learner), variant));
        resumeAfter = Long.MAX_VALUE;
      }
      List<Triplet> some = new ArrayList<>();
      while (some.size() < variant.block() && done < learnerCase.rounds()) {
        some.add(triplets.get());
        done++;
      }
      recorder.learn(some);
    }
    return recorder.fingerprint();
  }

  private static OnlineBilinearLearner prepared(OnlineBilinearLearner learner, Variant variant) {
    learner.setThreads(variant.threads());
    if (variant.hashed()) {
      learner.setDenseLimit(0);
    }
    return learner;
  }

  private static OnlineBilinearLearner reread(OnlineBilinearLearner learner) throws IOException {
    Path file = Files.createTempFile("exactness", ".checkpoint");
    try {
      new Checkpoint(learner, Map.of()).write(file);
      return Checkpoint.read(file).bilinearLearner();
    } finally {
      Files.delete(file);
    }
  }

  /** A learner, and a hash of all its losses. */
  static final class Recorder {

    private OnlineBilinearLearner learner;
    private long losses = 1;
    private double lastLoss;
    private long refused;

    Recorder(OnlineBilinearLearner learner) {
      changeTo(learner);
    }

    private void changeTo(OnlineBilinearLearner other) {
      learner = other;
      learner.addListener(
          (round, loss) -> {
            losses = 31 * losses + Double.doubleToLongBits(loss);
            lastLoss = loss;
          });
    }

    /** The loss of the last round that was played. */
    double lastLoss() {
      return lastLoss;
    }

    /** Learns one triplet and returns whether it was not refused. */
    boolean learn(Triplet triplet) {
      try {
        learner.learn(triplet);
        return true;
      } catch (IllegalArgumentException e) {
        refused++;
        return false;
      }
    }

    /** Learns triplets at once, but for those that are refused. */
    void learn(List<Triplet> triplets) {
      if (triplets.size() == 1) {
        learn(triplets.get(0));
        return;
      }
      List<Triplet> left = triplets;
      while (!left.isEmpty()) {
        long before = learner.progress().rounds();
        try {
          learner.learn(left);
          left = List.of();
        } catch (IllegalArgumentException e) {
          refused++;
          int learnt = (int) (learner.progress().rounds() - before);
          left = left.subList(learnt + 1, left.size());
        }
      }
    }

    Fingerprint fingerprint() {
      long ofModel = model().map(Recorder::hash).orElse(-1L);
      return new Fingerprint(losses, ofModel, learner.progress().rounds(), refused);
    }

    /** What was learnt; empty if that is not finite, of which a learner gives no model. */
    Optional<BilinearModel> model() {
      try {
        return Optional.of(learner.snapshot());
      } catch (IllegalStateException e) {
        return Optional.empty();
      }
    }

    private static long hash(BilinearModel model) {
      long hash = Arrays.hashCode(model.columnArray());
      for (int row = 0; row < model.queryDimension(); row++) {
        hash = 31 * hash + model.rowEnd(row);
      }
      for (float value : model.valueArray()) {
        hash = 31 * hash + Float.floatToIntBits(value);
      }
      return hash;
    }
  }
}

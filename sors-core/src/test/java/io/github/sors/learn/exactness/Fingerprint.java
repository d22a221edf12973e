package io.github.sors.learn.exactness;

import io.github.sors.BilinearModel;
import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import io.github.sors.learn.OnlineBilinearLearner;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;

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
    OnlineBilinearLearner learner = prepared(learnerCase.learner(), variant);
    if (variant.expecting()) {
      learner.expect(someVectors(learnerCase));
    }
    Recorder recorder = new Recorder(learner);
    long resumeAfter = variant.resumed() ? learnerCase.rounds() / 3 : Long.MAX_VALUE;
    for (long done = 0; done < learnerCase.rounds(); ) {
      if (done >= resumeAfter) {
        recorder.changeTo(prepared(Rereading.of(recorder.learner), variant));
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

  /** Vectors of the first half of the rounds, and one with features that never occur. */
  private static List<SparseVector> someVectors(LearnerCase learnerCase) {
    Supplier<Triplet> triplets = learnerCase.stream().open(learnerCase.seed());
    List<SparseVector> vectors = new ArrayList<>();
    int[] absent = IntStream.range(1_000_000, 1_003_000).toArray();
    float[] ones = new float[absent.length];
    Arrays.fill(ones, 1);
    vectors.add(SparseVector.of(absent, ones));
    for (long round = 0; round < Math.min(1000, learnerCase.rounds() / 2); round++) {
      Triplet triplet = triplets.get();
      vectors.add(triplet.positive());
      vectors.add(triplet.negative());
    }
    return vectors;
  }

  private static OnlineBilinearLearner prepared(OnlineBilinearLearner learner, Variant variant) {
    learner.setThreads(variant.threads());
    if (variant.rows() != Variant.Rows.DENSE) {
      learner.setDenseLimit(0);
    }
    if (variant.rows() == Variant.Rows.HASHED_GENEROUSLY) {
      learner.setGenerousLimit(Long.MAX_VALUE);
    }
    return learner;
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

package io.github.sors.server.collection.model;

import io.github.sors.InvalidInputException;
import io.github.sors.Model;
import io.github.sors.SparseVector;
import io.github.sors.encoder.EncoderModel;
import io.github.sors.learn.EncoderLearner;
import io.github.sors.learn.InitialRows;
import java.nio.file.Path;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** A collection's learner of an encoder. */
record EncoderLearning(EncoderLearner learner) implements CollectionLearner {

  private int encodingLength() {
    return learner.settings().dimensions();
  }

  private long seed() {
    return learner.settings().seed();
  }

  @Override
  public long work(int queryFeatures, SparseVector better, SparseVector worse) {
    return (long) encodingLength() * (queryFeatures + better.size() + worse.size());
  }

  @Override
  public long mostBytes() {
    return learner.mostBytes(0, 0);
  }

  /** Counts one row per feature that has none yet; a row never grows. */
  @Override
  public LearningBound bound(int features) {
    BitSet newRows = new BitSet();
    return new LearningBound() {
      @Override
      public void add(SparseVector query, SparseVector better, SparseVector worse) {
        note(query);
        note(better);
        note(worse);
      }

      private void note(SparseVector vector) {
        for (int k = 0; k < vector.size(); k++) {
          if (!learner.hasRow(vector.index(k))) {
            newRows.set(vector.index(k));
          }
        }
      }

      @Override
      public long bytesAfter(long now) {
        return now + learner.mostBytes(newRows.cardinality(), features) - learner.mostBytes(0, 0);
      }
    };
  }

  @Override
  public void limitMemory(long bytes) {
    // rows have one layout
  }

  @Override
  public void requireStart(Model model, Path file) {
    if (!(model instanceof EncoderModel encoder)) {
      throw new InvalidInputException(
          file
              + " has a matrix, and an encoder cannot start from it: use adasors-2 or another learner"
              + " of matrices, or start from an encoder");
    }
    if (InitialRows.of(encoder.queryTable().start()) != InitialRows.RANDOM) {
      throw new InvalidInputException(
          file
              + " is an encoder that started as the identity, which has no place for the features"
              + " that the vectors of a collection get: start from an encoder with init random");
    }
    int k = encoder.encodingLength();
    long seed = encoder.queryTable().start().seed();
    if (k != encodingLength() || seed != seed()) {
      throw new InvalidInputException(
          file
              + " is an encoder of k "
              + k
              + " and seed "
              + seed
              + ", but the collection would have k "
              + encodingLength()
              + " and seed "
              + seed()
              + ": leave both out");
    }
  }

  @Override
  public void startFrom(Model model) {
    learner.startFrom((EncoderModel) model, 0);
  }

  @Override
  public CollectionStart.Scorer startScorer(@Nullable Model given) {
    return new EncoderStart(given == null ? learner.snapshot() : (EncoderModel) given);
  }

  /** The encodings of the served model and of the next one, which is being prepared. */
  @Override
  public long bytesPerItem() {
    return 2L * Float.BYTES * encodingLength();
  }
}

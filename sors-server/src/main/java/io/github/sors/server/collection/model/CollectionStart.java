package io.github.sors.server.collection.model;

import io.github.sors.Model;
import io.github.sors.SparseVector;
import io.github.sors.learn.FeatureSpaces;
import io.github.sors.server.collection.CollectionSettings;
import io.github.sors.server.collection.ServedModel;
import io.github.sors.server.collection.StartModel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The model of a collection before it has learnt anything: the model that it starts from, the
 * identity or zero, or an encoder with random rows.
 *
 * <p>Threads: any thread may use it.
 */
public final class CollectionStart {

  /** Scores items for a query; one thread at a time. */
  @FunctionalInterface
  interface Scorer {
    double[] scores(SparseVector query, List<SparseVector> items);
  }

  private final CollectionSettings settings;
  // the model that it starts from, if there is one
  private final @Nullable Model given;
  private final Scorer scorer;
  private @Nullable ServedModel served;

  private CollectionStart(CollectionSettings settings, @Nullable Model given) {
    this.settings = settings;
    this.given = given;
    this.scorer = CollectionLearner.of(settings.newLearner()).startScorer(given);
  }

  /**
   * Reads the start of a collection.
   *
   * @throws io.github.sors.InvalidInputException if the model that it starts from is missing or
   *     altered
   */
  public static CollectionStart open(CollectionSettings settings, Path folder) throws IOException {
    StartModel start = settings.start();
    return new CollectionStart(settings, start == null ? null : StartCopy.read(start, folder));
  }

  public CollectionSettings settings() {
    return settings;
  }

  /** The model that it starts from, or null. */
  public @Nullable Model given() {
    return given;
  }

  /** The model for at least this many features. */
  public synchronized ServedModel of(int features) {
    ServedModel known = served;
    if (known == null || known.model().queryDimension() < features) {
      CollectionLearner learning = CollectionLearner.of(settings.newLearner());
      if (given != null) {
        learning.startFrom(given);
      }
      learning.learner().reserve(FeatureSpaces.shared(features));
      known = ServedModel.of(learning.learner().snapshot(), known);
      served = known;
    }
    return known;
  }

  /**
   * Scores items for a query, whatever their features. The scores do not depend on which features
   * are known by now, not even by rounding.
   */
  synchronized double[] scores(SparseVector query, List<SparseVector> items) {
    return scorer.scores(query, items);
  }
}

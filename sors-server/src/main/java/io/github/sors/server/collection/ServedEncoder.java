package io.github.sors.server.collection;

import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import io.github.sors.encoder.EncoderModel;
import io.github.sors.index.EncodedIndex;
import io.github.sors.index.IndexHit;
import io.github.sors.index.IndexView;
import io.github.sors.index.ItemFilter;
import io.github.sors.search.StrongestPairs;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An encoder: the items are encoded once per model, and every query is compared with all of them.
 *
 * @param encodings the encodings of the items, shared between models with the same rows
 */
record ServedEncoder(EncoderModel model, EncodedIndex encodings) implements ServedModel {

  // multiplications that take about a millisecond
  private static final long SMALL = 2_000_000;
  // pairs among this many features are found in tens of milliseconds
  private static final int PAIRED_FEATURES = 512;

  static ServedEncoder of(EncoderModel model, @Nullable ServedModel before) {
    return new ServedEncoder(
        model,
        before instanceof ServedEncoder served && served.model.encodesAs(model)
            ? served.encodings
            : new EncodedIndex(model));
  }

  @Override
  public List<IndexHit> search(IndexView items, SparseVector query, int top, ItemFilter filter) {
    return encodings.search(items, query, top, filter);
  }

  @Override
  public void prepare(IndexView items, Runnable betweenItems) {
    encodings.prepare(items, betweenItems);
  }

  @Override
  public boolean isSmall(IndexView items) {
    return items.values() * model.encodingLength() < SMALL;
  }

  @Override
  public long scoringWork(Triplet triplet) {
    long features =
        2L * triplet.query().size() + triplet.positive().size() + triplet.negative().size();
    return features * model.encodingLength();
  }

  /** The entries in the rows of all learnt features. */
  @Override
  public long nonZeros() {
    return (long) model.learntQueryFeatures() * model.encodingLength();
  }

  /** {@inheritDoc} 0, since rows are dense. */
  @Override
  public double sparsity() {
    return 0;
  }

  @Override
  public List<StrongestPairs.Pair> strongestPairs(int most) {
    return StrongestPairs.of(model, most, PAIRED_FEATURES);
  }
}

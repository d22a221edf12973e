package io.github.sors.data.triplet;

import io.github.sors.BilinearModel;
import io.github.sors.Model;
import io.github.sors.Normalization;
import io.github.sors.SparseVector;
import io.github.sors.encoder.EncoderModel;
import io.github.sors.index.IndexHit;
import io.github.sors.index.IndexView;
import io.github.sors.index.IndexedItem;
import io.github.sors.index.ItemFilter;
import io.github.sors.index.VectorIndex;
import io.github.sors.index.WeightedQuery;
import io.github.sors.parallel.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * Finds the {@link NearestRows} of training rows, by their cosine or by a model.
 *
 * <p>Every row is a query to a {@link VectorIndex} of all of them: for n rows, n searches, which
 * threads share. Memory is the index and the rows that are found; there is never a matrix of pairs.
 * The result does not depend on the number of threads. Of equal scores, the row with the smaller
 * number is nearer.
 *
 * <p>Threads: belongs to one thread; a search shares the rows between threads of its own, and the
 * listener is called by these, one at a time. Failures: numbers below 1, labels that do not fit,
 * and a model that an index cannot be searched with, throw {@link IllegalArgumentException}.
 */
public final class NearestRowsFinder {

  /** How many neighbours of a row's own class local triplets are usually drawn from. */
  public static final int USUAL_POSITIVES = 5;

  /** How many neighbours of other classes. */
  public static final int USUAL_NEGATIVES = 20;

  // searches between two reports of progress
  private static final int ROWS_AT_ONCE = 64;

  private final List<SparseVector> vectors;
  private final int[] labels;
  private final int[] trainingRows;
  private final int own;
  private final int others;
  private int threads = 1;
  private IntConsumer progress = done -> {};

  /**
   * Creates a finder.
   *
   * @param vectors all rows of a data set
   * @param labels the class of each
   * @param trainingRows the rows to find and to find neighbours for
   * @param own how many neighbours of a row's own class to find, at least 1
   * @param others how many of other classes, at least 1
   */
  public NearestRowsFinder(
      List<SparseVector> vectors, int[] labels, int[] trainingRows, int own, int others) {
    if (own < 1 || others < 1) {
      throw new IllegalArgumentException(
          "expected at least 1 neighbour of each kind, found " + own + " and " + others);
    }
    this.vectors = List.copyOf(vectors);
    this.labels = labels.clone();
    this.trainingRows = trainingRows.clone();
    this.own = own;
    this.others = others;
    if (this.vectors.size() != this.labels.length) {
      throw new IllegalArgumentException(
          "expected a label per row, found "
              + this.labels.length
              + " for "
              + this.vectors.size()
              + " rows");
    }
  }

  /** Shares the searches between this many threads. */
  public NearestRowsFinder withThreads(int count) {
    threads = count;
    return this;
  }

  /**
   * Reports the number of finished rows from time to time, from any thread, one call at a time; an
   * exception ends the search.
   */
  public NearestRowsFinder withProgress(IntConsumer listener) {
    progress = Objects.requireNonNull(listener, "listener");
    return this;
  }

  /** Finds the rows of the highest cosine. */
  public NearestRows byCosine() {
    return find(Normalization.L2::apply, row -> WeightedQuery.of(Normalization.L2.apply(row)));
  }

  /**
   * Finds the rows that score highest under a model.
   *
   * @throws IllegalArgumentException if an index cannot be searched with it
   */
  public NearestRows by(Model model) {
    if (model instanceof EncoderModel encoder) {
      return find(
          row -> dense(encoder.encodeItem(row)),
          row -> WeightedQuery.of(dense(encoder.encodeQuery(row))));
    }
    if (model instanceof BilinearModel bilinear) {
      return find(UnaryOperator.identity(), row -> WeightedQuery.expand(bilinear, row));
    }
    throw new IllegalArgumentException(
        "expected a model that an index can be searched with, found "
            + model.provenance().algorithm());
  }

  private static SparseVector dense(float[] values) {
    return SparseVector.of(IntStream.range(0, values.length).toArray(), values);
  }

  private NearestRows find(
      UnaryOperator<SparseVector> asItem, Function<SparseVector, WeightedQuery> asQuery) {
    IndexView index = index(asItem);
    int[][] ofOwn = new int[labels.length][];
    int[][] ofOthers = new int[labels.length][];
    int top = Math.max(others, Math.addExact(own, 1));
    int[] done = new int[1];
    try (Workers workers = new Workers(threads, "sors-neighbours")) {
      workers.forEach(
          (trainingRows.length + ROWS_AT_ONCE - 1) / ROWS_AT_ONCE,
          block -> {
            int first = block * ROWS_AT_ONCE;
            int last = Math.min(first + ROWS_AT_ONCE, trainingRows.length);
            for (int k = first; k < last; k++) {
              int row = trainingRows[k];
              List<String> label = List.of(label(row));
              List<List<IndexHit>> found =
                  index.searchEach(
                      asQuery.apply(vectors.get(row)),
                      top,
                      List.of(ItemFilter.labels(label), ItemFilter.exceptLabels(label)));
              ofOwn[row] = rows(found.get(0), row, own);
              ofOthers[row] = rows(found.get(1), row, others);
            }
            synchronized (done) {
              done[0] += last - first;
              progress.accept(done[0]);
            }
          });
    }
    return new NearestRows(ofOwn, ofOthers);
  }

  private IndexView index(UnaryOperator<SparseVector> asItem) {
    List<IndexedItem> items = new ArrayList<>(trainingRows.length);
    for (int row : trainingRows) {
      // ids of equal length, so that they have the order of the rows
      String id = String.format(Locale.ROOT, "%010d", row);
      items.add(new IndexedItem(id, asItem.apply(vectors.get(row)), label(row)));
    }
    VectorIndex index = new VectorIndex();
    index.putAll(items);
    return index.view();
  }

  private String label(int row) {
    return Integer.toString(labels[row]);
  }

  /** The rows of the first hits, without the query itself. */
  private static int[] rows(List<IndexHit> hits, int query, int most) {
    return hits.stream()
        .mapToInt(hit -> Integer.parseInt(hit.id()))
        .filter(row -> row != query)
        .limit(most)
        .toArray();
  }
}

package io.github.sors.ranking.signal;

import io.github.sors.SparseVector;
import io.github.sors.data.item.Item;
import io.github.sors.embedding.Embeddings;
import java.util.BitSet;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A query that is ready to be scored by all signals; what several of them need is computed once.
 *
 * <p>Threads: belongs to one thread.
 */
public final class Question {

  /** How far down each of BM25 and the cosine is looked for candidates. */
  private static final int FOUND_FIRST = 1000;

  private final RankingCollection collection;
  private final Item item;
  private final int excluded;
  private final SparseVector terms;
  private final float @Nullable [] vector;
  // of the latest candidates
  private @Nullable Candidates scored;
  private final IdentityHashMap<Signal, SignalScores> scores = new IdentityHashMap<>();
  private double @Nullable [] bm25;
  private @Nullable Candidates candidates;

  Question(RankingCollection collection, Item item, int excluded) {
    this.collection = collection;
    this.item = item;
    this.excluded = excluded;
    TextIndex text = collection.text();
    this.terms = text == null ? SparseVector.EMPTY : text.query(item);
    Embeddings embeddings = collection.embeddings();
    float[] given = item.vector();
    this.vector =
        given == null || embeddings == null
            ? null
            : embeddings.space().unit(given, "query '" + item.id() + "'");
  }

  /** The scores of candidates by a signal, which are computed once for the same candidates. */
  public SignalScores scores(Signal signal, Candidates candidates) {
    if (candidates != scored) {
      scores.clear();
      scored = candidates;
    }
    SignalScores known = scores.get(signal);
    if (known == null) {
      known = SignalScores.of(signal.scores(this, candidates), candidates.population());
      scores.put(signal, known);
    }
    return known;
  }

  /** The query. */
  public Item item() {
    return item;
  }

  /** What is searched. */
  public RankingCollection collection() {
    return collection;
  }

  /** The number of the item that is asked with, which must not be found; -1 if there is none. */
  public int excluded() {
    return excluded;
  }

  /** The counts of the terms of its texts; empty if it has none that the items have. */
  public SparseVector terms() {
    return terms;
  }

  /** Its embedding, of length 1; null if there is none. */
  public float @Nullable [] vector() {
    return vector;
  }

  /** BM25 of all items, by number; zeros if there is no text. */
  public double[] bm25() {
    if (bm25 == null) {
      TextIndex text = collection.text();
      bm25 = text == null ? new double[collection.size()] : text.scores(terms);
    }
    return bm25;
  }

  /** All items of a small collection; of a large one those that BM25 and the cosine find first. */
  public Candidates candidates() {
    if (candidates == null) {
      candidates =
          collection.isScoredWhole()
              ? Candidates.all(collection.size())
              : Candidates.of(collection.sample(), found());
    }
    return candidates;
  }

  private BitSet found() {
    BitSet found = new BitSet(collection.size());
    for (int number : collection.first(bm25(), FOUND_FIRST)) {
      found.set(number);
    }
    EmbeddingCells cells = collection.cells();
    if (vector != null && cells != null) {
      for (int number : cells.first(vector, FOUND_FIRST)) {
        found.set(number);
      }
    }
    return found;
  }

  /** The candidates and further items. */
  public Candidates candidatesWith(int... others) {
    return candidates().with(others);
  }
}

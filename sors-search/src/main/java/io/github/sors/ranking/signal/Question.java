package io.github.sors.ranking.signal;

import io.github.sors.SparseVector;
import io.github.sors.data.item.Item;
import io.github.sors.embedding.Embeddings;
import io.github.sors.embedding.InnerProducts;
import java.util.Arrays;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.Map;
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
  private final Map<Signal, SignalScores> scores = new IdentityHashMap<>();
  private double @Nullable [] bm25;
  private double @Nullable [] cosines;

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

  /** The cosines of the embeddings of all items, by number; NaN where there is none. */
  public double[] cosines() {
    if (cosines == null) {
      cosines = new double[collection.size()];
      Embeddings embeddings = collection.embeddings();
      if (vector == null || embeddings == null) {
        Arrays.fill(cosines, Double.NaN);
      } else {
        float[] products = InnerProducts.of(embeddings, vector, cosines.length, k -> k);
        Arrays.setAll(cosines, k -> products[k]);
      }
    }
    return cosines;
  }

  /**
   * All items of a small collection; of a large one those that BM25, the cosine and others find
   * first.
   *
   * @param others numbers of further items
   */
  public Candidates candidates(int... others) {
    Candidates all = Candidates.all(collection.size());
    if (collection.isScoredWhole()) {
      return all;
    }
    BitSet found = new BitSet(collection.size());
    for (int number : others) {
      found.set(number);
    }
    for (double[] scores : new double[][] {bm25(), cosines()}) {
      for (int number : collection.best(all, scores, FOUND_FIRST)) {
        if (scores[number] != 0) {
          found.set(number);
        }
      }
    }
    return Candidates.of(collection.sample(), found);
  }
}

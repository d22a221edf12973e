package io.github.sors.ranking.signal;

import io.github.sors.InvalidInputException;
import io.github.sors.data.item.Item;
import io.github.sors.data.item.Items;
import io.github.sors.embedding.EmbeddingSpace;
import io.github.sors.embedding.Embeddings;
import io.github.sors.lucene.text.Vectorizer;
import io.github.sors.lucene.text.VectorizerOptions;
import io.github.sors.ranking.Ranking;
import io.github.sors.ranking.ScoredDocument;
import io.github.sors.search.TopScores;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Items that can be ranked: an index of their texts, their embeddings, or both.
 *
 * <p>Threads: immutable. Failures: items with neither texts nor vectors, and vectors of zeros, NaN
 * or another length, throw {@link InvalidInputException}.
 */
public final class RankingCollection {

  /** How far down rankings are written and evaluated, as at TREC. */
  public static final int DEPTH = 1000;

  /** What embeddings are called whose model is not named. */
  public static final String UNNAMED = "unnamed";

  // larger collections are scored by candidates
  private static final int SCORED_WHOLE = 20_000;
  private static final int SAMPLE = 2_000;

  private final Items items;
  private final @Nullable TextIndex text;
  private final @Nullable Embeddings embeddings;
  // place of each item where equal scores are sorted by id, as trec_eval does
  private final int[] tieOrder;
  private final int[] sample;
  // null if the items are scored whole, or have no embeddings
  private final @Nullable EmbeddingCells cells;

  private RankingCollection(
      Items items, @Nullable TextIndex text, @Nullable Embeddings embeddings) {
    if (text == null && embeddings == null) {
      throw new InvalidInputException(
          "expected items with texts or vectors, found neither in " + items.size() + " items");
    }
    this.items = items;
    this.text = text;
    this.embeddings = embeddings;
    this.tieOrder = tieOrder(items);
    this.sample = Candidates.sample(items.size(), SAMPLE);
    this.cells =
        embeddings == null || items.size() <= SCORED_WHOLE ? null : new EmbeddingCells(embeddings);
  }

  /**
   * Makes items ready to be ranked; their embeddings are called {@value #UNNAMED}.
   *
   * @param options options with the weights of BM25, such as {@link VectorizerOptions#BM25}
   */
  public static RankingCollection of(Items items, VectorizerOptions options) {
    return of(items, options, UNNAMED);
  }

  /**
   * Makes items ready to be ranked.
   *
   * @param options options with the weights of BM25, such as {@link VectorizerOptions#BM25}
   * @param embeddingModel the name of the model that made the vectors
   */
  public static RankingCollection of(
      Items items, VectorizerOptions options, String embeddingModel) {
    TextIndex text = hasText(items) ? TextIndex.of(items.asList(), options) : null;
    return new RankingCollection(items, text, embeddings(items, embeddingModel));
  }

  /**
   * Makes items ready to be ranked by a model, with its words and embeddings.
   *
   * @param vectorizer how texts become vectors; null if texts do not matter
   * @param space which embeddings are expected; null if vectors do not matter
   */
  public static RankingCollection of(
      Items items, @Nullable Vectorizer vectorizer, @Nullable EmbeddingSpace space) {
    TextIndex text =
        vectorizer != null && hasText(items) ? TextIndex.of(items.asList(), vectorizer) : null;
    Embeddings embeddings =
        space != null && items.hasVectors() ? new ItemEmbeddings(space, items) : null;
    return new RankingCollection(items, text, embeddings);
  }

  private static boolean hasText(Items items) {
    return items.asList().stream().anyMatch(item -> !item.allText().isEmpty());
  }

  private static @Nullable Embeddings embeddings(Items items, String model) {
    return items.hasVectors()
        ? new ItemEmbeddings(new EmbeddingSpace(model, items.dimension()), items)
        : null;
  }

  private static int[] tieOrder(Items items) {
    List<ScoredDocument> sorted = new ArrayList<>();
    items.asList().forEach(item -> sorted.add(new ScoredDocument(item.id(), 0)));
    sorted.sort(ScoredDocument.BEST_FIRST);
    Map<String, Integer> places = new HashMap<>();
    sorted.forEach(document -> places.put(document.id(), places.size()));
    return items.asList().stream().mapToInt(item -> places.get(item.id())).toArray();
  }

  /** The items. */
  public Items items() {
    return items;
  }

  /** The number of items. */
  public int size() {
    return items.size();
  }

  /** The texts; null if there are none. */
  public @Nullable TextIndex text() {
    return text;
  }

  /** The embeddings by the numbers of the items; null if there are none. */
  public @Nullable Embeddings embeddings() {
    return embeddings;
  }

  /**
   * Prepares a query. Its vector is checked, and left out if the items have none.
   *
   * @throws InvalidInputException if its vector has another length than those of the items
   */
  public Question question(Item query) {
    return new Question(this, query, -1);
  }

  /** Prepares an item as a query, which does not find itself. */
  public Question questionOf(int item) {
    return new Question(this, items.get(item), item);
  }

  /** Whether collections of this size are scored whole. */
  boolean isScoredWhole() {
    return items.size() <= SCORED_WHOLE;
  }

  int[] sample() {
    return sample;
  }

  /** The cells of the embeddings of a large collection; null if there are none. */
  @Nullable EmbeddingCells cells() {
    return cells;
  }

  /** The numbers of the items with the largest scores above 0, best first. */
  int[] first(double[] scores, int count) {
    TopScores best = new TopScores(count);
    for (int item = 0; item < scores.length; item++) {
      if (scores[item] > 0) {
        best.offer(item, scores[item]);
      }
    }
    int[] first = new int[best.size()];
    for (int rank = first.length - 1; rank >= 0; rank--) {
      first[rank] = best.worstNumber();
      best.removeWorst();
    }
    return first;
  }

  /** Whether an item comes before another in a ranking by these scores. */
  public boolean isBefore(double score, int item, double otherScore, int other) {
    // in single precision, as trec_eval compares them
    float one = (float) score;
    float another = (float) otherScore;
    return one != another ? one > another : tieOrder[item] < tieOrder[other];
  }

  /** The places of the best candidates, best first; those with NaN are not found. */
  public int[] best(Candidates candidates, double[] scores, int count) {
    PriorityQueue<Integer> worstFirst =
        new PriorityQueue<>((one, other) -> isBefore(candidates, scores, one, other) ? 1 : -1);
    for (int place = 0; place < scores.length; place++) {
      if (Double.isNaN(scores[place])) {
        continue;
      }
      if (worstFirst.size() < count) {
        worstFirst.add(place);
      } else if (count > 0 && isBefore(candidates, scores, place, worstFirst.element())) {
        worstFirst.remove();
        worstFirst.add(place);
      }
    }
    int[] best = new int[worstFirst.size()];
    for (int rank = best.length - 1; rank >= 0; rank--) {
      best[rank] = worstFirst.remove();
    }
    return best;
  }

  private boolean isBefore(Candidates candidates, double[] scores, int one, int other) {
    return isBefore(scores[one], candidates.item(one), scores[other], candidates.item(other));
  }

  /** The best candidates as a ranking; those with NaN are not found. */
  public Ranking ranking(String query, Candidates candidates, double[] scores, int count) {
    List<ScoredDocument> found = new ArrayList<>();
    for (int place : best(candidates, scores, count)) {
      found.add(new ScoredDocument(items.get(candidates.item(place)).id(), scores[place]));
    }
    return new Ranking(query, found);
  }
}

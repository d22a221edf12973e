package io.github.sors.ranking.signal;

import io.github.sors.SparseVector;
import io.github.sors.data.item.Item;
import io.github.sors.embedding.Embeddings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What people chose for similar queries:
 *
 * <pre>score(d) = Σ k(q, q′) · chosen(q′, d) / (Σ k(q, q′) + c)      k = exp((cos(q, q′) - 1) / τ)
 * </pre>
 *
 * <p>over earlier queries q′; chosen is 1 if d was preferred, -1 if it was rejected, else 0. The
 * cosine is that of the embeddings if both queries have one, else of the weights tf · idf of their
 * terms. c keeps what is known of far queries near 0. Costs O(n d) for n queries; it learns from
 * one event at once.
 */
public final class JudgedNeighboursSignal implements Signal {

  /** The name of the signal. */
  public static final String NAME = "judged";

  private static final double TERM_TEMPERATURE = 0.1;
  private static final double FAR = 0.05;
  private static final int SHOWN = 3;

  private final List<JudgedQuery> queries;
  private final List<SparseVector> terms = new ArrayList<>();
  // by query
  private final int[][] items;
  private final float[][] chosen;
  private final double temperature;

  /**
   * Creates the signal of some judged queries.
   *
   * @param temperature τ of cosines of embeddings: the spread of the cosines of queries and items
   */
  public JudgedNeighboursSignal(
      RankingCollection collection, List<JudgedQuery> queries, double temperature) {
    this.queries = List.copyOf(queries);
    this.temperature = temperature;
    items = new int[queries.size()][];
    chosen = new float[queries.size()][];
    TextIndex text = collection.text();
    for (int number = 0; number < items.length; number++) {
      JudgedQuery query = queries.get(number);
      terms.add(
          text == null
              ? SparseVector.EMPTY
              : weighted(text, text.query(Item.ofText(query.id(), "", query.text()))));
      List<Map.Entry<String, Double>> known =
          query.items().entrySet().stream()
              .filter(entry -> collection.items().number(entry.getKey()) >= 0)
              .toList();
      items[number] =
          known.stream().mapToInt(entry -> collection.items().number(entry.getKey())).toArray();
      chosen[number] = new float[known.size()];
      for (int k = 0; k < known.size(); k++) {
        chosen[number][k] = (float) Math.signum(known.get(k).getValue());
      }
    }
  }

  /** tf · idf, of length 1. */
  private static SparseVector weighted(TextIndex text, SparseVector counts) {
    int[] features = counts.indexArray().clone();
    float[] values = new float[features.length];
    double square = 0;
    for (int k = 0; k < features.length; k++) {
      double value = counts.value(k) * text.inverseFrequency(features[k]);
      square += value * value;
      values[k] = (float) value;
    }
    SparseVector vector = SparseVector.of(features, values);
    return square == 0 ? SparseVector.EMPTY : vector.scaled(1 / Math.sqrt(square));
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public double[] scores(Question question, Candidates candidates) {
    double[] all = scores(question);
    double[] scores = new double[candidates.size()];
    for (int place = 0; place < scores.length; place++) {
      scores[place] = all[candidates.item(place)];
    }
    return scores;
  }

  /** The scores of all items, by number. */
  private double[] scores(Question question) {
    double[] kernels = kernels(question);
    double[] all = new double[question.collection().size()];
    double sum = FAR;
    for (int number = 0; number < kernels.length; number++) {
      sum += kernels[number];
      for (int k = 0; k < items[number].length; k++) {
        all[items[number][k]] += kernels[number] * chosen[number][k];
      }
    }
    for (int item = 0; item < all.length; item++) {
      all[item] /= sum;
    }
    return all;
  }

  /** The numbers of the items that were chosen for the most similar queries. */
  public int[] first(Question question, int count) {
    return question.collection().first(scores(question), count);
  }

  /** k of each judged query. */
  double[] kernels(Question question) {
    TextIndex text = question.collection().text();
    SparseVector asked = text == null ? SparseVector.EMPTY : weighted(text, question.terms());
    double[] kernels = new double[queries.size()];
    for (int number = 0; number < kernels.length; number++) {
      kernels[number] = kernel(question, asked, number);
    }
    return kernels;
  }

  private double kernel(Question question, SparseVector asked, int number) {
    float[] vector = question.vector();
    float[] other = queries.get(number).vector();
    Embeddings embeddings = question.collection().embeddings();
    if (vector != null && other != null && embeddings != null && other.length == vector.length) {
      double cosine = 0;
      for (int k = 0; k < vector.length; k++) {
        cosine += (double) vector[k] * other[k];
      }
      return Math.exp((cosine - 1) / temperature);
    }
    return asked.size() == 0 || terms.get(number).size() == 0
        ? 0
        : Math.exp((asked.dot(terms.get(number)) - 1) / TERM_TEMPERATURE);
  }

  @Override
  public String words() {
    return "was chosen for similar queries";
  }

  @Override
  public List<String> evidence(Question question, int item, boolean namingQueries) {
    if (!namingQueries) {
      return List.of();
    }
    double[] kernels = kernels(question);
    return IntStream.range(0, kernels.length)
        .filter(number -> kernels[number] > 0 && names(number, item))
        .boxed()
        .sorted(Comparator.comparingDouble(number -> -kernels[number]))
        .limit(SHOWN)
        .map(number -> queries.get(number).text())
        .filter(text -> !text.isEmpty())
        .toList();
  }

  private boolean names(int number, int item) {
    for (int k = 0; k < items[number].length; k++) {
      if (items[number][k] == item) {
        return chosen[number][k] > 0;
      }
    }
    return false;
  }
}

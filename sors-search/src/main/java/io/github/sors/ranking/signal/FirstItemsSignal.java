package io.github.sors.ranking.signal;

import io.github.sors.SparseVector;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The words of the items that come first by what was learnt of terms: BM25 of the {@value #TERMS}
 * strongest terms of the mean of the first {@value #FIRST} items. It is RM3 after learning.
 *
 * <p>The first items are those of .2 BM25 + .2 RM3 + .1 titles + .5 encoder, each less its mean and
 * divided by its spread.
 */
public final class FirstItemsSignal implements Signal {

  /** The name of the signal. */
  public static final String NAME = "first";

  private static final int FIRST = 8;
  private static final int TERMS = 30;
  private static final int SHOWN = 5;

  private static final Map<String, Double> WEIGHTS =
      Map.of(
          Bm25Signal.NAME,
          0.2,
          Rm3Signal.NAME,
          0.2,
          MatrixSignal.TITLES,
          0.1,
          EncoderSignal.NAME,
          0.5);

  private final Map<Signal, Double> weights = new LinkedHashMap<>();

  /** Creates the signal over others of the same collection. */
  public FirstItemsSignal(List<Signal> signals) {
    for (Signal signal : signals) {
      if (WEIGHTS.containsKey(signal.name())) {
        weights.put(signal, WEIGHTS.get(signal.name()));
      }
    }
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public double[] scores(Question question, Candidates candidates) {
    TextIndex text = question.collection().text();
    return text == null || question.terms().size() == 0
        ? Unknown.all(candidates)
        : text.scores(terms(question, candidates, text), candidates);
  }

  /** The terms of the first items. */
  SparseVector terms(Question question, Candidates candidates, TextIndex text) {
    double[] sums = new double[candidates.size()];
    weights.forEach(
        (signal, weight) -> {
          SignalScores scores = question.scores(signal, candidates);
          for (int place = 0; place < sums.length; place++) {
            sums[place] += weight * scores.standardised(place);
          }
        });
    TermWeights mean = TermWeights.none(text.terms());
    for (int place : question.collection().best(candidates, sums, FIRST + 1)) {
      if (candidates.item(place) != question.excluded()) {
        mean.plus(1, text.vectors().get(candidates.item(place)));
      }
    }
    return mean.strongest(TERMS);
  }

  @Override
  public String words() {
    return "has words of the first results";
  }

  @Override
  public List<String> evidence(Question question, int item, boolean namingQueries) {
    TextIndex text = question.collection().text();
    return text == null
        ? List.of()
        : Evidence.ofTerms(question, terms(question, question.candidates(), text), item, SHOWN);
  }
}

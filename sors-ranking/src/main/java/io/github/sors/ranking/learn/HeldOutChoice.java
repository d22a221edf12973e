package io.github.sors.ranking.learn;

import io.github.sors.BilinearModel;
import io.github.sors.encoder.EncoderModel;
import io.github.sors.ranking.measure.PairedComparison;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The choice of the settings of M and of the encoder, and of the fusion, on held-out queries, with
 * BM25 as the one to beat.
 *
 * <p>The training queries are split into folds. Each fold is held out in turn while the others are
 * learnt from, and every try ranks it, so that each query has an average precision that was
 * measured while it was held out. The step, the margin and the like are chosen first, by what all
 * folds are worth after the least number of rounds; only the best go on to more rounds. The try
 * with the best mean over all queries is chosen; one that uses judgements has to be clearly better
 * than those that do without. Whether the choice is better than BM25 beyond chance is decided
 * without the bias of having chosen the best of many: for each fold the best try of the
 * <i>other</i> folds is taken, its values on this fold are collected, and a paired randomisation
 * test compares all of them with BM25's. If they are not significantly better, BM25 stays.
 *
 * <p>It stays as well where the judgements do not fit the queries, such as when their ids belong to
 * other queries: documents that are relevant to many queries could be learnt even then, and would
 * look like a gain. They fit if BM25 ranks the relevant documents of a query better, beyond chance,
 * than those of another query.
 *
 * <p>Threads: immutable; choosing uses all processors.
 *
 * @param matrix how M is learnt
 * @param encoder how the encoder is learnt
 * @param fusion the chosen fusion; {@link Fusion#BM25} where no gain was found
 * @param fits whether the judgements fit the queries
 * @param comparison the values of the crosswise choice against BM25's, on all training queries
 * @since 0.1.0
 */
public record HeldOutChoice(
    Stop<MatrixSettings> matrix,
    Stop<EncoderSettings> encoder,
    Fusion fusion,
    boolean fits,
    PairedComparison comparison) {

  /** Chooses; the seed of the plan decides about folds and triplets. */
  static HeldOutChoice of(
      SearchCollection collection, List<JudgedQuery> queries, SearchPlan plan, TitleParts titles) {
    int folds = Math.min(plan.innerFolds(), queries.size());
    boolean fits = fit(collection, queries, plan.level());
    if (folds < 2 || !fits) {
      double[] baseline = baseline(collection, queries);
      return new HeldOutChoice(
          plan.matrices().first(),
          plan.encoders().first(),
          Fusion.BM25,
          fits,
          PairedComparison.of(baseline, baseline));
    }
    return new Tries(collection, queries, plan, titles, folds).choice();
  }

  private static double[] baseline(SearchCollection collection, List<JudgedQuery> queries) {
    return queries.stream()
        .mapToDouble(query -> query.averagePrecision(collection, collection.scores(query.vector())))
        .toArray();
  }

  /** Whether BM25 ranks the documents of each query better than those of the next query. */
  private static boolean fit(SearchCollection collection, List<JudgedQuery> queries, double level) {
    if (queries.size() < 2) {
      return true;
    }
    double[] ofNext = new double[queries.size()];
    for (int query = 0; query < ofNext.length; query++) {
      double[] scores = collection.scores(queries.get(query).vector());
      ofNext[query] = queries.get((query + 1) % ofNext.length).averagePrecision(collection, scores);
    }
    PairedComparison own = PairedComparison.of(ofNext, baseline(collection, queries));
    // with very few queries no test can say that they do not fit
    return own.difference() > 0 && (own.randomisation() / 2 < level || ofNext.length < 6);
  }

  /** How what the fusion uses was learnt, in words; empty if it uses nothing that was chosen. */
  public String settings() {
    List<String> used = new ArrayList<>();
    if (fusion.alpha() > 0) {
      used.add("M: " + matrix);
    }
    if (fusion.delta() > 0) {
      used.add("encoder: " + encoder);
    }
    return String.join("; ", used);
  }

  /** Whether a gain was found. */
  public boolean isGain() {
    return !fusion.isBm25();
  }

  /**
   * Whether the mean of some values exceeds that of others by more than the standard error of their
   * differences: the rule of one standard error (Breiman et al., Classification and Regression
   * Trees, 1984), by which the simpler of two models is taken unless the other is clearly better.
   *
   * @param counts the queries that count
   */
  static boolean isClearlyBetter(double[] values, double[] others, IntPredicate counts) {
    double[] differences =
        IntStream.range(0, values.length)
            .filter(counts)
            .mapToDouble(query -> values[query] - others[query])
            .toArray();
    double mean = Arrays.stream(differences).average().orElse(0);
    double squares = Arrays.stream(differences).map(one -> (one - mean) * (one - mean)).sum();
    double n = differences.length;
    return mean > 0 && mean > Math.sqrt(squares / Math.max(1, n - 1) / n);
  }

  /**
   * One way to rank.
   *
   * @param matrixStop after which number of rounds M is taken; 0 if none is used
   * @param encoderStop after which number of rounds the encoder is taken; 0 if none is used
   */
  private record Try(int matrixStop, int encoderStop, Fusion fusion) {

    /** All that differ. */
    static List<Try> all(SearchPlan plan) {
      List<Try> tries = new ArrayList<>();
      for (Fusion fusion : plan.fusions()) {
        int matrices = fusion.alpha() > 0 ? plan.matrices().rounds().size() : 1;
        int encoders = fusion.delta() > 0 ? plan.encoders().rounds().size() : 1;
        for (int matrix = 0; matrix < matrices; matrix++) {
          for (int encoder = 0; encoder < encoders; encoder++) {
            tries.add(new Try(matrix, encoder, fusion));
          }
        }
      }
      return tries;
    }
  }

  /** The values of all tries. */
  private static final class Tries {

    private final SearchCollection collection;
    private final List<JudgedQuery> queries;
    private final SearchPlan plan;
    private final TitleParts titles;
    private final QueryFolds folds;
    // without each fold
    private final List<TripletVectors> triplets = new ArrayList<>();
    private final MatrixSettings matrix;
    private final EncoderSettings encoder;
    private final double[] baseline;
    private final List<Try> tries;
    // by try, then by query
    private final double[][] values;

    Tries(
        SearchCollection collection,
        List<JudgedQuery> queries,
        SearchPlan plan,
        TitleParts titles,
        int count) {
      this.collection = collection;
      this.queries = queries;
      this.plan = plan;
      this.titles = titles;
      this.folds = QueryFolds.of(queries.size(), count, plan.seed());
      for (int fold = 0; fold < count; fold++) {
        List<JudgedQuery> training = folds.training(queries, fold);
        triplets.add(
            new JudgementTriplets(collection, training, plan.mix(), plan.seed()).withVectors());
      }
      this.matrix = best(plan.matrices().settings(), plan.firstWithMatrix(), this::ofMatrix);
      this.encoder = best(plan.encoders().settings(), plan.firstWithEncoder(), this::ofEncoder);
      this.baseline = baseline(collection, queries);
      this.tries = Try.all(plan);
      this.values = new double[tries.size()][queries.size()];
      IntStream.range(0, count).parallel().forEach(this::fill);
    }

    /** What is learnt without a fold in the least number of rounds. */
    private interface FirstParts<S> {
      LearntParts of(S settings, int fold);
    }

    /**
     * The settings that rank best after the least number of rounds: the others need not be learnt
     * any longer.
     *
     * @param fusion the one to rank by; if there is none, the settings do not matter
     */
    private <S> S best(List<S> settings, Optional<Fusion> fusion, FirstParts<S> parts) {
      if (settings.size() == 1 || fusion.isEmpty()) {
        return settings.get(0);
      }
      int count = folds.count();
      double[] sums =
          IntStream.range(0, settings.size() * count)
              .parallel()
              .mapToDouble(
                  number ->
                      sum(
                          number % count,
                          parts.of(settings.get(number / count), number % count),
                          fusion.get()))
              .toArray();
      int best = 0;
      double most = Double.NEGATIVE_INFINITY;
      for (int number = 0; number < settings.size(); number++) {
        double sum = Arrays.stream(sums, number * count, (number + 1) * count).sum();
        if (sum > most) {
          most = sum;
          best = number;
        }
      }
      return settings.get(best);
    }

    private LearntParts ofMatrix(MatrixSettings settings, int fold) {
      BilinearModel[] learnt = new BilinearModel[1];
      List<Long> least = plan.matrices().rounds().subList(0, 1);
      learn(settings, fold, least, (stop, model) -> learnt[0] = model);
      return new LearntParts(learnt[0], titles.matrix(), null);
    }

    private LearntParts ofEncoder(EncoderSettings settings, int fold) {
      EncoderModel[] learnt = new EncoderModel[1];
      List<Long> least = plan.encoders().rounds().subList(0, 1);
      learn(settings, fold, least, (stop, model) -> learnt[0] = model);
      return new LearntParts(null, titles.matrix(), new EncodedDocuments(learnt[0], collection));
    }

    private double sum(int fold, LearntParts parts, Fusion fusion) {
      return folds.heldOut(queries, fold).stream()
          .mapToDouble(
              query ->
                  query.averagePrecision(
                      collection, new FusedQuery(collection, query.vector(), parts).scores(fusion)))
          .sum();
    }

    private void learn(
        MatrixSettings settings,
        int fold,
        List<Long> rounds,
        Checkpoints<BilinearModel> checkpoints) {
      settings.learn(collection.features(), triplets.get(fold), rounds, checkpoints);
    }

    private void learn(
        EncoderSettings settings,
        int fold,
        List<Long> rounds,
        Checkpoints<EncoderModel> checkpoints) {
      settings.learn(
          collection.features(),
          titles.encoders().get(settings.length()),
          plan.seed(),
          triplets.get(fold),
          rounds,
          checkpoints);
    }

    /** Learns without a fold, and ranks its queries by every try. */
    private void fill(int fold) {
      List<BilinearModel> matrices = new ArrayList<>();
      learn(matrix, fold, plan.matrices().rounds(), (stop, model) -> matrices.add(model));
      List<EncodedDocuments> encoders = new ArrayList<>();
      if (plan.usesEncoder()) {
        learn(
            encoder,
            fold,
            plan.encoders().rounds(),
            (stop, model) -> encoders.add(new EncodedDocuments(model, collection)));
      }
      for (int query = 0; query < queries.size(); query++) {
        if (folds.foldOf(query) == fold) {
          fill(query, matrices, encoders);
        }
      }
    }

    private void fill(int number, List<BilinearModel> matrices, List<EncodedDocuments> encoders) {
      JudgedQuery query = queries.get(number);
      List<double[]> cosines =
          encoders.stream().map(documents -> documents.cosines(query.vector())).toList();
      for (int stop = 0; stop < matrices.size(); stop++) {
        FusedQuery fused =
            new FusedQuery(
                collection,
                query.vector(),
                new LearntParts(matrices.get(stop), titles.matrix(), null));
        for (int place = 0; place < values.length; place++) {
          Try one = tries.get(place);
          if (one.matrixStop() == stop) {
            FusedQuery whole =
                cosines.isEmpty() ? fused : fused.withCosines(cosines.get(one.encoderStop()));
            values[place][number] = query.averagePrecision(collection, whole.scores(one.fusion()));
          }
        }
      }
    }

    HeldOutChoice choice() {
      double[] crosswise = baseline.clone();
      for (int fold = 0; fold < folds.count(); fold++) {
        int best = best(fold);
        for (int query = 0; query < queries.size(); query++) {
          if (folds.foldOf(query) == fold && best >= 0) {
            crosswise[query] = values[best][query];
          }
        }
      }
      PairedComparison comparison = PairedComparison.of(baseline, crosswise);
      int best = best(-1);
      boolean gained =
          best >= 0 && comparison.difference() > 0 && comparison.randomisation() / 2 < plan.level();
      Try chosen = tries.get(Math.max(0, best));
      return new HeldOutChoice(
          new Stop<>(matrix, plan.matrices().rounds().get(chosen.matrixStop())),
          new Stop<>(encoder, plan.encoders().rounds().get(chosen.encoderStop())),
          gained ? chosen.fusion() : Fusion.BM25,
          true,
          comparison);
    }

    /**
     * The try that all folds but one choose; -1 for BM25. Judgements have to earn their place: if
     * the best try that uses them is not clearly better than the best that does without, the latter
     * is chosen.
     */
    private int best(int without) {
      int plain = best(without, false);
      int judged = best(without, true);
      return judged >= 0 && isClearlyBetter(valuesOf(judged), valuesOf(plain), kept(without))
          ? judged
          : plain;
    }

    private int best(int without, boolean usesJudgements) {
      int best = -1;
      double most = sum(baseline, without);
      for (int number = 0; number < values.length; number++) {
        double sum = sum(values[number], without);
        if (tries.get(number).fusion().usesJudgements() == usesJudgements && sum > most) {
          most = sum;
          best = number;
        }
      }
      return best;
    }

    private double[] valuesOf(int number) {
      return number < 0 ? baseline : values[number];
    }

    private IntPredicate kept(int without) {
      return query -> folds.foldOf(query) != without;
    }

    private double sum(double[] ofQueries, int without) {
      double sum = 0;
      for (int query = 0; query < ofQueries.length; query++) {
        sum += folds.foldOf(query) == without ? 0 : ofQueries[query];
      }
      return sum;
    }
  }
}

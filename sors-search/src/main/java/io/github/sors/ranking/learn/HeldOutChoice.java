package io.github.sors.ranking.learn;

import io.github.sors.BilinearModel;
import io.github.sors.data.fit.UnitSplit;
import io.github.sors.encoder.EncoderModel;
import io.github.sors.eval.Gain;
import io.github.sors.eval.Verdict;
import io.github.sors.ranking.measure.PairedComparison;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The choice of the settings of M and of the encoder, and of the fusion, on held-out queries, with
 * BM25 as the one to beat.
 *
 * <p>The training queries are split into folds, all queries of the same text into the same one.
 * Each fold is held out in turn while the others are learnt from, and every try ranks it, so that
 * each query has an average precision that was measured while it was held out. The step, the margin
 * and the like are chosen first, by what all folds are worth after the least number of rounds; only
 * the best go on to more rounds. The try with the best mean over all texts is chosen; one that uses
 * judgements has to be clearly better than those that do without.
 *
 * <p>Whether the choice is better than BM25 beyond chance is decided without the bias of having
 * chosen the best of many: for each fold settings and try are chosen by the <i>other</i> folds, and
 * the {@link Gain} of their values on this fold, of all folds together, has to pass the {@link
 * Verdict}. Each text counts once. Otherwise BM25 stays.
 *
 * <p>It stays as well if all folds together choose BM25: what the folds chose each for themselves
 * may gain even then, but there is no one way of ranking to keep. And it stays if the judgements do
 * not fit the queries, such as when their ids belong to other queries: documents that are relevant
 * to many queries could be learnt even then, and would look like a gain. They fit if BM25 ranks the
 * relevant documents of a query better, beyond chance, than those of another query.
 *
 * <p>Threads: immutable; choosing uses all processors.
 *
 * @param matrix how M is learnt
 * @param encoder how the encoder is learnt
 * @param fusion the chosen fusion; {@link Fusion#BM25} if no gain was found
 * @param fits whether the judgements fit the queries
 * @param verdict the gain of the crosswise choice over BM25, and whether it is kept
 */
public record HeldOutChoice(
    Stop<MatrixSettings> matrix,
    Stop<EncoderSettings> encoder,
    Fusion fusion,
    boolean fits,
    Verdict verdict) {

  /** Chooses; the seed of the plan decides about folds and triplets. */
  static HeldOutChoice of(
      SearchCollection collection, List<JudgedQuery> queries, SearchPlan plan, TitleParts titles) {
    QueryTexts texts = QueryTexts.of(collection, queries);
    int folds = Math.min(plan.innerFolds(), texts.count());
    double[] baseline = texts.means(baseline(collection, queries));
    boolean fits = texts.count() < 2 || fit(collection, queries, texts, baseline);
    if (folds < 2 || !fits) {
      return new HeldOutChoice(
          plan.matrices().first(),
          plan.encoders().first(),
          Fusion.BM25,
          fits,
          Verdict.of(List.of(gain(baseline, baseline))));
    }
    return new Tries(
            collection, queries, plan, titles, baseline, texts, texts.folds(folds, plan.seed()))
        .choice();
  }

  /** The gain in average precision, by text. */
  static Gain gain(double[] baseline, double[] values) {
    return Gain.ofUnits("MAP", "queries", baseline, values);
  }

  private static double[] baseline(SearchCollection collection, List<JudgedQuery> queries) {
    return queries.stream()
        .mapToDouble(query -> query.averagePrecision(collection, collection.scores(query.vector())))
        .toArray();
  }

  /** Whether BM25 ranks the documents of each text better than those of another one. */
  private static boolean fit(
      SearchCollection collection, List<JudgedQuery> queries, QueryTexts texts, double[] baseline) {
    double[] ofOther = new double[queries.size()];
    for (int query = 0; query < ofOther.length; query++) {
      double[] scores = collection.scores(queries.get(query).vector());
      ofOther[query] = queries.get(texts.other(query)).averagePrecision(collection, scores);
    }
    PairedComparison own = PairedComparison.of(texts.means(ofOther), baseline);
    // with very few queries no test can say that they do not fit
    return own.difference() > 0
        && (own.randomisation() / 2 < PairedComparison.USUAL_LEVEL || texts.count() < 6);
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
    return verdict.kept();
  }

  /** Why BM25 stays, in words; empty if it does not. */
  public String whyBm25() {
    if (isGain()) {
      return "";
    }
    if (!fits) {
      return "the judgements do not fit the queries";
    }
    Gain gain = verdict.deciding();
    if (!gain.isEnough()) {
      return "too few queries, " + gain.heldOut() + " of " + Gain.LEAST_UNITS + " that it takes";
    }
    return verdict.isGain()
        ? "no one way of learning is clearly better over all folds"
        : "no gain beyond chance";
  }

  /**
   * Whether the mean of some values exceeds that of others by more than the standard error of their
   * differences: the rule of one standard error (Breiman et al., Classification and Regression
   * Trees, 1984), by which the simpler of two models is taken unless the other is clearly better.
   *
   * @param counts the places that count
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

  /** The settings that are learnt with, before it is known in how many rounds. */
  private record Settings(MatrixSettings matrix, EncoderSettings encoder) {}

  /** The values of all tries. */
  private static final class Tries {

    /** No fold is left out. */
    private static final int NONE = -1;

    private final SearchCollection collection;
    private final List<JudgedQuery> queries;
    private final SearchPlan plan;
    private final TitleParts titles;
    // by text
    private final double[] baseline;
    private final QueryTexts texts;
    private final UnitSplit folds;
    // without each fold
    private final List<TripletVectors> triplets = new ArrayList<>();
    // by settings, then by fold
    private final double[][] ofMatrices;
    private final double[][] ofEncoders;
    private final List<Try> tries;
    // by try, then by text
    private final Map<Settings, double[][]> values = new HashMap<>();

    Tries(
        SearchCollection collection,
        List<JudgedQuery> queries,
        SearchPlan plan,
        TitleParts titles,
        double[] baseline,
        QueryTexts texts,
        UnitSplit folds) {
      this.collection = collection;
      this.queries = queries;
      this.plan = plan;
      this.titles = titles;
      this.baseline = baseline;
      this.texts = texts;
      this.folds = folds;
      for (int fold = 0; fold < folds.parts(); fold++) {
        List<JudgedQuery> training = folds.learning(fold, queries);
        triplets.add(
            new JudgementTriplets(collection, training, plan.mix(), plan.seed()).withVectors());
      }
      this.ofMatrices =
          firstRounds(plan.matrices().settings(), plan.firstWithMatrix(), this::ofMatrix);
      this.ofEncoders =
          firstRounds(plan.encoders().settings(), plan.firstWithEncoder(), this::ofEncoder);
      this.tries = Try.all(plan);
    }

    /** What is learnt without a fold in the least number of rounds. */
    private interface FirstParts<S> {
      LearntParts of(S settings, int fold);
    }

    /**
     * What each of some settings is worth on each fold after the least number of rounds: only the
     * best need to be learnt any longer.
     *
     * @param fusion the one to rank by; if there is none, the settings do not matter
     */
    private <S> double[][] firstRounds(
        List<S> settings, Optional<Fusion> fusion, FirstParts<S> parts) {
      double[][] sums = new double[settings.size()][folds.parts()];
      if (settings.size() > 1 && fusion.isPresent()) {
        IntStream.range(0, settings.size() * folds.parts())
            .parallel()
            .forEach(
                number -> {
                  int place = number / folds.parts();
                  int fold = number % folds.parts();
                  sums[place][fold] = sum(fold, parts.of(settings.get(place), fold), fusion.get());
                });
      }
      return sums;
    }

    /** The settings that all folds but one choose. */
    private Settings settings(int without) {
      return new Settings(
          best(plan.matrices().settings(), ofMatrices, without),
          best(plan.encoders().settings(), ofEncoders, without));
    }

    private static <S> S best(List<S> settings, double[][] sums, int without) {
      int best = 0;
      double most = Double.NEGATIVE_INFINITY;
      for (int number = 0; number < sums.length; number++) {
        double sum = 0;
        for (int fold = 0; fold < sums[number].length; fold++) {
          sum += fold == without ? 0 : sums[number][fold];
        }
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
      return folds.heldOut(fold, queries).stream()
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

    /** The values of all tries with some settings. */
    private double[][] values(Settings settings) {
      return values.computeIfAbsent(
          settings,
          unseen -> {
            double[][] ofQueries = new double[tries.size()][queries.size()];
            IntStream.range(0, folds.parts())
                .parallel()
                .forEach(fold -> fill(ofQueries, settings, fold));
            return Arrays.stream(ofQueries).map(texts::means).toArray(double[][]::new);
          });
    }

    /** Learns without a fold, and ranks its queries by every try. */
    private void fill(double[][] ofQueries, Settings settings, int fold) {
      List<BilinearModel> matrices = new ArrayList<>();
      learn(
          settings.matrix(), fold, plan.matrices().rounds(), (stop, model) -> matrices.add(model));
      List<EncodedDocuments> encoders = new ArrayList<>();
      if (plan.usesEncoder()) {
        learn(
            settings.encoder(),
            fold,
            plan.encoders().rounds(),
            (stop, model) -> encoders.add(new EncodedDocuments(model, collection)));
      }
      for (int query = 0; query < queries.size(); query++) {
        if (folds.partOf(texts.textOf(query)) == fold) {
          fill(ofQueries, query, matrices, encoders);
        }
      }
    }

    private void fill(
        double[][] ofQueries,
        int number,
        List<BilinearModel> matrices,
        List<EncodedDocuments> encoders) {
      JudgedQuery query = queries.get(number);
      List<double[]> cosines =
          encoders.stream().map(documents -> documents.cosines(query.vector())).toList();
      for (int stop = 0; stop < matrices.size(); stop++) {
        FusedQuery fused =
            new FusedQuery(
                collection,
                query.vector(),
                new LearntParts(matrices.get(stop), titles.matrix(), null));
        for (int place = 0; place < ofQueries.length; place++) {
          Try one = tries.get(place);
          if (one.matrixStop() == stop) {
            FusedQuery whole =
                cosines.isEmpty() ? fused : fused.withCosines(cosines.get(one.encoderStop()));
            ofQueries[place][number] =
                query.averagePrecision(collection, whole.scores(one.fusion()));
          }
        }
      }
    }

    HeldOutChoice choice() {
      double[] crosswise = baseline.clone();
      for (int fold = 0; fold < folds.parts(); fold++) {
        double[] ofFold = valuesOf(settings(fold), best(fold));
        for (int text = 0; text < crosswise.length; text++) {
          if (folds.partOf(text) == fold) {
            crosswise[text] = ofFold[text];
          }
        }
      }
      Verdict ofGain = Verdict.of(List.of(gain(baseline, crosswise)));
      int best = best(NONE);
      Verdict verdict = best < 0 ? ofGain.notKept() : ofGain;
      Settings settings = settings(NONE);
      Try chosen = tries.get(Math.max(0, best));
      return new HeldOutChoice(
          new Stop<>(settings.matrix(), plan.matrices().rounds().get(chosen.matrixStop())),
          new Stop<>(settings.encoder(), plan.encoders().rounds().get(chosen.encoderStop())),
          verdict.kept() ? chosen.fusion() : Fusion.BM25,
          true,
          verdict);
    }

    /**
     * The try that all folds but one choose; -1 for BM25. Judgements have to earn their place: if
     * the best try that uses them is not clearly better than the best that does without, the latter
     * is chosen.
     */
    private int best(int without) {
      Settings settings = settings(without);
      int plain = best(settings, without, false);
      int judged = best(settings, without, true);
      IntPredicate counts = text -> folds.partOf(text) != without;
      return judged >= 0
              && isClearlyBetter(valuesOf(settings, judged), valuesOf(settings, plain), counts)
          ? judged
          : plain;
    }

    private int best(Settings settings, int without, boolean usesJudgements) {
      int best = -1;
      double most = sum(baseline, without);
      for (int number = 0; number < tries.size(); number++) {
        double sum = sum(valuesOf(settings, number), without);
        if (tries.get(number).fusion().usesJudgements() == usesJudgements && sum > most) {
          most = sum;
          best = number;
        }
      }
      return best;
    }

    private double[] valuesOf(Settings settings, int number) {
      return number < 0 ? baseline : values(settings)[number];
    }

    private double sum(double[] ofTexts, int without) {
      double sum = 0;
      for (int text = 0; text < ofTexts.length; text++) {
        sum += folds.partOf(text) == without ? 0 : ofTexts[text];
      }
      return sum;
    }
  }
}

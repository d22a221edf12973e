package io.github.sors.tune;

import io.github.sors.Normalization;
import io.github.sors.Provenance;
import io.github.sors.data.Dataset;
import io.github.sors.eval.RankingEvaluator;
import io.github.sors.parallel.Workers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Chooses the parameters of a method by cross-validation with successive halving.
 *
 * <p>All candidates of the {@link Method#grid} are trained for a 27th of the rounds, the best third
 * of them for a ninth, of those the best third for a third, and the best of those for all rounds;
 * with fewer candidates there are fewer of these rungs. The quality of a candidate is the MAP with
 * every validation row as a query against the other validation rows.
 *
 * <p>The tuner gets only training rows, so that test rows cannot influence the choice;
 * normalisations are fitted to the rows that each fold learns from. Cost: with n candidates about
 * 4n/27 trainings of all rounds for each fold.
 *
 * <p>Threads: one thread tunes; it tries candidates on as many as the settings say, and calls the
 * listener from these, one at a time. Failures: a candidate that cannot be trained is a trial with
 * the reason; a trial that cannot be stored throws {@link java.io.IOException}, and those before it
 * are kept.
 */
public final class Tuner {

  private static final int REDUCTION = 3;
  private static final int MOST_RUNGS = 4;
  // separates the stream of the folds from other streams with the same seed
  private static final long FOLD_SEED = 0x5EED_F01DL;

  /**
   * How to tune.
   *
   * @param folds the number of folds, or 0 to hold out a share instead
   * @param validation the share of every class that is held out for validation
   * @param rounds the rounds of a whole training
   * @param seed the seed of the folds and of the triplets
   * @param jobs the number of concurrent trainings
   * @param resources the limits of each training
   */
  public record Settings(
      int folds,
      double validation,
      long rounds,
      long seed,
      int jobs,
      TrainingTask.Resources resources) {}

  /** Called with the progress of the tuning; calls do not overlap. */
  @FunctionalInterface
  public interface Listener {

    /**
     * Called after every training.
     *
     * @param rung the rung, from 1
     * @param rungs the number of rungs
     * @param done the trainings of this rung that are done
     * @param total the trainings of this rung
     */
    void trained(int rung, int rungs, int done, int total);
  }

  private final Settings settings;
  private final TrialFile file;
  private final Listener listener;

  public Tuner(Settings settings, TrialFile file, Listener listener) {
    this.settings = settings;
    this.file = file;
    this.listener = listener;
  }

  /**
   * Tunes a method.
   *
   * @param training the raw training rows, and no others
   * @param dimension the number of features of the whole data set
   */
  public Tuning tune(Method method, Dataset training, Normalization normalization, int dimension)
      throws IOException {
    int[] labels = training.labels();
    Folds folds =
        settings.folds() == 0
            ? Folds.holdOut(labels, settings.validation(), settings.seed() ^ FOLD_SEED)
            : Folds.crossValidation(labels, settings.folds(), settings.seed() ^ FOLD_SEED);
    List<FoldRows> rows = new ArrayList<>();
    for (int fold = 0; fold < folds.count(); fold++) {
      rows.add(
          FoldRows.of(
              training, folds.learning().get(fold), folds.validation().get(fold), normalization));
    }
    Fixed fixed = new Fixed(method, training.hash(), normalization.toString(), dimension, rows);

    List<Parameters> candidates = method.grid().candidates();
    int rungs = rungs(candidates.size());
    long whole = Math.min(settings.rounds(), method.mostRounds());
    List<List<Trial>> tried = new ArrayList<>();
    for (int rung = 1; rung <= rungs; rung++) {
      long rounds = whole / (long) Math.pow(REDUCTION, rungs - rung);
      List<Trial> trials = tryAll(fixed, candidates, Math.max(1, rounds), rung, rungs);
      trials.sort(Trial::compare);
      tried.add(trials);
      int kept = (trials.size() + REDUCTION - 1) / REDUCTION;
      candidates = trials.subList(0, kept).stream().map(Trial::parameters).toList();
    }
    Trial best = tried.get(rungs - 1).get(0);
    return new Tuning(tried, best);
  }

  /** As many rungs as leave at least one candidate for each. */
  static int rungs(int candidates) {
    int rungs = 1;
    for (int left = candidates; left >= REDUCTION && rungs < MOST_RUNGS; left /= REDUCTION) {
      rungs++;
    }
    return rungs;
  }

  private List<Trial> tryAll(
      Fixed fixed, List<Parameters> candidates, long rounds, int rung, int rungs)
      throws IOException {
    int folds = fixed.rows().size();
    int total = candidates.size() * folds;
    int[] done = {0};
    List<TrialFile.Line> lines;
    try (Workers jobs = new Workers(settings.jobs(), "sors-lab")) {
      lines =
          jobs.map(
              total,
              number -> {
                TrialFile.Line line =
                    tried(fixed, candidates.get(number / folds), number % folds, rounds);
                synchronized (done) {
                  listener.trained(rung, rungs, ++done[0], total);
                }
                return line;
              });
    }
    List<Trial> trials = new ArrayList<>();
    for (int c = 0; c < candidates.size(); c++) {
      trials.add(trial(candidates.get(c), rounds, lines.subList(c * folds, (c + 1) * folds)));
    }
    return trials;
  }

  private static Trial trial(Parameters candidate, long rounds, List<TrialFile.Line> folds) {
    double map = 0;
    double sparsity = 0;
    double seconds = 0;
    String failure = null;
    for (TrialFile.Line fold : folds) {
      map += fold.map() / folds.size();
      sparsity += fold.sparsity() / folds.size();
      seconds += fold.seconds();
      failure = failure == null ? fold.failure() : failure;
    }
    return new Trial(candidate, rounds, map, sparsity, seconds, failure);
  }

  private TrialFile.Line tried(Fixed fixed, Parameters candidate, int fold, long rounds)
      throws IOException {
    Map<String, String> key = new LinkedHashMap<>();
    key.put("data", fixed.hash());
    key.put("normalization", fixed.normalization());
    key.put("folds", settings.folds() == 0 ? "" + settings.validation() : "" + settings.folds());
    key.put("fold", Integer.toString(fold));
    key.put("seed", Long.toString(settings.seed()));
    key.put("method", fixed.method().name());
    key.put("parameters", candidate.toString());
    key.put("rounds", Long.toString(rounds));
    key.put("memory", Long.toString(settings.resources().memory()));
    key.put("seconds", Double.toString(settings.resources().seconds()));
    key.put("version", Provenance.softwareVersion());
    var known = file.find(key);
    if (known.isPresent()) {
      return known.get();
    }
    TrialFile.Line line = train(fixed, candidate, fixed.rows().get(fold), rounds, key);
    file.append(line);
    return line;
  }

  private TrialFile.Line train(
      Fixed fixed, Parameters candidate, FoldRows rows, long rounds, Map<String, String> key) {
    try {
      LearntSimilarity learnt =
          fixed
              .method()
              .train(
                  new TrainingTask(
                      rows.learning(),
                      fixed.dimension(),
                      candidate,
                      rounds,
                      settings.seed(),
                      settings.resources(),
                      TrainingTask.Observer.NONE));
      double map =
          new RankingEvaluator()
              .withCutoffs()
              .withThreads(settings.resources().threads())
              .evaluateWithin(
                  learnt.similarity(), rows.validation().vectors(), rows.validation().labels())
              .map();
      return new TrialFile.Line(key, map, learnt.sparsity(), learnt.seconds(), null);
    } catch (CannotTrainException e) {
      return new TrialFile.Line(key, 0, 0, 0, e.getMessage());
    }
  }

  /** The values that all trainings share. */
  private record Fixed(
      Method method, String hash, String normalization, int dimension, List<FoldRows> rows) {}

  /** The normalised rows of a fold. */
  private record FoldRows(Dataset learning, Dataset validation) {

    static FoldRows of(
        Dataset training, int[] learning, int[] validation, Normalization normalization) {
      Dataset raw = training.select(learning);
      Normalization fitted = normalization.fit(raw.vectors());
      return new FoldRows(raw.map(fitted::apply), training.select(validation).map(fitted::apply));
    }
  }
}

package io.github.sors.lab.study;

import io.github.sors.Provenance;
import io.github.sors.data.Dataset;
import io.github.sors.data.triplet.Split;
import io.github.sors.data.triplet.TripletSampler;
import io.github.sors.eval.RankingEvaluation;
import io.github.sors.eval.RankingEvaluator;
import io.github.sors.lab.PaperMethods;
import io.github.sors.parallel.Workers;
import io.github.sors.tune.CannotTrainException;
import io.github.sors.tune.LearningClock;
import io.github.sors.tune.LearntSimilarity;
import io.github.sors.tune.Method;
import io.github.sors.tune.Parameters;
import io.github.sors.tune.TrainingTask;
import io.github.sors.tune.Trial;
import io.github.sors.tune.TrialFile;
import io.github.sors.tune.Tuner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.Lock;

/**
 * Runs a study: every method on every split of every data set, several at a time.
 *
 * <p>Every finished cell is a file in the study's folder, so that an interrupted study continues
 * where it stopped, and a finished one is only read. A cell that needs more memory than its share
 * is tried again later with all memory.
 *
 * <p>Threads: one thread runs it; it uses as many as its plan says, and calls the listener from
 * these, one at a time. Failures: a cell that cannot be computed has a result that says why; a
 * damaged file of a result throws {@link io.github.sors.InvalidInputException}, a disk {@link
 * java.io.IOException}. Finished cells stay, and the next run continues with the others.
 */
public final class Study {

  /** The weights of the L1 norm that are tried for MAP against sparsity. */
  public static final List<String> LAMBDAS = List.of("1e-7", "1e-6", "1e-5", "1e-4", "1e-3");

  /** The values of k of the precision at k. */
  public static final List<Integer> CUTOFFS =
      List.of(1, 2, 3, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100);

  // the points of the curves, in per cent of all rounds
  private static final int[] OBSERVED = {0, 2, 5, 10, 20, 40, 60, 80, 100};

  /**
   * The number of test rows used as queries for a curve, limited so that measuring takes less time
   * than learning.
   */
  public static final int OBSERVED_QUERIES = 1_000;

  private final StudyPlan plan;
  private final Path folder;
  private final ResultStore store;
  private final StudyListener listener;
  private final QueryClock clock = new QueryClock();
  private final TimeEstimate estimate = new TimeEstimate();
  private final Map<Cell, CellResult> results = new LinkedHashMap<>();
  private final Set<Cell> left = new LinkedHashSet<>();
  private final Map<String, Object> tuningLocks = new TreeMap<>();

  /** Creates a study whose results are stored in a folder, which is created if missing. */
  public Study(StudyPlan plan, Path folder, StudyListener listener) throws IOException {
    this.plan = plan;
    this.folder = Files.createDirectories(folder);
    this.store = new ResultStore(folder.resolve("cells"));
    this.listener = listener;
  }

  /**
   * Computes all missing cells.
   *
   * @throws io.github.sors.InvalidInputException if a data set cannot be learnt from at all
   */
  public StudyResults run() throws IOException {
    requireTriplets();
    List<Cell> cells = cells();
    cells.forEach(cell -> results.put(cell, null));
    for (Cell cell : cells) {
      Optional<CellResult> found =
          plan.tuned() && cell.method().grid().candidates().size() > 1
              ? Optional.empty()
              : find(cell, fixedParameters(cell));
      found.ifPresentOrElse(result -> results.put(cell, result), () -> left.add(cell));
    }
    listener.started(cells.size(), cells.size() - left.size());
    List<Cell> pending = List.copyOf(left);
    long share = plan.memory() / plan.jobs();
    try (Workers jobs = new Workers(plan.jobs(), "sors-lab")) {
      jobs.map(pending.size(), number -> compute(pending.get(number), share));
    }
    // then those that had too little memory, one after the other, with all memory
    if (plan.jobs() > 1) {
      for (Cell cell : List.copyOf(left)) {
        compute(cell, plan.memory());
      }
    }
    return new StudyResults(plan, results);
  }

  /** Checks at the start whether all data sets can be learnt from. */
  private void requireTriplets() {
    for (StudyData data : plan.data()) {
      int[] labels = data.rows().labels();
      int[] training = Split.perClass(labels, StudyPlan.HOLDOUT, plan.seed()).train();
      TripletSampler.of(labels, training, plan.seed());
    }
  }

  /** All cells; the trade-off last, as it starts from the parameters of the comparison. */
  private List<Cell> cells() {
    List<Cell> cells = new ArrayList<>();
    for (StudyData data : plan.data()) {
      for (int split = 1; split <= plan.splits(); split++) {
        for (Method method : plan.methods()) {
          cells.add(new Cell(data, method, split, null));
        }
      }
      if (plan.tradeOff()) {
        for (Method method : plan.methods()) {
          if (StudyResults.hasTradeOff(method)) {
            LAMBDAS.forEach(lambda -> cells.add(new Cell(data, method, 1, lambda)));
          }
        }
      }
    }
    return cells;
  }

  private Parameters fixedParameters(Cell cell) {
    Parameters parameters =
        plan.parameters() == StudyPlan.ParameterSource.DEFAULTS
            ? cell.method().defaults()
            : PaperMethods.published(cell.method(), cell.data().name())
                .orElse(cell.method().defaults());
    return cell.with(parameters);
  }

  private Optional<CellResult> find(Cell cell, Parameters parameters) throws IOException {
    return store
        .find(key(cell, parameters))
        .filter(result -> result.holdsWith((double) plan.memory(), plan.timeLimit()));
  }

  private Map<String, String> key(Cell cell, Parameters parameters) {
    Map<String, String> key = new LinkedHashMap<>();
    key.put("data", cell.data().name());
    key.put("hash", cell.data().hash());
    key.put("normalization", cell.data().normalization().toString());
    key.put("holdout", Double.toString(StudyPlan.HOLDOUT));
    key.put("seed", Long.toString(plan.seedOf(cell.split())));
    key.put("method", cell.method().name());
    key.put("parameters", parameters.toString());
    key.put("rounds", Long.toString(plan.rounds()));
    key.put("curve", Boolean.toString(!cell.isTradeOff()));
    key.put("queryTimes", Boolean.toString(timesQueries(cell)));
    key.put("version", Provenance.softwareVersion());
    return key;
  }

  private boolean timesQueries(Cell cell) {
    return plan.queryTimes()
        && !cell.isTradeOff()
        && cell.split() == 1
        && cell.method().kind() == Method.Kind.ONLINE_BILINEAR;
  }

  private CellResult compute(Cell cell, long memory) throws IOException {
    long start = System.nanoTime();
    Parameters parameters = fixedParameters(cell);
    Optional<CellResult.Failure> hopeless = failureOfAnotherSplit(cell);
    if (hopeless.isPresent()) {
      CellResult result = new CellResult(key(cell, parameters), null, hopeless.get());
      store.save(result);
      finish(cell, result, 0);
      return result;
    }
    CellResult result = null;
    if (plan.tuned() && cell.method().grid().candidates().size() > 1) {
      Trial chosen = tuned(cell);
      if (chosen.failure() != null) {
        // not saved: the trials are saved, and with other limits they are repeated
        result =
            new CellResult(
                key(cell, parameters),
                null,
                new CellResult.Failure(
                    CannotTrainException.Cause.DATA, "no tuning: " + chosen.failure(), 0));
        finish(cell, result, (System.nanoTime() - start) * 1e-9);
        return result;
      }
      parameters = cell.with(chosen.parameters());
      result = find(cell, parameters).orElse(null);
    }
    if (result == null) {
      result = measured(cell, parameters, memory);
      boolean retried =
          memory < plan.memory()
              && result.failure() != null
              && result.failure().kind() == CannotTrainException.Cause.MEMORY;
      if (retried) {
        return result;
      }
      store.save(result);
    }
    finish(cell, result, (System.nanoTime() - start) * 1e-9);
    return result;
  }

  /** A method that exceeded its limits on one split would do so on the next. */
  private synchronized Optional<CellResult.Failure> failureOfAnotherSplit(Cell cell) {
    return results.entrySet().stream()
        .filter(entry -> entry.getKey().isSameButForSplit(cell) && entry.getValue() != null)
        .map(entry -> entry.getValue().failure())
        .filter(failure -> failure != null && failure.kind() != CannotTrainException.Cause.DATA)
        .findFirst();
  }

  private synchronized void finish(Cell cell, CellResult result, double seconds) {
    results.put(cell, result);
    left.remove(cell);
    estimate.record(cell, seconds);
    listener.finished(
        results.size() - left.size(),
        results.size(),
        cell.describe(),
        result,
        estimate.secondsFor(left, plan.jobs()));
  }

  private CellResult measured(Cell cell, Parameters parameters, long memory) {
    Map<String, String> key = key(cell, parameters);
    try {
      return new CellResult(key, measures(cell, parameters, memory), null);
    } catch (CannotTrainException e) {
      double limit = e.kind() == CannotTrainException.Cause.TIME ? plan.timeLimit() : memory;
      return new CellResult(key, null, new CellResult.Failure(e.kind(), e.getMessage(), limit));
    } catch (OutOfMemoryError e) {
      return new CellResult(
          key,
          null,
          new CellResult.Failure(
              CannotTrainException.Cause.MEMORY, "not enough memory: Java ran out of it", memory));
    }
  }

  private CellResult.Measures measures(Cell cell, Parameters parameters, long memory)
      throws CannotTrainException {
    StudyData.Parts parts = cell.data().parts(StudyPlan.HOLDOUT, plan.seedOf(cell.split()));
    Curve curve = new Curve(cell, parts.test());
    LearntSimilarity learnt;
    RankingEvaluation evaluation;
    double querySeconds;
    Lock training = clock.training();
    training.lock();
    try {
      learnt =
          cell.method()
              .train(
                  new TrainingTask(
                      parts.training(),
                      parts.dimension(),
                      parameters,
                      plan.rounds(),
                      plan.seedOf(cell.split()),
                      new TrainingTask.Resources(plan.threads(), memory, plan.timeLimit()),
                      curve));
      long start = LearningClock.processorTime();
      evaluation =
          evaluator(CUTOFFS)
              .evaluateWithin(learnt.similarity(), parts.test().vectors(), parts.test().labels());
      querySeconds = (LearningClock.processorTime() - start) * 1e-9 / evaluation.queries();
    } finally {
      training.unlock();
    }
    return new CellResult.Measures(
        evaluation.map(),
        evaluation.precisionAt(),
        learnt.sparsity(),
        learnt.nonZeros(),
        learnt.bytes(),
        learnt.seconds(),
        querySeconds,
        plan.jobs(),
        plan.threads(),
        curve.points,
        timesQueries(cell)
            ? clock.measure(learnt.similarity(), parts.test().vectors(), plan.timeLimit())
            : List.of());
  }

  /** One thread, as the time of a query is part of the result. */
  private static RankingEvaluator evaluator(List<Integer> cutoffs) {
    return new RankingEvaluator()
        .withThreads(1)
        .withCutoffs(cutoffs.stream().mapToInt(Integer::intValue).toArray());
  }

  /** The parameters that tuning chooses on the training rows of the cell's split. */
  private Trial tuned(Cell cell) throws IOException {
    String name = cell.data().name() + "." + cell.method().name() + "." + cell.split();
    Object lock;
    synchronized (tuningLocks) {
      lock = tuningLocks.computeIfAbsent(name, unused -> new Object());
    }
    // the cells of a trade-off wait here for the first one, then read its trials from the file
    synchronized (lock) {
      StudyData data = cell.data();
      long seed = plan.seedOf(cell.split());
      Dataset training =
          data.rows().select(Split.perClass(data.rows().labels(), StudyPlan.HOLDOUT, seed).train());
      Path trials = Files.createDirectories(folder.resolve("tuning")).resolve(name + ".jsonl");
      try (TrialFile file = TrialFile.open(trials)) {
        Tuner.Settings settings =
            new Tuner.Settings(
                0,
                0.2,
                plan.rounds(),
                seed,
                1,
                new TrainingTask.Resources(
                    plan.threads(), plan.memory() / plan.jobs(), plan.timeLimit()));
        return new Tuner(settings, file, (rung, rungs, done, total) -> {})
            .tune(cell.method(), training, data.normalization(), data.rows().dimension())
            .best();
      }
    }
  }

  /** Measures the model at some rounds. */
  private final class Curve implements TrainingTask.Observer {

    private final Cell cell;
    private final Dataset test;
    private final List<CellResult.CurvePoint> points = new ArrayList<>();

    Curve(Cell cell, Dataset test) {
      this.cell = cell;
      this.test = test;
    }

    @Override
    public long[] rounds() {
      return cell.isTradeOff() || cell.method().kind() != Method.Kind.ONLINE_BILINEAR
          ? new long[0]
          : Arrays.stream(OBSERVED)
              .mapToLong(percent -> plan.rounds() * percent / 100)
              .distinct()
              .toArray();
    }

    @Override
    public void observe(long round, LearntSimilarity soFar) {
      RankingEvaluation evaluation =
          evaluator(List.of())
              .withQueriesAtMost(OBSERVED_QUERIES)
              .evaluateWithin(soFar.similarity(), test.vectors(), test.labels());
      points.add(new CellResult.CurvePoint(round, evaluation.map(), soFar.sparsity()));
    }
  }
}

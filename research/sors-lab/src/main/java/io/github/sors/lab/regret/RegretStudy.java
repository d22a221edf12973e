package io.github.sors.lab.regret;

import io.github.sors.data.Dataset;
import io.github.sors.learn.Algorithm;
import io.github.sors.learn.OnlineBilinearLearner;
import io.github.sors.parallel.Workers;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Tests the paper's theorems: the regret of SORS and AdaSORS against the best fixed M in hindsight,
 * compared with the bounds.
 *
 * <pre>
 * R_T = Σ_t [ℓ_t(M_t) + λ r(M_t)] - Σ_t [ℓ_t(M_*) + λ r(M_*)]
 * SORS:    R_T ≤ ‖M_* - M₁‖²_F / 2η + η L² T / 2 + λ r(M₁),   L = max_t ‖x_t‖ ‖p_t‖
 * AdaSORS: R_T ≤ (D² / 2η + η) Σ_ij ‖G_1:T,ij‖₂ + δ ‖M_* - M₁‖²_F / 2η + λ r(M₁),   D = max_t ‖M_* - M_t‖_∞
 * </pre>
 *
 * <p>Theorem 1 has M₁ = 0; for M₁ = I, λ r(M₁) is added, since the telescoped sum has r(M_{t+1})
 * where the regret has r(M_t). Theorem 2 omits δ. The step sizes are those of the theorems. η =
 * ‖M_* - M₁‖_F / (L√T) depends on T, so every T needs a separate run. Instead of η = D / √2, which
 * is unknown before the run, η = ‖M_* - M₁‖_∞ / √2 is used, with the M_* of the longest run for all
 * T: AdaSORS reduces its steps by itself.
 *
 * <p>Threads: any thread may run it; it uses as many as the settings say and has ended them when it
 * returns. Failures: rows that give no triplets throw {@link io.github.sors.InvalidInputException}.
 */
public final class RegretStudy {

  /** The limit of the absolute values of M_*. */
  static final double BOX = 25;

  /** The learners that the theorems are about. */
  public static final List<Algorithm> ALGORITHMS =
      List.of(Algorithm.SORS_I, Algorithm.SORS_II, Algorithm.ADASORS_I, Algorithm.ADASORS_II);

  /**
   * * The settings of a study.
   *
   * @param horizons the values of T, ascending
   * @param lambda λ
   * @param delta δ of AdaSORS
   * @param fromIdentity whether M₁ = I; 0 otherwise
   * @param seed of the triplets
   * @param tolerance the maximum proven gap to the best F, as a share of F
   * @param jobs how many runs at a time
   */
  public record Settings(
      List<Integer> horizons,
      double lambda,
      double delta,
      boolean fromIdentity,
      long seed,
      double tolerance,
      int jobs) {

    public Settings {
      horizons = List.copyOf(horizons);
    }
  }

  /**
   * A learner over T rounds.
   *
   * @param algorithm the learner
   * @param rounds T
   * @param eta the step size
   * @param suffered Σ_t [ℓ_t(M_t) + λ r(M_t)]
   * @param best F(M_*) of the best M that was found
   * @param bestIsAtLeast the proven lower bound for all M
   * @param bound the theorem's bound on the regret
   * @param insideBox whether M_* is the best of all M, not only of those with small entries
   */
  public record Outcome(
      Algorithm algorithm,
      int rounds,
      double eta,
      double suffered,
      double best,
      double bestIsAtLeast,
      double bound,
      boolean insideBox) {

    /** R_T against the M that was found. */
    public double regret() {
      return suffered - best;
    }

    /** An upper bound of the regret over all M. */
    public double regretIsAtMost() {
      return suffered - bestIsAtLeast;
    }

    /** Whether the regret is within the theorem's bound. */
    public boolean holds() {
      return regret() <= bound;
    }
  }

  private RegretStudy() {}

  /**
   * Runs all learners over all horizons.
   *
   * @param rows normalised rows, of few features: a run costs O(T d²)
   */
  public static List<Outcome> run(Dataset rows, Settings settings) {
    int longest = settings.horizons().get(settings.horizons().size() - 1);
    int dimension = rows.dimension();
    TripletSequence triplets = new TripletSequence(rows, dimension, longest, settings.seed());
    double[] start = new double[dimension * dimension];
    for (int i = 0; settings.fromIdentity() && i < dimension; i++) {
      start[i * (dimension + 1)] = 1;
    }
    int horizons = settings.horizons().size();
    try (Workers jobs = new Workers(settings.jobs(), "sors-lab")) {
      // the two regularisers, the longest horizons first
      List<HindsightProblem.Solution> best =
          jobs.map(
              2 * horizons,
              number ->
                  new HindsightProblem(
                          triplets,
                          settings.horizons().get(horizons - 1 - number / 2),
                          settings.lambda(),
                          number % 2 == 1,
                          BOX,
                          start)
                      .solve(settings.tolerance()));
      return jobs.map(
          ALGORITHMS.size() * horizons,
          number -> {
            Algorithm algorithm = ALGORITHMS.get(number / horizons);
            int horizon = number % horizons;
            boolean diagonalFree = isSecond(algorithm);
            return outcome(
                algorithm,
                settings.horizons().get(horizon),
                best.get(2 * (horizons - 1 - horizon) + (diagonalFree ? 1 : 0)),
                distance(best.get(diagonalFree ? 1 : 0).matrix(), start) / Math.sqrt(2),
                triplets,
                start,
                settings);
          });
    }
  }

  /** Whether a learner does not shrink the diagonal: the paper's r₂. */
  private static boolean isSecond(Algorithm algorithm) {
    return algorithm == Algorithm.SORS_II || algorithm == Algorithm.ADASORS_II;
  }

  private static boolean isAdaptive(Algorithm algorithm) {
    return algorithm == Algorithm.ADASORS_I || algorithm == Algorithm.ADASORS_II;
  }

  /** The largest difference of two entries. */
  private static double distance(double[] one, double[] other) {
    double largest = 0;
    for (int entry = 0; entry < one.length; entry++) {
      largest = Math.max(largest, Math.abs(one[entry] - other[entry]));
    }
    return largest;
  }

  private static Outcome outcome(
      Algorithm algorithm,
      int rounds,
      HindsightProblem.Solution best,
      double adaptiveEta,
      TripletSequence triplets,
      double[] start,
      Settings settings) {
    double squaredDistance = 0;
    double sizeOfStart = 0;
    for (int entry = 0; entry < start.length; entry++) {
      double distance = Math.abs(best.matrix()[entry] - start[entry]);
      squaredDistance += distance * distance;
      // all of M₁ is on the diagonal
      sizeOfStart += isSecond(algorithm) ? 0 : Math.abs(start[entry]);
    }
    double lipschitz = 0;
    for (int t = 0; t < rounds; t++) {
      lipschitz = Math.max(lipschitz, triplets.norm(t));
    }
    double eta =
        isAdaptive(algorithm)
            ? adaptiveEta
            : Math.sqrt(squaredDistance) / (lipschitz * Math.sqrt(rounds));
    OnlineRun run =
        OnlineRun.of(
            learner(algorithm, eta, triplets.dimension(), settings),
            triplets,
            rounds,
            settings.lambda(),
            isSecond(algorithm),
            best.matrix());
    double bound = settings.lambda() * sizeOfStart;
    if (isAdaptive(algorithm)) {
      double reach = run.largestDistance();
      bound +=
          (reach * reach / (2 * eta) + eta) * run.gradientNorms()
              + settings.delta() * squaredDistance / (2 * eta);
    } else {
      bound += squaredDistance / (2 * eta) + eta * lipschitz * lipschitz * rounds / 2;
    }
    return new Outcome(
        algorithm,
        rounds,
        eta,
        run.suffered(),
        best.objective(),
        best.lowerBound(),
        bound,
        best.insideBox());
  }

  private static OnlineBilinearLearner learner(
      Algorithm algorithm, double eta, int dimension, Settings settings) {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("lambda", Double.toString(settings.lambda()));
    options.put("eta", Double.toString(eta));
    options.put("delta", Double.toString(settings.delta()));
    options.put("init", settings.fromIdentity() ? "identity" : "zero");
    options.put("queryDimension", Integer.toString(dimension));
    options.put("itemDimension", Integer.toString(dimension));
    return algorithm.create(options);
  }

  /**
   * The exponent e of R_T/T ~ T^e: the slope of the least-squares line through the logarithms; the
   * theorems promise -0.5 or less. NaN if a regret is not above 0.
   */
  public static double exponent(List<Outcome> outcomes) {
    double n = outcomes.size();
    double x = 0;
    double y = 0;
    double xx = 0;
    double xy = 0;
    for (Outcome outcome : outcomes) {
      double logRounds = Math.log(outcome.rounds());
      double logRegret = Math.log(outcome.regret() / outcome.rounds());
      x += logRounds;
      y += logRegret;
      xx += logRounds * logRounds;
      xy += logRounds * logRegret;
    }
    return (n * xy - x * y) / (n * xx - x * x);
  }
}

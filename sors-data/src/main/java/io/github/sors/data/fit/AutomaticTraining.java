package io.github.sors.data.fit;

import io.github.sors.Model;
import io.github.sors.data.Dataset;
import io.github.sors.data.triplet.FixedTriplets;
import io.github.sors.data.triplet.LearningLoop;
import io.github.sors.data.triplet.LocalTripletSampler;
import io.github.sors.data.triplet.NearestRows;
import io.github.sors.data.triplet.NearestRowsFinder;
import io.github.sors.data.triplet.TripletSampler;
import io.github.sors.data.triplet.TripletSource;
import io.github.sors.learn.Algorithm;
import io.github.sors.learn.EncoderLearner;
import io.github.sors.learn.OnlineLearner;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * Learns from rows without settings: plans on a part of the data, then learns from all of it.
 *
 * <p>Candidates are
 *
 * <ul>
 *   <li>the encoder with its defaults;
 *   <li>the encoder with batches of {@value #BATCH}, where it is known which rows are wrong answers
 *       to a query: from labels and from groups;
 *   <li>AdaSORS-II with margin and step in the units of the start's scores, see {@link StartScale};
 *   <li>on dense labelled rows of few features the same from mixed triplets, ranked by the cosine
 *       in the positive part of M, see {@link LearnerRecipe#keepsNeighbours}.
 * </ul>
 *
 * <p>{@link ValidatedTraining} chooses between them, the numbers of rounds, and the start.
 *
 * <p>The same rows, seed and settings give the same plan and the same model, for any number of
 * threads.
 *
 * <pre>{@code
 * AutomaticTraining training = AutomaticTraining.onRows(data, rows, seed);
 * LearningPlan plan = training.plan();
 * Model model = training.learn(plan);
 * }</pre>
 *
 * <p>Threads: immutable; planning and learning run on the calling thread, which also calls the
 * listener, and use more inside if told to. Failures: a listener that cancels ends a call with
 * {@link java.util.concurrent.CancellationException}; a candidate that takes too much memory is
 * dropped; rows that give no triplets throw {@link io.github.sors.InvalidInputException}.
 *
 * @since 0.1.0
 */
public final class AutomaticTraining {

  /** The triplets that the encoder with batches learns together. */
  public static final int BATCH = 50;

  // where mixed triplets and the positive part are tried: it takes d³ for every look, and the
  // neighbours take about rows² · non-zeros, as long as the trials of the others
  private static final int MOST_DENSE_FEATURES = 1_000;
  private static final double LEAST_DENSITY = 0.1;
  private static final double MOST_NEIGHBOUR_WORK = 4e9;

  private final Dataset data;
  private final int[] rows;
  // null if triplets are drawn from rows
  private final @Nullable FixedTriplets listed;
  private final long seed;
  private final TripletDrawing drawing;
  // whether mixed triplets may be tried: the caller has not said how to draw
  private final boolean triesMixed;
  private final int threads;
  private final long memory;
  private final ChoiceListener listener;

  private AutomaticTraining(
      Dataset data,
      int[] rows,
      @Nullable FixedTriplets listed,
      long seed,
      TripletDrawing drawing,
      boolean triesMixed,
      int threads,
      long memory,
      ChoiceListener listener) {
    this.data = data;
    this.rows = rows;
    this.listed = listed;
    this.seed = seed;
    this.drawing = drawing;
    this.triesMixed = triesMixed;
    this.threads = threads;
    this.memory = memory;
    this.listener = listener;
  }

  /**
   * * Creates a training from labelled rows.
   *
   * @param data all rows, normalised
   * @param rows the rows to learn from
   * @param seed the seed of the validation rows and of the triplets
   */
  public static AutomaticTraining onRows(Dataset data, int[] rows, long seed) {
    return new AutomaticTraining(
        data,
        rows.clone(),
        null,
        seed,
        (from, learner) -> TripletSampler.of(data.labels(), from, seed),
        true,
        1,
        Long.MAX_VALUE,
        ChoiceListener.NONE);
  }

  /**
   * Creates a training from triplets of rows; each is learnt at most once, in order.
   *
   * @param data all rows, normalised
   * @param triplets triplets of these rows
   * @param seed the seed of the choice of validation triplets
   */
  public static AutomaticTraining onTriplets(Dataset data, FixedTriplets triplets, long seed) {
    return new AutomaticTraining(
        data,
        new int[0],
        Objects.requireNonNull(triplets, "triplets"),
        seed,
        (from, learner) -> triplets,
        false,
        1,
        Long.MAX_VALUE,
        ChoiceListener.NONE);
  }

  /** This training with another way of drawing triplets from rows; no other is tried then. */
  public AutomaticTraining withDrawing(TripletDrawing newDrawing) {
    return new AutomaticTraining(
        data, rows, listed, seed, newDrawing, false, threads, memory, listener);
  }

  /**
   * This training with other resources.
   *
   * @param newThreads the number of threads for large rounds and for measuring
   * @param newMemory the memory limit of the learner in bytes
   */
  public AutomaticTraining withResources(int newThreads, long newMemory) {
    return new AutomaticTraining(
        data, rows, listed, seed, drawing, triesMixed, newThreads, newMemory, listener);
  }

  /** This training with a listener. */
  public AutomaticTraining withListener(ChoiceListener newListener) {
    return new AutomaticTraining(
        data, rows, listed, seed, drawing, triesMixed, threads, memory, newListener);
  }

  /**
   * Chooses learner and rounds.
   *
   * @throws CancellationException if the listener cancels
   */
  public LearningPlan plan() {
    return plan(null);
  }

  /**
   * Chooses a learner for a given number of rounds, at most as many as there are triplets; the plan
   * has that number of rounds, or keeps the start.
   *
   * @throws CancellationException if the listener cancels
   */
  public LearningPlan planFor(long rounds) {
    return plan(rounds);
  }

  private LearningPlan plan(@Nullable Long exactly) {
    if (exactly != null && exactly == 0) {
      return startAlone("no rounds to learn for");
    }
    if (listed != null) {
      Optional<HeldOutTriplets> heldOut = HeldOutTriplets.of(data.vectors(), listed, seed);
      return heldOut
          .map(
              found ->
                  plan(
                      found,
                      (learner, recipe) -> found.learning(),
                      listed.size() / (double) found.learning().size(),
                      exactly))
          .orElseGet(() -> startAlone("too few triplets to hold some out for validation"));
    }
    Optional<HeldOutRows> heldOut =
        HeldOutRows.of(data.vectors(), data.labels(), rows, seed, threads);
    return heldOut
        .map(
            found ->
                plan(
                    found,
                    (learner, recipe) -> drawn(found.learning(), recipe, learner),
                    1,
                    exactly))
        .orElseGet(() -> startAlone("too few rows to hold some out for validation"));
  }

  /** Returns the triplets that a candidate learns from. */
  @FunctionalInterface
  private interface LearningPart {
    TripletSource triplets(OnlineLearner learner, LearnerRecipe recipe);
  }

  /**
   * Plans with held-out data.
   *
   * @param growth the ratio of all data to the data that candidates learn from
   */
  private LearningPlan plan(
      Validation validation, LearningPart part, double growth, @Nullable Long exactly) {
    Map<Candidate, LearnerRecipe> candidates = new LinkedHashMap<>();
    for (LearnerRecipe recipe : recipes(part)) {
      candidates.put(
          new Candidate(
              recipe.title(),
              () -> create(recipe),
              learner -> part.triplets(learner, recipe),
              learner -> recipe.model(learner, threads),
              recipe.keepsNeighbours()),
          recipe);
    }
    ValidatedTraining training =
        new ValidatedTraining(
            create(startRecipe()).snapshot(), validation, data.vectors(), listener);
    List<Candidate> tried = new ArrayList<>(candidates.keySet());
    Choice choice =
        exactly == null
            ? training.choose(tried)
            : training.chooseFor(tried, Math.max(1, Math.round(exactly / growth)));
    Optional<Look> chosen = choice.chosen();
    return new LearningPlan(
        chosen.map(look -> candidates.get(look.candidate())).orElse(startRecipe()),
        chosen.map(look -> exactly == null ? rounds(look, growth) : exactly).orElse(0L),
        validation.description(),
        Optional.of(choice));
  }

  private long rounds(Look look, double growth) {
    long rounds = Math.round(look.rounds() * growth);
    return listed == null ? rounds : Math.min(rounds, listed.size());
  }

  private LearningPlan startAlone(String why) {
    return new LearningPlan(startRecipe(), 0, why, Optional.empty());
  }

  /** The learners to try, the usually best one first. */
  private List<LearnerRecipe> recipes(LearningPart part) {
    List<LearnerRecipe> recipes = new ArrayList<>();
    Map<String, String> encoder = Map.of("seed", Long.toString(seed));
    recipes.add(new LearnerRecipe(EncoderLearner.DESCRIPTOR.label(), encoder));
    if (listed == null || listed.knowsWrongAnswers()) {
      Map<String, String> batches = new TreeMap<>(encoder);
      batches.put(LearnerRecipe.BATCH, Integer.toString(BATCH));
      recipes.add(new LearnerRecipe(EncoderLearner.DESCRIPTOR.label(), batches));
    }
    LearnerRecipe plain = startRecipe();
    StartScale scale = StartScale.of(part.triplets(create(plain), plain), data.vectors());
    if (scale.isUsable()) {
      LearnerRecipe scaled = new LearnerRecipe(plain.algorithm(), scale.adaSorsOptions());
      recipes.add(scaled);
      if (triesMixed && areDense()) {
        recipes.add(scaled.keepingNeighbours());
      }
    }
    return recipes;
  }

  /** Whether the rows are few enough, and have few enough features, most of them in many rows. */
  private boolean areDense() {
    double size = 0;
    for (int row : rows) {
      size += data.vector(row).size();
    }
    return data.dimension() <= MOST_DENSE_FEATURES
        && size >= LEAST_DENSITY * data.dimension() * rows.length
        && size * rows.length <= MOST_NEIGHBOUR_WORK;
  }

  /** The triplets of a recipe from some of the rows. */
  private TripletSource drawn(int[] from, LearnerRecipe recipe, OnlineLearner learner) {
    if (!recipe.keepsNeighbours()) {
      return drawing.from(from, learner);
    }
    NearestRows nearest =
        new NearestRowsFinder(
                data.vectors(),
                data.labels(),
                from,
                NearestRowsFinder.USUAL_POSITIVES,
                NearestRowsFinder.USUAL_NEGATIVES)
            .withThreads(threads)
            .withProgress(done -> requireGoingOn())
            .byCosine();
    return LocalTripletSampler.of(
        TripletSampler.of(data.labels(), from, seed), LocalTripletSampler.USUAL_SHARE, nearest);
  }

  private void requireGoingOn() {
    if (listener.isCancelled()) {
      throw new CancellationException("stopped while finding neighbours");
    }
  }

  /** A learner that starts as the inner product, the cosine of rows of unit length. */
  private static LearnerRecipe startRecipe() {
    return new LearnerRecipe(Algorithm.DEFAULT.label(), Map.of());
  }

  /** A new learner with the resources of this training. */
  public OnlineLearner create(LearnerRecipe recipe) {
    OnlineLearner learner = recipe.create(data.dimension());
    learner.setThreads(threads);
    learner.setMemoryBudget(memory);
    return learner;
  }

  /**
   * What a learner of a recipe learns from when all rows, or all triplets, are used.
   *
   * @throws CancellationException if the listener says so
   */
  public TripletSource triplets(LearnerRecipe recipe, OnlineLearner learner) {
    return drawn(rows, recipe, learner);
  }

  /** Learns from all rows, or all triplets, by a plan. */
  public Model learn(LearningPlan plan) {
    OnlineLearner learner = create(plan.recipe());
    if (!plan.keepsStart()) {
      TripletSource source = triplets(plan.recipe(), learner);
      LearningLoop.overRows(learner, source, data.vectors()).learnUntil(plan.rounds());
    }
    return plan.recipe().model(learner, threads);
  }
}

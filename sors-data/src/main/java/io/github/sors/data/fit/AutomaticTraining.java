package io.github.sors.data.fit;

import io.github.sors.Model;
import io.github.sors.data.Dataset;
import io.github.sors.data.triplet.LearningLoop;
import io.github.sors.data.triplet.LocalTripletSampler;
import io.github.sors.data.triplet.NearestRows;
import io.github.sors.data.triplet.NearestRowsFinder;
import io.github.sors.data.triplet.TripletSource;
import io.github.sors.eval.Verdict;
import io.github.sors.learn.Algorithm;
import io.github.sors.learn.EncoderLearner;
import io.github.sors.learn.OnlineLearner;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * Learns from feedback without settings: plans on a part of it, then learns from all of it.
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
 * <p>{@link ValidatedTraining} chooses between them and the numbers of rounds. {@link #plan} first
 * holds out a test part, which neither the candidates nor the choice see: what was chosen is kept
 * only if it helps there beyond chance, see {@link io.github.sors.eval.Verdict}. {@link #choose}
 * leaves this test to a caller that has held out feedback already.
 *
 * <p>The same rows, seed and settings give the same plan and the same model, for any number of
 * threads.
 *
 * <pre>{@code
 * AutomaticTraining training = AutomaticTraining.of(data, new GroupFeedback(groups), seed);
 * LearningPlan plan = training.plan();
 * Model model = training.learn(plan);
 * }</pre>
 *
 * <p>Threads: immutable; planning and learning run on the calling thread, which also calls the
 * listener, and use more inside if told to. Failures: a listener that cancels ends a call with
 * {@link java.util.concurrent.CancellationException}; a candidate that takes too much memory is
 * dropped; rows that give no triplets throw {@link io.github.sors.InvalidInputException}.
 */
public final class AutomaticTraining {

  /** The triplets that the encoder with batches learns together. */
  public static final int BATCH = 50;

  // where mixed triplets and the positive part are tried: it takes d³ for every look, and the
  // neighbours take about rows² · non-zeros, as long as the trials of the others
  private static final int MOST_DENSE_FEATURES = 1_000;
  private static final double LEAST_DENSITY = 0.1;
  private static final double MOST_NEIGHBOUR_WORK = 4e9;

  /** The share of the feedback on which {@link #plan} decides. */
  public static final double TEST_SHARE = 0.3;

  // a different stream than that of a test part of the caller, which has the same seed
  private static final long TEST = 0x7665_7264_6963_74L;

  private static final String NO_ROUNDS = "no rounds to learn for";

  private final Dataset data;
  private final RowFeedback feedback;
  private final long seed;
  // null if the caller has not said how to draw from labelled rows
  private final @Nullable TripletDrawing drawing;
  private final int threads;
  private final long memory;
  private final ChoiceListener listener;

  private AutomaticTraining(
      Dataset data,
      RowFeedback feedback,
      long seed,
      @Nullable TripletDrawing drawing,
      int threads,
      long memory,
      ChoiceListener listener) {
    this.data = data;
    this.feedback = feedback;
    this.seed = seed;
    this.drawing = drawing;
    this.threads = threads;
    this.memory = memory;
    this.listener = listener;
  }

  /**
   * Creates a training.
   *
   * @param data all rows, normalised
   * @param feedback what is known about them
   * @param seed the seed of what is held out and of the triplets
   */
  public static AutomaticTraining of(Dataset data, RowFeedback feedback, long seed) {
    return new AutomaticTraining(
        data, feedback, seed, null, 1, Long.MAX_VALUE, ChoiceListener.NONE);
  }

  /** Creates a training from the labels of some rows. */
  public static AutomaticTraining onRows(Dataset data, int[] rows, long seed) {
    return of(data, new LabelFeedback(data.labels(), rows), seed);
  }

  /** This training with another way of drawing triplets from labels; no other is tried then. */
  public AutomaticTraining withDrawing(TripletDrawing newDrawing) {
    return new AutomaticTraining(data, feedback, seed, newDrawing, threads, memory, listener);
  }

  /**
   * This training with other resources.
   *
   * @param newThreads the number of threads for large rounds and for measuring
   * @param newMemory the memory limit of the learner in bytes
   */
  public AutomaticTraining withResources(int newThreads, long newMemory) {
    return new AutomaticTraining(data, feedback, seed, drawing, newThreads, newMemory, listener);
  }

  /** This training with a listener. */
  public AutomaticTraining withListener(ChoiceListener newListener) {
    return new AutomaticTraining(data, feedback, seed, drawing, threads, memory, newListener);
  }

  /** The same from a part of the feedback. */
  private AutomaticTraining from(RowFeedback part) {
    return new AutomaticTraining(data, part, seed, drawing, threads, memory, listener);
  }

  /**
   * Chooses learner and rounds, and keeps them only if they help.
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
      return startAlone(NO_ROUNDS);
    }
    FeedbackSplit split = FeedbackSplit.of(feedback, TEST_SHARE, seed ^ TEST);
    HeldOut heldOut = split.heldOut(data.vectors(), threads);
    if (!heldOut.isEnough()) {
      return startAlone(FeedbackSplit.tooFew(heldOut.units(), heldOut.unit(), TEST_SHARE));
    }
    AutomaticTraining part = from(split.learning());
    double growth = growth(split);
    LearningPlan chosen =
        part.choose(exactly == null ? null : (Long) Math.max(1, Math.round(exactly / growth)));
    if (chosen.keepsStart()) {
      return chosen;
    }
    Verdict verdict = heldOut.verdict(start(), part.learn(chosen));
    return new LearningPlan(
        verdict.kept() ? chosen.recipe() : startRecipe(),
        !verdict.kept() ? 0 : exactly == null ? rounds(chosen.rounds() * growth) : exactly,
        chosen.reason(),
        chosen.choice(),
        Optional.of(verdict));
  }

  /** The ratio of all triplets to those of the learning part; 1 if they are endless. */
  private double growth(FeedbackSplit split) {
    return feedback instanceof TripletFeedback all
            && split.learning() instanceof TripletFeedback learning
        ? all.list().size() / (double) Math.max(1, learning.list().size())
        : 1;
  }

  private long rounds(double wanted) {
    long rounds = Math.round(wanted);
    return feedback instanceof TripletFeedback all ? Math.min(rounds, all.list().size()) : rounds;
  }

  /**
   * Chooses learner and rounds, without testing whether they help.
   *
   * @return a plan that keeps the start only if there is too little to choose on
   * @throws CancellationException if the listener cancels
   */
  public LearningPlan choose() {
    return choose(null);
  }

  /**
   * Chooses a learner for a given number of rounds, without testing whether it helps.
   *
   * @throws CancellationException if the listener cancels
   */
  public LearningPlan chooseFor(long rounds) {
    return choose(rounds);
  }

  private LearningPlan choose(@Nullable Long exactly) {
    if (exactly != null && exactly == 0) {
      return startAlone(NO_ROUNDS);
    }
    return FeedbackSplit.forChoosing(feedback, data.vectors(), seed)
        .map(split -> choose(split, exactly))
        .orElseGet(
            () ->
                startAlone(
                    "too few " + feedback.unit() + " to tell what helps: about 100 would do"));
  }

  private LearningPlan choose(FeedbackSplit split, @Nullable Long exactly) {
    AutomaticTraining part = from(split.learning());
    HeldOut validation = split.allHeldOut(data.vectors(), threads);
    double growth = growth(split);
    Map<Candidate, LearnerRecipe> candidates = new LinkedHashMap<>();
    for (LearnerRecipe recipe : part.recipes()) {
      candidates.put(
          new Candidate(
              recipe.title(),
              () -> create(recipe),
              learner -> part.triplets(recipe, learner),
              learner -> recipe.model(learner, threads),
              recipe.keepsNeighbours()),
          recipe);
    }
    ValidatedTraining training =
        new ValidatedTraining(start(), validation, data.vectors(), listener);
    List<Candidate> tried = new ArrayList<>(candidates.keySet());
    Choice choice =
        exactly == null
            ? training.choose(tried)
            : training.chooseFor(tried, Math.max(1, Math.round(exactly / growth)));
    Optional<Look> best = choice.best();
    return new LearningPlan(
        best.map(look -> candidates.get(look.candidate())).orElse(startRecipe()),
        best.map(look -> exactly == null ? rounds(look.rounds() * growth) : exactly).orElse(0L),
        "chosen on " + validation.description(),
        Optional.of(choice),
        Optional.empty());
  }

  private static LearningPlan startAlone(String why) {
    return new LearningPlan(startRecipe(), 0, why, Optional.empty(), Optional.empty());
  }

  /** The learners to try, the usually best one first. */
  private List<LearnerRecipe> recipes() {
    List<LearnerRecipe> recipes = new ArrayList<>();
    Map<String, String> encoder = Map.of("seed", Long.toString(seed));
    recipes.add(new LearnerRecipe(EncoderLearner.DESCRIPTOR.label(), encoder));
    if (feedback.knowsWrongAnswers()) {
      Map<String, String> batches = new TreeMap<>(encoder);
      batches.put(LearnerRecipe.BATCH, Integer.toString(BATCH));
      recipes.add(new LearnerRecipe(EncoderLearner.DESCRIPTOR.label(), batches));
    }
    LearnerRecipe plain = startRecipe();
    StartScale scale = StartScale.of(triplets(plain, create(plain)), data.vectors());
    if (scale.isUsable()) {
      LearnerRecipe scaled = new LearnerRecipe(plain.algorithm(), scale.adaSorsOptions());
      recipes.add(scaled);
      if (drawing == null && feedback instanceof LabelFeedback labels && areDense(labels.rows())) {
        recipes.add(scaled.keepingNeighbours());
      }
    }
    return recipes;
  }

  /** Whether the rows are few enough, and have few enough features, most of them in many rows. */
  private boolean areDense(int[] rows) {
    double size = 0;
    for (int row : rows) {
      size += data.vector(row).size();
    }
    return data.dimension() <= MOST_DENSE_FEATURES
        && size >= LEAST_DENSITY * data.dimension() * rows.length
        && size * rows.length <= MOST_NEIGHBOUR_WORK;
  }

  /**
   * What a learner of a recipe learns from when all the feedback is used.
   *
   * @throws CancellationException if the listener says so
   */
  public TripletSource triplets(LearnerRecipe recipe, OnlineLearner learner) {
    if (!(feedback instanceof LabelFeedback labels)) {
      return feedback.triplets(seed);
    }
    int[] rows = labels.rows();
    if (!recipe.keepsNeighbours()) {
      return drawing == null ? labels.triplets(seed) : drawing.from(rows, learner);
    }
    NearestRows nearest =
        new NearestRowsFinder(
                data.vectors(),
                labels.labels(),
                rows,
                NearestRowsFinder.USUAL_POSITIVES,
                NearestRowsFinder.USUAL_NEGATIVES)
            .withThreads(threads)
            .withProgress(done -> requireGoingOn())
            .byCosine();
    return LocalTripletSampler.of(labels.triplets(seed), LocalTripletSampler.USUAL_SHARE, nearest);
  }

  private void requireGoingOn() {
    if (listener.isCancelled()) {
      throw new CancellationException("stopped while finding neighbours");
    }
  }

  /** A learner that has learnt nothing: the inner product, the cosine of rows of unit length. */
  public static LearnerRecipe startRecipe() {
    return new LearnerRecipe(Algorithm.DEFAULT.label(), Map.of());
  }

  /** What ranks without learning: the inner product. */
  public Model start() {
    return create(startRecipe()).snapshot();
  }

  /** A new learner with the resources of this training. */
  public OnlineLearner create(LearnerRecipe recipe) {
    OnlineLearner learner = recipe.create(data.dimension());
    learner.setThreads(threads);
    learner.setMemoryBudget(memory);
    return learner;
  }

  /**
   * Learns from all the feedback by a plan.
   *
   * @throws CancellationException if the listener cancels
   */
  public Model learn(LearningPlan plan) {
    OnlineLearner learner = create(plan.recipe());
    if (!plan.keepsStart()) {
      LearningLoop loop =
          LearningLoop.overRows(learner, triplets(plan.recipe(), learner), data.vectors());
      while (loop.learnSome(plan.rounds())) {
        if (listener.isCancelled()) {
          throw new CancellationException("stopped while learning");
        }
        listener.reached(learner.progress().rounds());
      }
    }
    return plan.recipe().model(learner, threads);
  }
}

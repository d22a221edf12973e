package io.github.sors.adapter;

import io.github.sors.FeatureRecipe;
import io.github.sors.InvalidInputException;
import io.github.sors.LearningListener;
import io.github.sors.LearningProgress;
import io.github.sors.ModelDescription;
import io.github.sors.Normalization;
import io.github.sors.Provenance;
import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import io.github.sors.TripletLearner;
import io.github.sors.embedding.Adapter;
import io.github.sors.embedding.EmbeddingSearch;
import io.github.sors.embedding.EmbeddingSpace;
import io.github.sors.embedding.Embeddings;
import io.github.sors.embedding.LocatedRows;
import io.github.sors.io.SectionReader;
import io.github.sors.io.SectionWriter;
import io.github.sors.kernel.EmbeddingKernels;
import io.github.sors.kernel.Hash;
import io.github.sors.live.Choice;
import io.github.sors.live.Ranker;
import io.github.sors.live.RankingLearner;
import io.github.sors.parallel.Workers;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/**
 * Learns an {@link Adapter} from choices: listwise, anchored to the start, replayed, in small
 * steps.
 *
 * <p>A choice is compared with candidates C: what was chosen and skipped, the start's first 100
 * items, 256 random ones, and what was chosen in the other choices of the step. Its {@linkplain
 * ListwiseLoss loss} is the cross-entropy between softmax(norm(Mᵀq)·C/τ) and a target that is
 * mostly the start's own softmax, with λ‖M - I‖² added. One choice is one {@linkplain AdamMatrix
 * step of Adam} on the mean over it and 31 earlier ones. An item that was chosen for n > 2
 * different queries weighs 2/n in each, against items that are chosen whatever is asked.
 *
 * <p>Memory 12 d² bytes, and 4 (d + 100) per remembered choice; a choice costs O(n (d² + |C| d)), n
 * = 32, and a search for the first 100. The same choices in the same order give the same bits,
 * whatever the number of threads.
 *
 * <p>Threads: belongs to one thread; its adapters can be shared. Failures: a choice about an item
 * that is not here, or with a query that does not belong to the space, throws {@link
 * InvalidInputException} and changes nothing.
 */
public final class AdapterLearner
    implements TripletLearner, RankingLearner<float[]>, EmbeddingStore.User, AutoCloseable {

  /** The number of dimensions at which the step size of the options holds. */
  private static final int USUAL_DIMENSION = 384;

  // of embeddings whose cosines lie between .5 and .9
  private static final double USUAL_TEMPERATURE = 0.05;
  private static final double LEAST_TEMPERATURE = 1e-3;
  // from so many random items the spread of the scores is measured
  private static final int SPREAD_SAMPLE = 256;
  private static final int LEAST_SAMPLE = 20;
  private static final int LARGEST_BATCH = 1024;
  private static final int BATCH_RANDOM = 4;
  private static final int RIVAL_CHOICES = 31;
  // an item that answers more queries counts as much as one that answers so many
  private static final int USUAL_QUERIES = 2;
  private static final int STORE_LIMIT = 8192;

  private final EmbeddingSearch search;
  private final Embeddings items;
  private final AdapterOptions options;
  private final AdamMatrix matrix;
  private final ChoiceLog log;
  private final List<LearningListener> listeners = new ArrayList<>();
  private final Ranker<float[]> start;
  private final Ranker<float[]> current;
  private Workers workers = new Workers(1, "sors-adapter");
  private final Deque<ListwiseLoss> losses = new ArrayDeque<>();
  private double spreads;
  private long spreadsMeasured;
  private long rounds;
  private double cumulativeLoss;

  /** Creates a learner for items that a program has an index of. */
  public AdapterLearner(EmbeddingSearch search, AdapterOptions options) {
    this.search = search;
    this.items = search.items();
    this.options = options;
    matrix = new AdamMatrix(space().dimension());
    log = new ChoiceLog(options.remembered());
    start = new StartRanker(search);
    current = new AdapterRanker(Adapter.of(space(), matrix.matrix()), search);
    if (items instanceof EmbeddingStore store) {
      store.addUser(this);
    }
  }

  /** Creates a learner for items that are stored elsewhere: triplets bring their vectors. */
  public AdapterLearner(EmbeddingSpace space, AdapterOptions options) {
    this(new ExactEmbeddingSearch(new EmbeddingStore(space, STORE_LIMIT)), options);
  }

  /** What the embeddings are. */
  public EmbeddingSpace space() {
    return items.space();
  }

  /** The items that choices name. */
  Embeddings items() {
    return items;
  }

  /** How this learner learns. */
  public AdapterOptions options() {
    return options;
  }

  /** Learns with this many threads from now on; results stay bit-identical. */
  public void setThreads(int threads) {
    Workers before = workers;
    workers = new Workers(threads, "sors-adapter");
    before.close();
  }

  /** Learns that a person chose an item and skipped others. */
  public void learn(float[] query, int chosen, int... skipped) {
    learn(new Choice<>(query, new int[] {chosen}, skipped));
  }

  @Override
  public void learn(Choice<float[]> choice) {
    learnOne(choice);
  }

  private double learnOne(Choice<float[]> choice) {
    LoggedChoice logged = logged(choice);
    List<LoggedChoice> batch = new ArrayList<>();
    batch.add(logged);
    int earlier = log.size();
    long draw = draw(0);
    BitSet drawn = new BitSet();
    for (int k = 0; k < Math.min(options.replayed(), earlier); k++) {
      int number = Hash.below(earlier, draw + k);
      // the next one that was not drawn, or the first
      number = drawn.nextClearBit(number);
      number = number < earlier ? number : drawn.nextClearBit(0);
      drawn.set(number);
      batch.add(log.get(number));
    }
    log.add(logged);
    double loss = step(batch, options.rate(), options.trust(), options.random());
    count(loss);
    return loss;
  }

  private void count(double loss) {
    rounds++;
    cumulativeLoss += loss;
    listeners.forEach(listener -> listener.afterRound(rounds, loss));
  }

  /**
   * Learns many choices at once, in {@link AdapterOptions#batchSteps} steps over all of them and
   * those remembered, or over a random part if there are more than 1,024.
   *
   * @return the mean loss of the last step
   */
  public double learnAll(List<Choice<float[]>> choices) {
    // all of them are checked before one is learnt
    List<float[]> queries = new ArrayList<>();
    for (Choice<float[]> choice : choices) {
      queries.add(checkedQuery(choice));
    }
    List<LoggedChoice> all = log.inOrder();
    for (int k = 0; k < choices.size(); k++) {
      LoggedChoice logged = logged(choices.get(k), queries.get(k));
      log.add(logged);
      all.add(logged);
    }
    if (all.isEmpty()) {
      return 0;
    }
    // few steps see few random items, so each sees more
    int randomItems = BATCH_RANDOM * options.random();
    double loss = 0;
    for (int step = 0; step < options.batchSteps(); step++) {
      List<LoggedChoice> batch = all.size() <= LARGEST_BATCH ? all : sample(all);
      loss = step(batch, options.batchRate(), options.batchTrust(), randomItems);
    }
    for (int k = 0; k < choices.size(); k++) {
      count(loss);
    }
    return loss;
  }

  /** Draws without replacement. */
  private List<LoggedChoice> sample(List<LoggedChoice> all) {
    LoggedChoice[] shuffled = all.toArray(LoggedChoice[]::new);
    long draw = draw(0);
    for (int k = 0; k < LARGEST_BATCH; k++) {
      int other = k + Hash.below(shuffled.length - k, draw + k);
      LoggedChoice chosen = shuffled[other];
      shuffled[other] = shuffled[k];
      shuffled[k] = chosen;
    }
    return Arrays.asList(shuffled).subList(0, LARGEST_BATCH);
  }

  /** A position in the sequence of random numbers, for one step and one of its parts. */
  private long draw(int part) {
    return Hash.of(options.seed() ^ Hash.of(matrix.steps())) + ((long) part << 32);
  }

  private LoggedChoice logged(Choice<float[]> choice) {
    return logged(choice, checkedQuery(choice));
  }

  private float[] checkedQuery(Choice<float[]> choice) {
    float[] query = space().unit(choice.query(), "the query");
    requireItems(choice.chosen());
    requireItems(choice.skipped());
    return query == choice.query() ? query.clone() : query;
  }

  private void requireItems(int[] numbers) {
    for (int number : numbers) {
      if (!items.contains(number)) {
        throw new InvalidInputException(
            "expected the number of an item below " + items.size() + ", found " + number);
      }
    }
  }

  private LoggedChoice logged(Choice<float[]> choice, float[] query) {
    measureSpread(query);
    return new LoggedChoice(
        query,
        choice.chosen().clone(),
        choice.skipped().clone(),
        options.nearest() == 0 ? new int[0] : search.first(query, options.nearest()),
        choice.weight(),
        choice.person());
  }

  /** Measures how far the start's scores of random items spread, for the temperature. */
  private void measureSpread(float[] query) {
    if (options.temperature() > 0) {
      return;
    }
    Candidates sample = new Candidates(items);
    sample.addRandom(SPREAD_SAMPLE, Hash.of(options.seed() + spreadsMeasured));
    int size = sample.size();
    if (size < LEAST_SAMPLE) {
      return;
    }
    LocatedRows rows = new LocatedRows(query.length, size);
    for (int k = 0; k < size; k++) {
      items.locate(sample.get(k), rows, k);
    }
    float[] scores = new float[size];
    EmbeddingKernels.dots(query, 0, rows.arrays(), rows.offsets(), size, query.length, scores);
    double mean = 0;
    for (float score : scores) {
      mean += score / size;
    }
    double square = 0;
    for (float score : scores) {
      square += (score - mean) * (score - mean) / size;
    }
    spreads += Math.sqrt(square);
    spreadsMeasured++;
  }

  /** τ, the temperature of the softmax at present. */
  public double temperature() {
    if (options.temperature() > 0) {
      return options.temperature();
    }
    return spreadsMeasured == 0
        ? USUAL_TEMPERATURE
        : Math.max(LEAST_TEMPERATURE, spreads / spreadsMeasured);
  }

  /** Moves M by one step; returns the loss of the first choice. */
  private double step(List<LoggedChoice> batch, double rate, double trust, int randomItems) {
    int dimension = space().dimension();
    int count = batch.size();
    float[] gradients = new float[Math.multiplyExact(count, dimension)];
    double[] lossOf = new double[count];
    double temperature = temperature();
    workers.forEach(
        count,
        number -> {
          ListwiseLoss loss = takeLoss();
          LoggedChoice choice = batch.get(number);
          fill(loss.candidates(), batch, number, randomItems);
          double factor = choice.weight() * rarity(choice) / count;
          lossOf[number] =
              loss.compute(
                  choice,
                  matrix.matrix(),
                  temperature,
                  trust,
                  factor,
                  gradients,
                  number * dimension);
          giveBack(loss);
        });
    double scaled = rate * USUAL_DIMENSION / dimension;
    List<float[]> queries = batch.stream().map(LoggedChoice::query).toList();
    matrix.step(queries, gradients, scaled, options.penalty(), workers);
    return lossOf[0];
  }

  /**
   * How much a choice counts: less if its item was chosen for more than {@value #USUAL_QUERIES}
   * different queries; the mean over the chosen items.
   */
  private double rarity(LoggedChoice choice) {
    double sum = 0;
    for (int item : choice.chosen()) {
      sum += Math.min(1, USUAL_QUERIES / (double) Math.max(1, log.queriesThatChose(item)));
    }
    return choice.chosen().length == 0 ? 1 : sum / choice.chosen().length;
  }

  private void fill(Candidates candidates, List<LoggedChoice> batch, int number, int randomItems) {
    LoggedChoice choice = batch.get(number);
    candidates.clear();
    candidates.addAll(choice.chosen());
    candidates.addAll(choice.skipped());
    candidates.addAll(choice.first());
    int rivals = Math.min(RIVAL_CHOICES, batch.size() - 1);
    for (int k = 1; k <= rivals; k++) {
      candidates.addAll(batch.get((number + k) % batch.size()).chosen());
    }
    candidates.addRandom(randomItems, draw(number + 1));
  }

  private synchronized ListwiseLoss takeLoss() {
    return losses.isEmpty() ? new ListwiseLoss(items) : losses.pop();
  }

  private synchronized void giveBack(ListwiseLoss loss) {
    losses.push(loss);
  }

  @Override
  public String algorithm() {
    return "adapter";
  }

  /**
   * Learns a triplet of dense vectors. The vectors are put into the store of this learner.
   *
   * @throws UnsupportedOperationException if the learner was created for an index: name items by
   *     number there
   */
  @Override
  public double learn(Triplet triplet) {
    if (!(items instanceof EmbeddingStore store)) {
      throw new UnsupportedOperationException(
          "this learner belongs to an index: give the numbers of its items");
    }
    try {
      int dimension = space().dimension();
      float[] query = space().unit(dense(triplet.query(), "the query"), "the query");
      float[] positive = space().unit(dense(triplet.positive(), "the positive"), "the positive");
      float[] negative = space().unit(dense(triplet.negative(), "the negative"), "the negative");
      if (Arrays.equals(positive, negative)) {
        throw new IllegalArgumentException(
            "the positive and the negative have the same direction in " + dimension + " numbers");
      }
      int[] numbers =
          store.putAll(
              List.of(contentId(positive), contentId(negative)), List.of(positive, negative));
      return learnOne(
          new Choice<>(
              query,
              new int[] {numbers[0]},
              new int[] {numbers[1]},
              Choice.UNKNOWN,
              triplet.weight(),
              ""));
    } catch (InvalidInputException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  private float[] dense(SparseVector vector, String what) {
    if (vector.dimension() > space().dimension()) {
      throw new InvalidInputException(
          what + ": expected " + space().dimension() + " numbers, found " + vector.dimension());
    }
    float[] values = new float[space().dimension()];
    for (int k = 0; k < vector.size(); k++) {
      values[vector.index(k)] = vector.value(k);
    }
    return values;
  }

  private static String contentId(float[] vector) {
    return Long.toHexString(contentHash(vector)) + Integer.toHexString(Arrays.hashCode(vector));
  }

  static long contentHash(float[] vector) {
    long hash = vector.length;
    for (float value : vector) {
      hash = Hash.of(hash ^ Float.floatToIntBits(value));
    }
    return hash;
  }

  @Override
  public long hash(float[] query) {
    return contentHash(query);
  }

  @Override
  public Ranker<float[]> start() {
    return start;
  }

  @Override
  public Ranker<float[]> current() {
    return current;
  }

  @Override
  public Ranker<float[]> frozen() {
    return new AdapterRanker(snapshot(), search);
  }

  @Override
  public Adapter snapshot() {
    return Adapter.of(space(), matrix.copy())
        .withDescription(
            new ModelDescription(
                Normalization.NONE,
                List.of(),
                List.of(),
                new Provenance(
                    algorithm(), options.named(), rounds, Map.of(), Provenance.softwareVersion()),
                FeatureRecipe.NONE));
  }

  @Override
  public LearningProgress progress() {
    return new LearningProgress(
        rounds, rounds, cumulativeLoss, rounds * space().dimension() * space().dimension());
  }

  @Override
  public void addListener(LearningListener listener) {
    listeners.add(listener);
  }

  /** How many choices are remembered, to be learnt again. */
  public int remembered() {
    return log.size();
  }

  @Override
  public int forgetPerson(String person) {
    return log.removeIf(choice -> choice.person().equals(person));
  }

  @Override
  public void forgetItems(BitSet numbers) {
    log.forget(numbers);
  }

  @Override
  public boolean needs(int number) {
    return log.names(number);
  }

  @Override
  public void forget(BitSet numbers) {
    forgetItems(numbers);
  }

  @Override
  public void writeQuery(float[] query, SectionWriter writer) throws IOException {
    writer.writeFloats(query, query.length);
  }

  @Override
  public float[] readQuery(SectionReader reader) throws IOException {
    float[] query = new float[space().dimension()];
    reader.readFloats(query, query.length);
    return query;
  }

  @Override
  public void writeRanker(Ranker<float[]> frozen, SectionWriter writer) throws IOException {
    writer.writeFloats("inUse", ((AdapterRanker) frozen).adapter().matrix());
  }

  @Override
  public Ranker<float[]> readRanker(SectionReader reader) throws IOException {
    return new AdapterRanker(Adapter.of(space(), reader.readFloats("inUse")), search);
  }

  /**
   * Writes everything that this learner needs to continue, as sections of a file; not the items.
   */
  public void write(SectionWriter writer) throws IOException {
    writer.begin("adapter");
    writer.writeString(space().model());
    writer.writeInt(space().dimension());
    writer.writeMap(options.named());
    writer.writeLong(rounds);
    writer.writeDouble(cumulativeLoss);
    writer.writeDouble(spreads);
    writer.writeLong(spreadsMeasured);
    writer.end();
    matrix.write(writer);
    log.write(items, writer);
  }

  /**
   * Reads what {@link #write} wrote. Choices about items that are not here any more, or have other
   * embeddings now, are left out.
   *
   * @throws InvalidInputException if it was written for other embeddings
   */
  public static AdapterLearner read(EmbeddingSearch search, SectionReader reader)
      throws IOException {
    reader.begin("adapter");
    EmbeddingSpace space = new EmbeddingSpace(reader.readString(), reader.readInt());
    search.items().space().require(space, "the saved learner");
    AdapterLearner learner = new AdapterLearner(search, AdapterOptions.parse(reader.readMap()));
    learner.rounds = reader.readLong();
    learner.cumulativeLoss = reader.readDouble();
    learner.spreads = reader.readDouble();
    learner.spreadsMeasured = reader.readLong();
    reader.end();
    learner.matrix.read(reader);
    learner.log.read(search.items(), reader);
    return learner;
  }

  /** Ends the threads of this learner. */
  @Override
  public void close() {
    workers.close();
  }
}

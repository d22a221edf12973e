package io.github.sors.learn;

import io.github.sors.encoder.row.EncodingTable;
import io.github.sors.encoder.row.RowStart;
import io.github.sors.option.Choice;
import io.github.sors.option.IntegerRange;
import io.github.sors.option.LearningParameters;
import io.github.sors.option.Parameter;
import io.github.sors.option.RealRange;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The options of an {@link EncoderLearner}.
 *
 * <p>Threads: immutable. Failures: a value out of its range throws {@link
 * io.github.sors.option.ParameterException}, the identity as the start for separate features or for
 * more than k of them {@link IllegalArgumentException}, null {@link NullPointerException}.
 *
 * @param dimensions k, the length of an encoding; time and memory grow with it. compared with 256,
 *     64 loses one to two points of MAP on texts, 128 half a point
 * @param eta η, the step size
 * @param tau τ, the temperature: the difference of two cosines that counts as clear
 * @param batch how many triplets are learnt together, each with the positives of other triplets as
 *     further negatives if they are known to be worse answers; 1 for one triplet at a time
 * @param seed the seed of the initial random rows
 * @param delta δ, the smoothing of the step sizes; the first step of a row has about the length η√k
 *     whatever its gradient if δ is far below that gradient, and η/δ times its gradient if δ is far
 *     above it
 * @param init the initial rows
 * @param spaces the features of queries and items
 */
public record EncoderOptions(
    int dimensions,
    double eta,
    double tau,
    int batch,
    long seed,
    double delta,
    InitialRows init,
    FeatureSpaces spaces) {

  /** The largest k. */
  public static final int MOST_DIMENSIONS = EncodingTable.LONGEST_ROW;

  static final Parameter<Long> K =
      Parameter.of(
              "k",
              new IntegerRange(1, MOST_DIMENSIONS),
              256L,
              "length of an encoding; time and memory grow with it")
          .in("numbers")
          .tuned("64", "128", "256", "512");

  static final Parameter<Double> ETA =
      Parameter.of(
              "eta",
              RealRange.above(0).atMost(1e6),
              0.02,
              "step size, larger learns faster and less steadily")
          .in("entries per unit of gradient")
          .tuned("0.005", "0.01", "0.02", "0.05", "0.1");

  static final Parameter<Double> TAU =
      Parameter.of(
              "tau",
              RealRange.atLeast(1e-6).atMost(1e6),
              0.2,
              "temperature: the difference of two cosines that counts as clear")
          .in("cosines")
          .tuned("0.05", "0.1", "0.2", "0.4");

  static final Parameter<Long> BATCH =
      Parameter.of(
              "batch",
              new IntegerRange(1, 1024),
              1L,
              "number of triplets learnt together, with the positives of other classes as negatives")
          .in("triplets");

  static final Parameter<Long> SEED =
      Parameter.of(
          "seed",
          new IntegerRange(Long.MIN_VALUE, Long.MAX_VALUE),
          1L,
          "seed of the initial random rows");

  static final Parameter<Double> DELTA =
      Parameter.of(
              "delta",
              RealRange.atLeast(1e-12).atMost(1e12),
              1e-6,
              "smoothing of the step sizes, larger makes first steps smaller")
          .in("units of a gradient entry");

  static final Parameter<InitialRows> INIT =
      Parameter.of(
          "init",
          Choice.of(InitialRows.class, InitialRows::label),
          InitialRows.RANDOM,
          "initial rows; the identity keeps the cosine, and needs k as the length of the vectors");

  /** k = 256, η = 0.02, τ = 0.2, one triplet at a time. */
  public static final EncoderOptions DEFAULT =
      new EncoderOptions(
          Math.toIntExact(K.defaultValue()),
          ETA.defaultValue(),
          TAU.defaultValue(),
          Math.toIntExact(BATCH.defaultValue()),
          SEED.defaultValue(),
          DELTA.defaultValue(),
          INIT.defaultValue(),
          FeatureSpaces.UNKNOWN);

  public EncoderOptions {
    Objects.requireNonNull(spaces, "spaces");
    K.require((long) dimensions);
    ETA.require(eta);
    TAU.require(tau);
    BATCH.require((long) batch);
    DELTA.require(delta);
    Objects.requireNonNull(init, "init");
    if (init == InitialRows.IDENTITY && !spaces.shared()) {
      throw new IllegalArgumentException(
          "an encoder starts as the identity only where queries and items share their features:"
              + " start with random rows");
    }
    requireRoom(init, dimensions, spaces.queryDimension());
  }

  /**
   * Checks that vectors fit into the identity.
   *
   * @param dimension one more than the largest feature
   * @throws IllegalArgumentException if they are longer than k
   */
  private static void requireRoom(InitialRows init, int dimensions, int dimension) {
    if (init == InitialRows.IDENTITY && dimension > dimensions) {
      throw new IllegalArgumentException(
          "an encoder that starts as the identity has k as the length of the vectors: expected k of"
              + " at least "
              + dimension
              + ", found "
              + dimensions);
    }
  }

  /** Checks that vectors of a length can be learnt, likewise. */
  void requireRoom(int dimension) {
    requireRoom(init, dimensions, dimension);
  }

  public EncoderOptions withDimensions(int newDimensions) {
    return new EncoderOptions(newDimensions, eta, tau, batch, seed, delta, init, spaces);
  }

  public EncoderOptions withEta(double newEta) {
    return new EncoderOptions(dimensions, newEta, tau, batch, seed, delta, init, spaces);
  }

  public EncoderOptions withTau(double newTau) {
    return new EncoderOptions(dimensions, eta, newTau, batch, seed, delta, init, spaces);
  }

  public EncoderOptions withBatch(int newBatch) {
    return new EncoderOptions(dimensions, eta, tau, newBatch, seed, delta, init, spaces);
  }

  public EncoderOptions withSeed(long newSeed) {
    return new EncoderOptions(dimensions, eta, tau, batch, newSeed, delta, init, spaces);
  }

  public EncoderOptions withDelta(double newDelta) {
    return new EncoderOptions(dimensions, eta, tau, batch, seed, newDelta, init, spaces);
  }

  public EncoderOptions withInit(InitialRows newInit) {
    return new EncoderOptions(dimensions, eta, tau, batch, seed, delta, newInit, spaces);
  }

  public EncoderOptions withSpaces(FeatureSpaces newSpaces) {
    return new EncoderOptions(dimensions, eta, tau, batch, seed, delta, init, newSpaces);
  }

  /**
   * The initial rows of one matrix.
   *
   * @param side 0 for query features or shared features, 1 for item features
   */
  RowStart start(int side) {
    return init.start(seed, side, dimensions);
  }

  static EncoderOptions of(LearningParameters parameters) {
    return new EncoderOptions(
        parameters.getInt(K),
        parameters.get(ETA),
        parameters.get(TAU),
        parameters.getInt(BATCH),
        parameters.get(SEED),
        parameters.get(DELTA),
        parameters.get(INIT),
        FeatureSpaces.of(parameters));
  }

  /** The options by name, in order, as files store them. */
  Map<String, String> describe() {
    Map<String, String> texts = new TreeMap<>();
    texts.put(K.name(), Integer.toString(dimensions));
    texts.put(ETA.name(), ETA.format(eta));
    texts.put(TAU.name(), TAU.format(tau));
    texts.put(BATCH.name(), Integer.toString(batch));
    texts.put(SEED.name(), SEED.format(seed));
    texts.put(DELTA.name(), DELTA.format(delta));
    texts.put(INIT.name(), INIT.format(init));
    spaces.describe(texts);
    return texts;
  }
}

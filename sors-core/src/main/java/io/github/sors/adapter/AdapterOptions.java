package io.github.sors.adapter;

import java.util.Map;
import java.util.TreeMap;

/**
 * How an adapter learns. The defaults were measured on six collections with embeddings of 384
 * numbers.
 *
 * <p>Threads: immutable. Failures: a number out of range throws {@link IllegalArgumentException}.
 *
 * @param rate η of Adam for one choice, at 384 numbers; it is multiplied by 384/d, since Adam moves
 *     every entry of M by about η
 * @param batchRate η in {@link AdapterLearner#learnAll}, scaled alike
 * @param batchSteps the steps of {@link AdapterLearner#learnAll}
 * @param trust a, the part of the target that is the choice; the rest is the start's own opinion
 * @param batchTrust a in {@link AdapterLearner#learnAll}
 * @param penalty λ of λ‖M - I‖²
 * @param temperature τ of the softmax; 0 means the standard deviation of the start's scores
 * @param replayed how many earlier choices are learnt again with each new one
 * @param nearest how many of the start's first items are candidates
 * @param random how many random items are candidates
 * @param remembered how many choices are kept to be learnt again; the latest
 * @param seed of what is drawn at random
 */
public record AdapterOptions(
    double rate,
    double batchRate,
    int batchSteps,
    double trust,
    double batchTrust,
    double penalty,
    double temperature,
    int replayed,
    int nearest,
    int random,
    int remembered,
    long seed) {

  /** What was measured to be good. */
  public static final AdapterOptions DEFAULT =
      new AdapterOptions(1e-4, 1e-3, 100, 0.3, 0.7, 0.01, 0, 31, 100, 256, 4096, 1);

  public AdapterOptions {
    requireRange("rate", rate, 0, 1);
    requireRange("batchRate", batchRate, 0, 1);
    requireRange("batchSteps", batchSteps, 1, 1_000_000);
    requireRange("trust", trust, 0, 1);
    requireRange("batchTrust", batchTrust, 0, 1);
    requireRange("penalty", penalty, 0, 1e3);
    requireRange("temperature", temperature, 0, 1e3);
    requireRange("replayed", replayed, 0, 10_000);
    requireRange("nearest", nearest, 0, 10_000);
    requireRange("random", random, 0, 10_000);
    requireRange("remembered", remembered, 1, 10_000_000);
  }

  private static void requireRange(String name, double value, double least, double most) {
    if (!(value >= least && value <= most)) {
      throw new IllegalArgumentException(
          "expected " + name + " from " + least + " to " + most + ", found " + value);
    }
  }

  /** These options with another step size for one choice. */
  public AdapterOptions withRate(double newRate) {
    return with(Map.of("rate", newRate));
  }

  /** These options with another step size and number of steps for many choices at once. */
  public AdapterOptions withBatch(double newRate, int newSteps) {
    return with(Map.of("batchRate", newRate, "batchSteps", newSteps));
  }

  /** These options with another part of the target that is the choice. */
  public AdapterOptions withTrust(double newTrust, double newBatchTrust) {
    return with(Map.of("trust", newTrust, "batchTrust", newBatchTrust));
  }

  /** These options with another penalty. */
  public AdapterOptions withPenalty(double newPenalty) {
    return with(Map.of("penalty", newPenalty));
  }

  /** These options with another temperature; 0 measures it. */
  public AdapterOptions withTemperature(double newTemperature) {
    return with(Map.of("temperature", newTemperature));
  }

  /** These options with other candidates. */
  public AdapterOptions withCandidates(int newNearest, int newRandom) {
    return with(Map.of("nearest", newNearest, "random", newRandom));
  }

  /** These options with another memory: how many choices are kept, and how many learnt again. */
  public AdapterOptions withMemory(int newRemembered, int newReplayed) {
    return with(Map.of("remembered", newRemembered, "replayed", newReplayed));
  }

  /** These options with another seed. */
  public AdapterOptions withSeed(long newSeed) {
    return with(Map.of("seed", newSeed));
  }

  private AdapterOptions with(Map<String, Number> changes) {
    Map<String, String> named = named();
    changes.forEach((name, value) -> named.put(name, value.toString()));
    return parse(named);
  }

  /** The options by name. */
  Map<String, String> named() {
    Map<String, String> named = new TreeMap<>();
    named.put("rate", Double.toString(rate));
    named.put("batchRate", Double.toString(batchRate));
    named.put("batchSteps", Integer.toString(batchSteps));
    named.put("trust", Double.toString(trust));
    named.put("batchTrust", Double.toString(batchTrust));
    named.put("penalty", Double.toString(penalty));
    named.put("temperature", Double.toString(temperature));
    named.put("replayed", Integer.toString(replayed));
    named.put("nearest", Integer.toString(nearest));
    named.put("random", Integer.toString(random));
    named.put("remembered", Integer.toString(remembered));
    named.put("seed", Long.toString(seed));
    return named;
  }

  static AdapterOptions parse(Map<String, String> named) {
    return new AdapterOptions(
        number(named, "rate"),
        number(named, "batchRate"),
        whole(named, "batchSteps"),
        number(named, "trust"),
        number(named, "batchTrust"),
        number(named, "penalty"),
        number(named, "temperature"),
        whole(named, "replayed"),
        whole(named, "nearest"),
        whole(named, "random"),
        whole(named, "remembered"),
        Long.parseLong(value(named, "seed")));
  }

  private static int whole(Map<String, String> named, String name) {
    return Integer.parseInt(value(named, name));
  }

  private static double number(Map<String, String> named, String name) {
    return Double.parseDouble(value(named, name));
  }

  private static String value(Map<String, String> named, String name) {
    String value = named.get(name);
    if (value == null) {
      throw new IllegalArgumentException("expected the option " + name + ", found none");
    }
    return value;
  }
}

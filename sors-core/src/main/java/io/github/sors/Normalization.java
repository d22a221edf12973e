package io.github.sors;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How raw vectors become the vectors that a model was learnt from: a chain of steps, such as {@code
 * tf-idf,l2}, applied to each vector from left to right.
 *
 * <p>A model carries its normalisation, so that a query is treated like the training data. All
 * steps except {@code tf-idf} depend on one vector only; {@code tf-idf} has to be {@link
 * #fit(Collection) fitted} to the training data first and keeps one weight per feature.
 *
 * <p>Threads: immutable; {@link #fit(Collection) fitting} returns another one. Failures: an unknown
 * step, or a vector that would get an infinite value, throws {@link IllegalArgumentException}; one
 * that is not fitted throws {@link IllegalStateException} when it is applied.
 *
 * @since 0.1.0
 */
public final class Normalization {

  /** Leaves vectors as they are. */
  public static final Normalization NONE = new Normalization(List.of(), null);

  /** Scales every vector to Euclidean length 1. */
  public static final Normalization L2 = new Normalization(List.of(Step.L2), null);

  /** One step of the chain. */
  public enum Step {
    /** Divides by the Euclidean length. */
    L2,
    /** Divides by the sum of the absolute values. */
    L1,
    /** Divides by the largest absolute value of the vector. */
    MAX_ABS,
    /** Takes sign(v) · ln(1 + |v|). */
    LOG,
    /**
     * Multiplies by 1 + ln((1 + n) / (1 + df)), where n vectors were fitted and df of them have the
     * feature; a feature that none of them had gets the weight of df = 0.
     */
    TF_IDF;

    /** The name on the command line: {@code l2}, {@code max-abs}, …. */
    public String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static Step of(String label) {
      for (Step step : values()) {
        if (step.label().equals(label)) {
          return step;
        }
      }
      throw new IllegalArgumentException(
          "unknown normalisation '"
              + label
              + "': expected none, l2, l1, max-abs, log, tf-idf, or several joined by commas");
    }
  }

  private final List<Step> steps;
  // the weight of each feature, then one for all later features; null if not fitted yet
  private final float @Nullable [] featureWeights;

  private Normalization(List<Step> steps, float @Nullable [] featureWeights) {
    this.steps = List.copyOf(steps);
    this.featureWeights = featureWeights;
  }

  /**
   * Reads a chain of steps: {@code none}, {@code l2}, {@code log,l2}, ….
   *
   * @throws IllegalArgumentException if a step is unknown
   */
  public static Normalization parse(String chain) {
    Objects.requireNonNull(chain, "chain");
    List<Step> steps = new ArrayList<>();
    for (String label : chain.toLowerCase(Locale.ROOT).split(",", -1)) {
      if (!label.strip().equals("none")) {
        steps.add(Step.of(label.strip()));
      }
    }
    return new Normalization(steps, null);
  }

  /**
   * Returns a normalisation with feature weights that were fitted before, as a model file stores
   * them.
   *
   * @param weights one per feature, then one for all later features; empty if the normalisation
   *     needs none
   */
  public static Normalization restore(String chain, float[] weights) {
    Normalization unfitted = parse(chain);
    if (unfitted.needsFitting() != (weights.length > 0)) {
      throw new IllegalArgumentException(
          "normalisation " + chain + " does not match " + weights.length + " feature weights");
    }
    return weights.length == 0 ? unfitted : new Normalization(unfitted.steps, weights.clone());
  }

  /** Whether {@link #fit} has to be called before {@link #apply}. */
  public boolean needsFitting() {
    return steps.contains(Step.TF_IDF) && featureWeights == null;
  }

  /** Fits the steps to the training vectors; returns this if no step needs fitting. */
  public Normalization fit(Collection<SparseVector> training) {
    if (!steps.contains(Step.TF_IDF)) {
      return this;
    }
    int dimension = 0;
    for (SparseVector vector : training) {
      dimension = Math.max(dimension, vector.dimension());
    }
    int[] documentFrequency = new int[dimension + 1];
    for (SparseVector vector : training) {
      for (int k = 0; k < vector.size(); k++) {
        documentFrequency[vector.index(k)]++;
      }
    }
    float[] weights = new float[dimension + 1];
    for (int j = 0; j <= dimension; j++) {
      weights[j] = (float) (1 + Math.log((1.0 + training.size()) / (1.0 + documentFrequency[j])));
    }
    return new Normalization(steps, weights);
  }

  /**
   * Applies the steps to a vector; a vector without entries stays empty.
   *
   * @throws IllegalStateException if it {@link #needsFitting needs fitting}
   */
  public SparseVector apply(SparseVector vector) {
    SparseVector result = vector;
    for (Step step : steps) {
      result =
          switch (step) {
            case L2 -> divided(result, Math.sqrt(result.squaredNorm()));
            case L1 -> divided(result, sumOfAbsolutes(result));
            case MAX_ABS -> divided(result, largestAbsolute(result));
            case LOG -> logarithmic(result);
            case TF_IDF -> weighted(result);
          };
    }
    return result;
  }

  /** Applies the steps to every vector, in order. */
  public List<SparseVector> applyAll(Collection<SparseVector> vectors) {
    return vectors.stream().map(this::apply).toList();
  }

  /** The weights that a model file stores with the chain; empty if there are none. */
  public float[] featureWeights() {
    return featureWeights == null ? new float[0] : featureWeights.clone();
  }

  private static SparseVector divided(SparseVector vector, double divisor) {
    return divisor == 0 ? vector : vector.scaled(1 / divisor);
  }

  private static double sumOfAbsolutes(SparseVector vector) {
    double sum = 0;
    for (int k = 0; k < vector.size(); k++) {
      sum += Math.abs(vector.value(k));
    }
    return sum;
  }

  private static double largestAbsolute(SparseVector vector) {
    double largest = 0;
    for (int k = 0; k < vector.size(); k++) {
      largest = Math.max(largest, Math.abs(vector.value(k)));
    }
    return largest;
  }

  private static SparseVector logarithmic(SparseVector vector) {
    float[] values = new float[vector.size()];
    for (int k = 0; k < values.length; k++) {
      float value = vector.value(k);
      values[k] = (float) Math.copySign(Math.log1p(Math.abs((double) value)), value);
    }
    return SparseVector.of(vector.indexArray(), values);
  }

  private SparseVector weighted(SparseVector vector) {
    if (featureWeights == null) {
      throw new IllegalStateException("tf-idf has to be fitted to training data first");
    }
    int last = featureWeights.length - 1;
    float[] values = new float[vector.size()];
    for (int k = 0; k < values.length; k++) {
      values[k] = vector.value(k) * featureWeights[Math.min(vector.index(k), last)];
    }
    return SparseVector.of(vector.indexArray(), values);
  }

  /** The chain as {@link #parse} reads it. */
  @Override
  public String toString() {
    return steps.isEmpty()
        ? "none"
        : steps.stream().map(Step::label).collect(Collectors.joining(","));
  }
}

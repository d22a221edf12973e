package io.github.sors;

import io.github.sors.Normalization.Step;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Steps of a {@link Normalization}, applied from left to right, and what one was fitted to. */
final class StepChain {

  static final StepChain NONE = new StepChain(List.of(), null);

  // a mean has a value for every feature: subtracted from sparse rows it would fill them
  private static final double LEAST_DENSITY = 0.1;

  private final List<Step> steps;
  // tf-idf: the weight of each feature, then one for all later features; centre: the mean of each
  // feature; null if not fitted yet
  private final float @Nullable [] fitted;

  private StepChain(List<Step> steps, float @Nullable [] fitted) {
    this.steps = List.copyOf(steps);
    this.fitted = fitted;
  }

  static StepChain of(Step step) {
    return new StepChain(List.of(step), null);
  }

  static StepChain parse(String chain) {
    List<Step> steps = new ArrayList<>();
    for (String label : chain.toLowerCase(Locale.ROOT).split(",", -1)) {
      if (!label.strip().equals("none")) {
        steps.add(Step.of(label.strip()));
      }
    }
    int centres = Collections.frequency(steps, Step.CENTRE);
    if (centres > 1 || (centres == 1 && steps.contains(Step.TF_IDF))) {
      throw new IllegalArgumentException(
          "normalisation '"
              + chain
              + "': expected centre once at most, and not with tf-idf, which is for sparse rows");
    }
    return new StepChain(steps, null);
  }

  /** These steps with what they were fitted to before. */
  StepChain restored(float[] values) {
    if (isFittable() != (values.length > 0)) {
      throw new IllegalArgumentException(
          "normalisation " + this + " does not match " + values.length + " feature weights");
    }
    return values.length == 0 ? this : new StepChain(steps, values.clone());
  }

  boolean contains(Step step) {
    return steps.contains(step);
  }

  private boolean isFittable() {
    return steps.contains(Step.TF_IDF) || steps.contains(Step.CENTRE);
  }

  boolean needsFitting() {
    return isFittable() && fitted == null;
  }

  float[] fittedValues() {
    return fitted == null ? new float[0] : fitted.clone();
  }

  /** Fits the steps to vectors of any dimension. */
  StepChain fit(Collection<SparseVector> training) {
    if (!isFittable()) {
      return this;
    }
    int dimension = 0;
    for (SparseVector vector : training) {
      dimension = Math.max(dimension, vector.dimension());
    }
    if (steps.contains(Step.CENTRE)) {
      requireDense(training, dimension);
    }
    return fit(training, dimension);
  }

  private static void requireDense(Collection<SparseVector> training, int dimension) {
    double stored = 0;
    for (SparseVector vector : training) {
      stored += vector.size();
    }
    double share = stored / Math.max(1, (double) dimension * training.size());
    if (share < LEAST_DENSITY) {
      throw new InvalidInputException(
          String.format(
              Locale.ROOT,
              "centre: expected rows of which at least %.0f%% of the values are not 0, found"
                  + " %.1f%%: leave out centre",
              100 * LEAST_DENSITY,
              100 * share));
    }
  }

  /** Fits the steps to vectors of a known dimension. */
  StepChain fit(Collection<SparseVector> training, int dimension) {
    if (!isFittable()) {
      return this;
    }
    return new StepChain(
        steps,
        steps.contains(Step.CENTRE)
            ? means(training, dimension)
            : termWeights(training, dimension));
  }

  private static float[] termWeights(Collection<SparseVector> training, int dimension) {
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
    return weights;
  }

  /** The mean of what the steps before the centre make of the vectors that are not empty. */
  private float[] means(Collection<SparseVector> training, int dimension) {
    StepChain before = new StepChain(steps.subList(0, steps.indexOf(Step.CENTRE)), null);
    double[] sums = new double[dimension];
    int count = 0;
    for (SparseVector raw : training) {
      SparseVector vector = before.apply(raw);
      for (int k = 0; k < vector.size(); k++) {
        sums[vector.index(k)] += vector.value(k);
      }
      count += vector.size() == 0 ? 0 : 1;
    }
    float[] means = new float[dimension];
    for (int j = 0; j < dimension; j++) {
      means[j] = (float) (sums[j] / Math.max(1, count));
    }
    return means;
  }

  SparseVector apply(SparseVector vector) {
    SparseVector result = vector;
    for (Step step : steps) {
      result =
          switch (step) {
            case L2 -> divided(result, Math.sqrt(result.squaredNorm()));
            case L1 -> divided(result, sumOfAbsolutes(result));
            case MAX_ABS -> divided(result, largestAbsolute(result));
            case LOG -> logarithmic(result);
            case TF_IDF -> weighted(result, requireFitted(step));
            case CENTRE -> centred(result, requireFitted(step));
          };
    }
    return result;
  }

  private float[] requireFitted(Step step) {
    if (fitted == null) {
      throw new IllegalStateException(step.label() + " has to be fitted to training data first");
    }
    return fitted;
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

  private static SparseVector weighted(SparseVector vector, float[] weights) {
    int last = weights.length - 1;
    float[] values = new float[vector.size()];
    for (int k = 0; k < values.length; k++) {
      values[k] = vector.value(k) * weights[Math.min(vector.index(k), last)];
    }
    return SparseVector.of(vector.indexArray(), values);
  }

  /** Subtracts the mean; features that no training vector had keep their values. */
  private static SparseVector centred(SparseVector vector, float[] means) {
    if (vector.size() == 0) {
      return vector;
    }
    float[] values = new float[Math.max(means.length, vector.dimension())];
    for (int j = 0; j < means.length; j++) {
      values[j] = -means[j];
    }
    for (int k = 0; k < vector.size(); k++) {
      values[vector.index(k)] += vector.value(k);
    }
    return SparseVector.ofDense(values);
  }

  /** The steps as {@link #parse} reads them. */
  @Override
  public String toString() {
    return steps.isEmpty()
        ? "none"
        : steps.stream().map(Step::label).collect(Collectors.joining(","));
  }
}

package io.github.sors.metric;

import io.github.sors.BilinearModel;
import io.github.sors.option.AlgorithmDescriptor;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The identity, as a distance or as a similarity: Euclidean distance or, on rows of length 1,
 * cosine. A baseline that can be saved like a learnt model.
 *
 * <p>Threads: immutable. Failures: none; it learns nothing.
 */
public final class Unlearnt implements MetricLearner {

  static final AlgorithmDescriptor<MetricLearner> EUCLIDEAN =
      AlgorithmDescriptor.of(
          "euclidean",
          "Euclidean",
          "the Euclidean distance, without learning",
          parameters -> euclidean());

  static final AlgorithmDescriptor<MetricLearner> COSINE =
      AlgorithmDescriptor.of(
          "cosine", "Cosine", "the cosine, without learning", parameters -> cosine());

  private final MetricAlgorithm algorithm;
  private final BilinearModel.Form form;

  private Unlearnt(MetricAlgorithm algorithm, BilinearModel.Form form) {
    this.algorithm = algorithm;
    this.form = form;
  }

  /** S(x, y) = -‖x - y‖². */
  public static Unlearnt euclidean() {
    return new Unlearnt(MetricAlgorithm.EUCLIDEAN, BilinearModel.Form.DISTANCE);
  }

  /** S(x, y) = xᵀy, the cosine if rows have length 1: see {@link MetricAlgorithm#COSINE}. */
  public static Unlearnt cosine() {
    return new Unlearnt(MetricAlgorithm.COSINE, BilinearModel.Form.SIMILARITY);
  }

  @Override
  public String algorithm() {
    return algorithm.label();
  }

  @Override
  public Map<String, String> options() {
    return Map.of();
  }

  @Override
  public BilinearModel learn(MetricTraining training, MetricListener listener) {
    int dimension = training.dimension();
    float[] ones = new float[dimension];
    Arrays.fill(ones, 1);
    BilinearModel identity =
        BilinearModel.ofRows(
            dimension,
            dimension,
            IntStream.rangeClosed(0, dimension).asLongStream().toArray(),
            IntStream.range(0, dimension).toArray(),
            ones);
    return DistanceModels.learntBy(this, identity.withForm(form), 0);
  }
}

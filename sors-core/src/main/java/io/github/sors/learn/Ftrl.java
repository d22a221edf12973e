package io.github.sors.learn;

import io.github.sors.matrix.Shrinkage;
import io.github.sors.option.AlgorithmDescriptor;

/**
 * FTRL-proximal, follow the regularised leader: the best M for all gradients so far, drawn to its
 * previous values.
 *
 * <pre>
 * n_t = n_{t-1} + G_t²                σ_t = δ + √n_t, entry by entry
 * Z_t = Z_{t-1} - η G_t + (σ_t - σ_{t-1}) M_t
 * M_{t+1} = soft(Z_t, η λ) / σ_t
 * </pre>
 *
 * <p>McMahan, Holt, Sculley and others, <i>Ad Click Prediction: a View from the Trenches</i>, KDD
 * 2013, with η for α, δ for β and all multiplied by η; Z starts at the value that gives M₁. The
 * weight of the L1 norm counts once, not in every round, and an entry that is zero keeps
 * accumulating its gradients, while AdaSORS starts afresh. An L2 norm of weight λ₂ is the same as a
 * δ that is larger by ηλ₂.
 *
 * <p>A round costs O(nnz(x) · nnz(x⁺ - x⁻)), and only rounds with a loss change anything. Two
 * numbers are stored for every entry that was ever touched, even if M is zero there.
 *
 * <p>Threads: one thread learns, as with every {@link OnlineBilinearLearner}. Failures: those of
 * that class; options out of range are refused by {@link AllGradientsOptions}.
 *
 * @since 0.1.0
 */
public final class Ftrl extends OnlineBilinearLearner {

  static final AlgorithmDescriptor<OnlineBilinearLearner> DESCRIPTOR =
      LearningSetup.describeByGradient(
          "ftrl",
          "FTRL",
          "FTRL-proximal, keeps the sum of all gradients per entry",
          parameters ->
              new Ftrl(AllGradientsOptions.of(parameters, AllGradientsOptions.TOTAL_LAMBDA)),
          AllGradientsOptions.TOTAL_LAMBDA,
          AllGradientsOptions.ETA,
          AdaSorsOptions.DELTA);

  public Ftrl(AllGradientsOptions options) {
    super(
        DESCRIPTOR,
        options.asMap(),
        options.setup(),
        Shrinkage.anchored(
            options.lambda() * options.eta(), options.delta(), Shrinkage.Anchor.VALUE),
        StepRule.ofAllGradients(options.eta(), options.setup().loss(), false));
  }
}

package io.github.sors.learn;

import io.github.sors.matrix.Shrinkage;
import io.github.sors.option.AlgorithmDescriptor;

/**
 * Regularized dual averaging with a step size per entry: the best M for all gradients so far, drawn
 * to its initial value.
 *
 * <pre>
 * U_t = U_{t-1} - G_t                 σ_t = δ + √(Σ_s G_s²), entry by entry
 * M_{t+1} = soft(M_1 + η U_t / σ_t, η λ t / σ_t)
 * </pre>
 *
 * <p>Xiao, <i>Dual Averaging Methods for Regularized Stochastic Learning and Online
 * Optimization</i>, JMLR 2010, with the steps of AdaGrad: Duchi, Hazan and Singer, <i>Adaptive
 * Subgradient Methods for Online Learning and Stochastic Optimization</i>, JMLR 2011, centred at
 * M₁. That paper's other algorithm, composite mirror descent, is {@link AdaSorsI}: it shrinks the
 * present value, while RDA compares the sum of an entry's gradients with the total threshold of all
 * rounds.
 *
 * <p>A round costs O(nnz(x) · nnz(x⁺ - x⁻)). Two numbers are stored for every entry that was ever
 * touched, even if M is zero there.
 *
 * <p>Threads: one thread learns, as with every {@link OnlineBilinearLearner}. Failures: those of
 * that class; options out of range are refused by {@link AllGradientsOptions}.
 *
 * @since 0.1.0
 */
public final class Rda extends OnlineBilinearLearner {

  static final AlgorithmDescriptor<OnlineBilinearLearner> DESCRIPTOR =
      LearningSetup.describeByGradient(
          "rda",
          "RDA",
          "dual averaging with a step size per entry",
          parameters -> new Rda(AllGradientsOptions.of(parameters, SorsOptions.LAMBDA)),
          SorsOptions.LAMBDA,
          AllGradientsOptions.ETA,
          AdaSorsOptions.DELTA);

  public Rda(AllGradientsOptions options) {
    super(
        DESCRIPTOR,
        options.asMap(),
        options.setup(),
        Shrinkage.anchored(options.lambda(), options.delta(), Shrinkage.Anchor.START),
        StepRule.ofAllGradients(options.eta(), options.setup().loss(), true));
  }
}

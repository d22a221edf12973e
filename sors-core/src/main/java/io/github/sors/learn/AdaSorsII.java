package io.github.sors.learn;

import io.github.sors.option.AlgorithmDescriptor;

/**
 * AdaSORS-II: SORS-II with a step size and a shrinkage per entry, as in AdaGrad.
 *
 * <pre>
 * ℓ_t = [1 - xᵀM_t(x⁺ - x⁻)]₊               G_t = -x(x⁺ - x⁻)ᵀ if ℓ_t > 0, else 0
 * H_t = √(H_{t-1}² + G_t²), H_0 = 0           Σ_t = δ + H_t, entry by entry
 * M_{t+1} = soft(M_t - η_t G_t / Σ_t, η_t λ(1 - I) / Σ_t)  in every round, also where ℓ_t = 0
 * </pre>
 *
 * <p>Yao, Zhao, Yu, Jin and Li, <i>Sparse Online Relative Similarity Learning</i>, ICDM 2015,
 * Algorithm 2 with r₂: the diagonal is not shrunk. A round costs O(nnz(x) · nnz(x⁺ - x⁻)) instead
 * of the O(d²) of the paper, with the same result. H has to be stored for every entry that was ever
 * touched, even if M is zero there. If queries and items have separate features, the diagonal has
 * no meaning: use {@link AdaSorsI} then.
 *
 * <p>With {@link ShrinkTarget#IDENTITY}, M - I is shrunk and not M, and its diagonal, too: then
 * this is the same as {@link AdaSorsI}.
 *
 * <p>Threads: one thread learns, as with every {@link OnlineBilinearLearner}. Failures: those of
 * that class; options out of range are refused by {@link AdaSorsOptions}.
 */
public final class AdaSorsII extends OnlineBilinearLearner {

  static final AlgorithmDescriptor<OnlineBilinearLearner> DESCRIPTOR =
      LearningSetup.describeShrinking(
          "adasors-2",
          "AdaSORS-II",
          "SORS-II with a step size per entry",
          parameters -> new AdaSorsII(AdaSorsOptions.of(parameters)),
          SorsOptions.LAMBDA,
          SorsOptions.ETA,
          AdaSorsOptions.DELTA);

  public AdaSorsII(AdaSorsOptions options) {
    super(
        DESCRIPTOR,
        options.asMap(),
        options.setup(),
        options.shrinkage(true),
        StepRule.gradient(options.eta(), options.setup().loss()));
  }
}

package io.github.sors.learn;

import io.github.sors.option.AlgorithmDescriptor;

/**
 * SORS-II: proximal online gradient descent with the L1 norm of the off-diagonal entries of M.
 *
 * <pre>
 * ℓ_t = [1 - xᵀM_t(x⁺ - x⁻)]₊               G_t = -x(x⁺ - x⁻)ᵀ if ℓ_t > 0, else 0
 * M_{t+1} = soft(M_t - η_t G_t, η_t λ(1 - I))  in every round, also where ℓ_t = 0
 * </pre>
 *
 * <p>Yao, Zhao, Yu, Jin and Li, <i>Sparse Online Relative Similarity Learning</i>, ICDM 2015,
 * Algorithm 1 with r₂: the diagonal is not shrunk. A round costs O(nnz(x) · nnz(x⁺ - x⁻)) instead
 * of the O(d²) of the paper, with the same result. If queries and items have separate features, the
 * diagonal has no meaning: use {@link SorsI} then.
 *
 * <p>With {@link ShrinkTarget#IDENTITY}, M - I is shrunk and not M, and its diagonal, too: then
 * this is the same as {@link SorsI}.
 *
 * <p>Threads: one thread learns, as with every {@link OnlineBilinearLearner}. Failures: those of
 * that class; options out of range are refused by {@link SorsOptions}.
 */
public final class SorsII extends OnlineBilinearLearner {

  static final AlgorithmDescriptor<OnlineBilinearLearner> DESCRIPTOR =
      LearningSetup.describeShrinking(
          "sors-2",
          "SORS-II",
          "SORS-I without shrinkage of the diagonal",
          parameters -> new SorsII(SorsOptions.of(parameters)),
          SorsOptions.LAMBDA,
          SorsOptions.ETA);

  public SorsII(SorsOptions options) {
    super(
        DESCRIPTOR,
        options.asMap(),
        options.setup(),
        options.shrinkage(true),
        StepRule.gradient(options.eta(), options.setup().loss()));
  }
}

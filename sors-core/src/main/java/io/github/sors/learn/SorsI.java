package io.github.sors.learn;

import io.github.sors.option.AlgorithmDescriptor;

/**
 * SORS-I: proximal online gradient descent with the L1 norm of all of M.
 *
 * <pre>
 * ℓ_t = [1 - xᵀM_t(x⁺ - x⁻)]₊          G_t = -x(x⁺ - x⁻)ᵀ if ℓ_t > 0, else 0
 * M_{t+1} = soft(M_t - η_t G_t, η_t λ)  in every round, also where ℓ_t = 0
 * </pre>
 *
 * <p>Yao, Zhao, Yu, Jin and Li, <i>Sparse Online Relative Similarity Learning</i>, ICDM 2015,
 * Algorithm 1 with r₁. A round costs O(nnz(x) · nnz(x⁺ - x⁻)) instead of the O(d²) of the paper,
 * with the same result. An entry that has become zero takes no memory.
 *
 * <p>With {@link ShrinkTarget#IDENTITY}, M - I is shrunk and not M.
 *
 * <p>Threads: one thread learns, as with every {@link OnlineBilinearLearner}. Failures: those of
 * that class; options out of range are refused by {@link SorsOptions}.
 *
 * @since 0.1.0
 */
public final class SorsI extends OnlineBilinearLearner {

  static final AlgorithmDescriptor<OnlineBilinearLearner> DESCRIPTOR =
      LearningSetup.describeShrinking(
          "sors-1",
          "SORS-I",
          "proximal gradient descent, shrinks all entries of M",
          parameters -> new SorsI(SorsOptions.of(parameters)),
          SorsOptions.LAMBDA,
          SorsOptions.ETA);

  public SorsI(SorsOptions options) {
    super(
        DESCRIPTOR,
        options.asMap(),
        options.setup(),
        options.shrinkage(false),
        StepRule.gradient(options.eta(), options.setup().loss()));
  }
}

package io.github.sors.learn;

import io.github.sors.option.AlgorithmDescriptor;
import java.util.List;
import java.util.Map;

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
 * <p>With {@link ShrinkTarget#IDENTITY}, M - I is shrunk and not M. With λ = 0 nothing shrinks:
 * that is plain online gradient descent, which {@link Algorithm#ONLINE_GRADIENT_DESCENT} names
 * (Zinkevich, <i>Online Convex Programming and Generalized Infinitesimal Gradient Ascent</i>, ICML
 * 2003, without a projection).
 *
 * <p>Threads: one thread learns, as with every {@link OnlineBilinearLearner}. Failures: those of
 * that class; options out of range are refused by {@link SorsOptions}.
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

  /** Online gradient descent. */
  static final AlgorithmDescriptor<OnlineBilinearLearner> WITHOUT_SHRINKAGE =
      LearningSetup.describeByGradient(
          "ogd",
          "OGD",
          "gradient descent without shrinkage",
          parameters -> withoutShrinkage(SorsOptions.withoutShrinkage(parameters)),
          SorsOptions.ETA);

  public SorsI(SorsOptions options) {
    this(DESCRIPTOR, options, options.asMap());
  }

  private static SorsI withoutShrinkage(SorsOptions options) {
    Map<String, String> byName = options.asMap();
    byName.keySet().removeAll(List.of(SorsOptions.LAMBDA.name(), SorsOptions.SHRINK_TO.name()));
    return new SorsI(WITHOUT_SHRINKAGE, options, byName);
  }

  private SorsI(
      AlgorithmDescriptor<OnlineBilinearLearner> descriptor,
      SorsOptions options,
      Map<String, String> optionsByName) {
    super(
        descriptor,
        optionsByName,
        options.setup(),
        options.shrinkage(false),
        StepRule.gradient(options.eta(), options.setup().loss()));
  }
}

package io.github.sors.metric;

import io.github.sors.Triplet;
import io.github.sors.option.AlgorithmDescriptor;
import io.github.sors.option.LearningParameters;
import io.github.sors.option.Parameter;
import io.github.sors.option.RealRange;
import java.util.Map;

/**
 * LEGO: online learning of a distance with LogDet regularisation and the exact, implicit gradient.
 *
 * <p>A similar pair has the target distance l, a dissimilar one u, the 5th and the 95th percentile
 * of the squared distances. A pair that is on the wrong side of its target y moves A to
 *
 * <pre>
 * argmin D(A, A_t) + η/2 (y - zᵀAz)²,   D the LogDet divergence, A_1 = I
 * A_{t+1} = A_t - (ŷ - ȳ)/ŷ² (A_t z)(A_t z)ᵀ
 * </pre>
 *
 * where ŷ = zᵀA_t z and the new distance ȳ = zᵀA_{t+1}z is the positive root of ηŷȳ² + (1 - ηyŷ)ȳ -
 * ŷ = 0, taken without cancellation.
 *
 * <p>Jain, Kulis, Dhillon and Grauman, <i>Online Metric Learning and Fast Similarity Search</i>,
 * NIPS 2008. A always stays positive definite. A pair costs O(d²).
 *
 * <p>Threads: immutable; a call of {@code learn} may use several threads inside and has ended them
 * when it returns. Failures: those of {@link MetricLearner}; options out of range are refused by
 * {@link Options}.
 */
public final class Lego extends LogDetLearner {

  /**
   * The options of LEGO.
   *
   * @param eta η, the weight of a pair against the present A; its unit depends on the data, so
   *     normalise the rows
   */
  public record Options(double eta) {

    static final Parameter<Double> ETA =
        Parameter.of(
                "eta",
                RealRange.above(0).atMost(1e9),
                0.08,
                "weight of a pair against the present A")
            .in("units per squared distance, so normalise the rows")
            .tuned("0.02", "0.08", "0.32");

    /** η = 0.08, the middle of the paper's grid. */
    public static final Options DEFAULT = new Options(ETA.defaultValue());

    public Options {
      ETA.require(eta);
    }

    static Options of(LearningParameters parameters) {
      return new Options(parameters.get(ETA));
    }

    public Options withEta(double newEta) {
      return new Options(newEta);
    }
  }

  static final AlgorithmDescriptor<MetricLearner> DESCRIPTOR =
      WithForm.describe(
          "lego",
          "LEGO",
          "LogDet, one pair after the other",
          parameters -> new Lego(Options.of(parameters)),
          Options.ETA);

  private final Options options;

  public Lego(Options options) {
    super(MetricAlgorithm.LEGO);
    this.options = options;
  }

  @Override
  public Map<String, String> options() {
    return Map.of(Options.ETA.name(), Options.ETA.format(options.eta()));
  }

  @Override
  long learn(
      MetricTraining training,
      DistanceThresholds targets,
      LogDetMatrix matrix,
      MetricListener listener) {
    double nothing = nothing(targets);
    long done = 0;
    boolean goOn = true;
    while (goOn && done < training.rounds()) {
      Triplet triplet = training.triplet(done);
      Difference similar = training.similar(triplet);
      double near = matrix.measure(similar);
      if (near > targets.similar()) {
        move(matrix, near, targets.similar(), options.eta());
      }
      Difference dissimilar = training.dissimilar(triplet);
      double far = matrix.measure(dissimilar);
      if (far < targets.dissimilar() && far > nothing) {
        move(matrix, far, targets.dissimilar(), options.eta());
      }
      done++;
      goOn = listener.goOn(done, training.rounds());
    }
    return done;
  }

  /** Updates A so that the last measured distance becomes the root. */
  static void move(LogDetMatrix matrix, double distance, double target, double eta) {
    double root = root(distance, target, eta);
    matrix.update(-(distance - root) / (distance * distance));
  }

  /** The new distance; uses the form of the root that has no subtraction. */
  static double root(double distance, double target, double eta) {
    double linear = 1 - eta * target * distance;
    double discriminant = Math.sqrt(linear * linear + 4 * eta * distance * distance);
    return linear >= 0
        ? 2 * distance / (linear + discriminant)
        : (discriminant - linear) / (2 * eta * distance);
  }
}

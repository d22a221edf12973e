package io.github.sors;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How raw vectors become the vectors that a model was learnt from: a chain of steps, such as {@code
 * tf-idf,l2}, applied to each vector from left to right.
 *
 * <p>A model carries its normalisation, so that a query is treated like the training data. Most
 * steps depend on one vector only; {@code tf-idf} and {@code centre} have to be {@link
 * #fit(Collection) fitted} to the training data first and keep one number per feature.
 *
 * <p>Where an embedding stands beside other features, see {@link VectorPart}, each part has a chain
 * of its own, and the whole is scaled to length 1: {@code l2|384@5000:l2,centre,l2} stands for
 * {@code l2} of the features below 5,000, and {@code l2,centre,l2} of the 384 from there on. A
 * vector that has only one of the two parts keeps it; it is never centred by a mean of embeddings
 * that it does not have.
 *
 * <p>Threads: immutable; {@link #fit(Collection) fitting} returns another one. Failures: an unknown
 * step, or a vector that would get an infinite value, throws {@link IllegalArgumentException};
 * fitting {@code centre} to sparse rows throws {@link InvalidInputException}; one that is not
 * fitted throws {@link IllegalStateException} when it is applied.
 */
public final class Normalization {

  /** Leaves vectors as they are. */
  public static final Normalization NONE = new Normalization(StepChain.NONE);

  /** Scales every vector to Euclidean length 1. */
  public static final Normalization L2 = new Normalization(StepChain.of(Step.L2));

  private static final Pattern PARTS =
      Pattern.compile("([^|]*)\\|\\s*([0-9]{1,9})@([0-9]{1,10})\\s*:([^|]*)");

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
    TF_IDF,
    /**
     * Subtracts the mean of the fitted vectors: embeddings of one collection all point roughly one
     * way, and what they have in common tells none apart. For dense rows; a vector without entries
     * stays empty.
     */
    CENTRE;

    /** The name on the command line: {@code l2}, {@code max-abs}, …. */
    public String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static Step of(String label) {
      for (Step step : values()) {
        if (step.label().equals(label)) {
          return step;
        }
      }
      throw new IllegalArgumentException(
          "unknown normalisation '"
              + label
              + "': expected none, l2, l1, max-abs, log, tf-idf, centre, or several joined by"
              + " commas");
    }
  }

  /** An embedding beside other features, and the chain of its own. */
  private record Beside(VectorPart part, StepChain chain) {

    Beside {
      if (chain.contains(Step.TF_IDF)) {
        throw new IllegalArgumentException("tf-idf is for terms, and not for an embedding");
      }
    }
  }

  // of all features, or of those before the embedding
  private final StepChain chain;
  private final @Nullable Beside beside;

  private Normalization(StepChain chain) {
    this(chain, null);
  }

  private Normalization(StepChain chain, @Nullable Beside beside) {
    this.chain = chain;
    this.beside = beside;
  }

  /**
   * Reads a chain of steps: {@code none}, {@code l2}, {@code log,l2}, …; or what {@link #toString}
   * gives.
   *
   * @throws IllegalArgumentException if a step is unknown
   */
  public static Normalization parse(String chain) {
    Objects.requireNonNull(chain, "chain");
    Matcher parts = PARTS.matcher(chain);
    if (!parts.matches()) {
      return new Normalization(StepChain.parse(chain));
    }
    VectorPart part =
        new VectorPart(Integer.parseInt(parts.group(3)), Integer.parseInt(parts.group(2)));
    return parse(parts.group(1)).beside(part, parse(parts.group(4)));
  }

  /**
   * Returns a normalisation with feature weights that were fitted before, as a model file stores
   * them.
   *
   * @param weights what {@link #featureWeights} has given
   */
  public static Normalization restore(String chain, float[] weights) {
    Normalization unfitted = parse(chain);
    Beside beside = unfitted.beside;
    if (beside == null) {
      return new Normalization(unfitted.chain.restored(weights));
    }
    int means = beside.chain.needsFitting() ? beside.part.dimension() : 0;
    if (means > weights.length) {
      throw new IllegalArgumentException(
          "normalisation " + chain + " does not match " + weights.length + " feature weights");
    }
    int others = weights.length - means;
    return new Normalization(
        unfitted.chain.restored(Arrays.copyOf(weights, others)),
        new Beside(
            beside.part,
            beside.chain.restored(Arrays.copyOfRange(weights, others, weights.length))));
  }

  /**
   * This normalisation for the features before an embedding, and another one for the embedding.
   *
   * @throws IllegalArgumentException if one of them is for two parts already, or the embedding's
   *     has {@code tf-idf}
   */
  public Normalization beside(VectorPart part, Normalization ofEmbedding) {
    if (beside != null || ofEmbedding.beside != null) {
      throw new IllegalArgumentException("expected one embedding beside other features");
    }
    return new Normalization(chain, new Beside(part, ofEmbedding.chain));
  }

  /** The place of the embedding; empty if there is none beside other features. */
  public Optional<VectorPart> vectorPart() {
    return Optional.ofNullable(beside).map(Beside::part);
  }

  /** Whether {@link #fit} has to be called before {@link #apply}. */
  public boolean needsFitting() {
    return chain.needsFitting() || (beside != null && beside.chain.needsFitting());
  }

  /**
   * Fits the steps to the training vectors.
   *
   * @throws InvalidInputException if {@code centre} would have to fill sparse rows
   */
  public Normalization fit(Collection<SparseVector> training) {
    if (beside == null) {
      return new Normalization(chain.fit(training));
    }
    VectorPart part = beside.part;
    return new Normalization(
        chain.fit(training.stream().map(part::otherPart).toList()),
        new Beside(
            part,
            beside.chain.fit(training.stream().map(part::embedding).toList(), part.dimension())));
  }

  /**
   * Applies the steps to a vector; a vector without entries stays empty.
   *
   * @throws IllegalStateException if it {@link #needsFitting needs fitting}
   */
  public SparseVector apply(SparseVector vector) {
    if (beside == null) {
      return chain.apply(vector);
    }
    VectorPart part = beside.part;
    SparseVector other = chain.apply(part.otherPart(vector));
    SparseVector embedding = beside.chain.apply(part.embedding(vector));
    return L2.apply(part.joined(other, embedding));
  }

  /** Applies the steps to every vector, in order. */
  public List<SparseVector> applyAll(Collection<SparseVector> vectors) {
    return vectors.stream().map(this::apply).toList();
  }

  /**
   * What the steps were fitted to, for {@link #restore}: with {@code tf-idf} one weight per
   * feature, then one for all later features; with {@code centre} the mean of every feature; for
   * two parts those of the first, then those of the embedding. Empty if there is nothing.
   */
  public float[] featureWeights() {
    float[] weights = chain.fittedValues();
    if (beside == null) {
      return weights;
    }
    float[] means = beside.chain.fittedValues();
    float[] both = Arrays.copyOf(weights, weights.length + means.length);
    System.arraycopy(means, 0, both, weights.length, means.length);
    return both;
  }

  /** The chain as {@link #parse} reads it. */
  @Override
  public String toString() {
    return beside == null
        ? chain.toString()
        : chain + "|" + beside.part.dimension() + "@" + beside.part.first() + ":" + beside.chain;
  }
}

package io.github.sors.learn;

import io.github.sors.encoder.row.EncodingTable;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The options of an {@link EncoderLearner}.
 *
 * @param dimensions k, the length of an encoding; time and memory grow with it. 64 cost one to two
 *     points of MAP against 256 on texts, 128 half a point
 * @param eta η, the step size
 * @param tau τ, the temperature: how large a difference of two cosines counts as clear
 * @param lambda λ, how fast rows shrink; 0 shrinks nothing, larger values drop more features
 * @param seed of the random rows that it starts from
 * @param spaces the features of queries and items
 */
public record EncoderOptions(
    int dimensions, double eta, double tau, double lambda, long seed, FeatureSpaces spaces) {

  /** The largest k. */
  public static final int MOST_DIMENSIONS = EncodingTable.LONGEST_ROW;

  /** k = 256, η = 0.02, τ = 0.2, no shrinkage. */
  public static final EncoderOptions DEFAULT =
      new EncoderOptions(256, 0.02, 0.2, 0, 1, FeatureSpaces.UNKNOWN);

  public EncoderOptions {
    Objects.requireNonNull(spaces, "spaces");
    if (dimensions < 1 || dimensions > MOST_DIMENSIONS) {
      throw new IllegalArgumentException(
          "expected from 1 to " + MOST_DIMENSIONS + " dimensions, found " + dimensions);
    }
    requireWithin("a step size eta", eta, Double.MIN_NORMAL, 1e6);
    requireWithin("a temperature tau", tau, 1e-6, 1e6);
    requireWithin("a shrinkage lambda", lambda, 0, 1e6);
  }

  private static void requireWithin(String what, double value, double least, double most) {
    if (!(value >= least && value <= most)) {
      throw new IllegalArgumentException(
          "expected "
              + what
              + (least < 1e-100 && least > 0 ? " above 0" : " of at least " + least)
              + " and at most "
              + most
              + ", found "
              + value);
    }
  }

  /** The options by name, in order, as they are kept in files. */
  Map<String, String> describe() {
    Map<String, String> texts = new TreeMap<>();
    texts.put("k", Integer.toString(dimensions));
    texts.put("eta", Double.toString(eta));
    texts.put("tau", Double.toString(tau));
    texts.put("lambda", Double.toString(lambda));
    texts.put("seed", Long.toString(seed));
    texts.put("queryDimension", Integer.toString(spaces.queryDimension()));
    texts.put("itemDimension", Integer.toString(spaces.itemDimension()));
    texts.put("sharedFeatures", Boolean.toString(spaces.shared()));
    return texts;
  }
}

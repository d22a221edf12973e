package io.github.sors.cli.data;

import io.github.sors.BilinearModel;
import io.github.sors.search.TopScores;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * What a model has learnt about one feature: the features of the other side that it attracts most
 * and those that it repels most.
 *
 * <p>Threads: immutable. Failures: a feature beyond the matrix throws {@link
 * IndexOutOfBoundsException}, a negative number of partners {@link IllegalArgumentException}.
 *
 * @param attracted those with the largest positive entries of M, the largest first
 * @param repelled those with the most negative entries of M, the most negative first
 */
public record Partners(List<Partner> attracted, List<Partner> repelled) {

  /**
   * A feature of the other side.
   *
   * @param index the feature
   * @param weight the entry of M between the two
   */
  public record Partner(int index, float weight) {}

  public Partners {
    attracted = List.copyOf(attracted);
    repelled = List.copyOf(repelled);
  }

  /**
   * The item features that a query feature attracts and repels most: the extremes of its row of M.
   *
   * @param n the maximum number to return of each sign; ties are ordered by index
   */
  public static Partners ofQueryFeature(BilinearModel model, int feature, int n) {
    Objects.checkIndex(feature, model.queryDimension());
    Extremes extremes = new Extremes(n);
    for (int k = model.rowStart(feature); k < model.rowEnd(feature); k++) {
      extremes.offer(model.columnArray()[k], model.valueArray()[k]);
    }
    return extremes.partners();
  }

  /**
   * The query features that attract and repel an item feature most: the extremes of its column of
   * M. Takes a binary search in every row.
   */
  public static Partners ofItemFeature(BilinearModel model, int feature, int n) {
    Objects.checkIndex(feature, model.itemDimension());
    Extremes extremes = new Extremes(n);
    for (int row = 0; row < model.queryDimension(); row++) {
      extremes.offer(row, model.get(row, feature));
    }
    return extremes.partners();
  }

  private static final class Extremes {

    private final TopScores largest;
    private final TopScores smallest;

    Extremes(int n) {
      largest = new TopScores(n);
      smallest = new TopScores(n);
    }

    void offer(int index, float weight) {
      if (weight > 0) {
        largest.offer(index, weight);
      } else if (weight < 0) {
        smallest.offer(index, -weight);
      }
    }

    Partners partners() {
      return new Partners(drained(largest, 1), drained(smallest, -1));
    }

    private static List<Partner> drained(TopScores best, int sign) {
      Partner[] partners = new Partner[best.size()];
      for (int rank = partners.length - 1; rank >= 0; rank--) {
        partners[rank] = new Partner(best.worstNumber(), (float) (sign * best.worstScore()));
        best.removeWorst();
      }
      return Arrays.asList(partners);
    }
  }
}

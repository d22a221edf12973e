package io.github.sors.data.fit;

import io.github.sors.Similarity;
import io.github.sors.SparseVector;
import io.github.sors.data.triplet.RowGroups;
import io.github.sors.eval.BlockedRankings;
import io.github.sors.eval.Gain;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Held-out rows, each of which is a query for which the others are ranked.
 *
 * <p>They are not ranked among the rows that were learnt from. Learning brings rows of a class
 * together even if labels are random, and a ranking of whole classes in random order has a higher
 * MAP than one of rows in random order: on shuffled labels that would look like a gain.
 */
final class HeldOutRankings implements HeldOut {

  /** What a row is for another one. */
  private interface Relation {

    /** Whether it is right to find it. */
    boolean isRight(int query, int row);

    /** Whether it has been learnt that it is right. */
    boolean isKnown(int query, int row);
  }

  private final BlockedRankings rankings;
  private final String measure;
  private final String unit;
  private final int units;

  private HeldOutRankings(BlockedRankings rankings, String measure, String unit, int units) {
    this.rankings = rankings;
    this.measure = measure;
    this.unit = unit;
    this.units = units;
  }

  /**
   * Returns rankings of labelled rows, in which those of the query's class are right.
   *
   * @param mostQueries the maximum number of queries, spread evenly over the rows
   */
  static HeldOutRankings ofLabels(
      List<SparseVector> vectors, LabelFeedback heldOut, int mostQueries, int threads) {
    int[] rows = heldOut.rows();
    Map<Integer, Integer> sizes = new HashMap<>();
    for (int row : rows) {
      sizes.merge(heldOut.label(row), 1, Integer::sum);
    }
    int[] queries =
        spread(
            Arrays.stream(rows)
                .filter(row -> sizes.getOrDefault(heldOut.label(row), 0) > 1)
                .toArray(),
            mostQueries);
    int[] blocks = BlockedRankings.blocks(rows.length);
    int[] blockOfRow = new int[vectors.size()];
    for (int place = 0; place < rows.length; place++) {
      blockOfRow[rows[place]] = blocks[place];
    }
    Relation sameClass =
        new Relation() {
          @Override
          public boolean isRight(int query, int row) {
            return heldOut.label(query) == heldOut.label(row);
          }

          @Override
          public boolean isKnown(int query, int row) {
            return false;
          }
        };
    return new HeldOutRankings(
        rankings(vectors, rows, queries, row -> blockOfRow[row], sameClass, threads),
        BlockedRankings.MAP,
        heldOut.unit(),
        queries.length);
  }

  /**
   * Returns rankings of the rows of groups, in which those that share a held-out group with the
   * query are right. Rows that share a group with it that was learnt from are not ranked: neither
   * right nor wrong would be fair.
   */
  static HeldOutRankings ofGroups(
      List<SparseVector> vectors,
      RowGroups heldOut,
      RowGroups learning,
      int mostQueries,
      int threads) {
    int[] rows = heldOut.rows();
    int[] queries =
        spread(
            Arrays.stream(rows)
                .filter(row -> heldOut.groupsOf(row)[0] < heldOut.paired())
                .toArray(),
            mostQueries);
    int[] blocks = BlockedRankings.blocks(heldOut.size());
    Relation together =
        new Relation() {
          @Override
          public boolean isRight(int query, int row) {
            return heldOut.areTogether(query, row);
          }

          @Override
          public boolean isKnown(int query, int row) {
            return learning.areTogether(query, row);
          }
        };
    return new HeldOutRankings(
        rankings(
            vectors, rows, queries, row -> blocks[heldOut.groupsOf(row)[0]], together, threads),
        "MAP of the other members of the group",
        "groups",
        heldOut.paired());
  }

  private interface BlockOfRow {
    int of(int row);
  }

  private static BlockedRankings rankings(
      List<SparseVector> vectors,
      int[] rows,
      int[] queries,
      BlockOfRow block,
      Relation relation,
      int threads) {
    return new BlockedRankings(
        Arrays.stream(queries).mapToObj(vectors::get).toList(),
        Arrays.stream(queries).map(block::of).toArray(),
        Arrays.stream(rows).mapToObj(vectors::get).toList(),
        Arrays.stream(rows).map(block::of).toArray(),
        new BlockedRankings.Relevance() {
          @Override
          public boolean isRanked(int query, int item) {
            return queries[query] != rows[item] && !relation.isKnown(queries[query], rows[item]);
          }

          @Override
          public boolean isRelevant(int query, int item) {
            return relation.isRight(queries[query], rows[item]);
          }
        },
        threads);
  }

  private static int[] spread(int[] rows, int most) {
    int count = Math.min(rows.length, most);
    return IntStream.range(0, count)
        .map(k -> rows[(int) ((long) k * rows.length / count)])
        .toArray();
  }

  @Override
  public Quality measure(Similarity similarity) {
    return Quality.ofRankings(rankings.values(similarity));
  }

  @Override
  public List<Gain> gains(Similarity start, Similarity learnt) {
    return rankings.gains(start, learnt, measure, unit, units);
  }

  @Override
  public int units() {
    return units;
  }

  @Override
  public String unit() {
    return unit;
  }
}

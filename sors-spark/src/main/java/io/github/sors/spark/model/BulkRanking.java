package io.github.sors.spark.model;

import io.github.sors.Expansion;
import io.github.sors.SparseVector;
import io.github.sors.spark.input.ShippedVector;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;
import java.util.function.ToLongFunction;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.ml.linalg.DenseVector;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.storage.StorageLevel;
import scala.Tuple2;

/**
 * Ranks all items for all queries, block by block, without a shuffle of scores, and without
 * collecting all items or all queries in one place.
 *
 * <p>A task takes some blocks of expanded queries and iterates over the blocks of all items. It
 * needs memory for one block of each and for the rankings of the queries. In total it computes
 * queries · items scores.
 */
public final class BulkRanking {

  /** The schema of the nearest items: their ids as text and their scores, best first. */
  public static final ArrayType NEIGHBOURS =
      DataTypes.createArrayType(
          new StructType().add("id", DataTypes.StringType).add("score", DataTypes.DoubleType));

  private static final int ITEMS_IN_BLOCK = 512;
  private static final int QUERIES_IN_BLOCK = 256;
  // the memory limit of the expanded queries of a block
  private static final long BLOCK_BYTES = 32L << 20;
  private static final long FEATURES_PER_WEIGHT = 16;

  private BulkRanking() {}

  /** An item to be ranked. */
  public static final class Item implements Serializable {

    private static final long serialVersionUID = 1;

    private final long number;
    private final String id;
    private final String label;
    private final ShippedVector vector;

    public Item(long number, String id, String label, SparseVector vector) {
      this.number = number;
      this.id = id;
      this.label = label;
      this.vector = new ShippedVector(vector);
    }

    /** Its number among all items; of equal scores, the lower number ranks first. */
    public long number() {
      return number;
    }

    String id() {
      return id;
    }

    public String label() {
      return label;
    }
  }

  /** A query, expanded to a weight for each feature of the items. */
  public static final class Query implements Serializable {

    private static final long serialVersionUID = 1;

    private final long number;
    private final String label;
    private final Vector expansion;
    private final double[] relevantScores;

    public Query(long number, String label, Vector expansion) {
      this(number, label, expansion, new double[0]);
    }

    private Query(long number, String label, Vector expansion, double[] relevantScores) {
      this.number = number;
      this.label = label;
      this.expansion = expansion;
      this.relevantScores = relevantScores;
    }

    /** This query with the scores of the items that should be ranked first. */
    public Query withRelevantScores(double[] scores) {
      return new Query(number, label, expansion, scores);
    }

    public double[] relevantScores() {
      return relevantScores;
    }

    public long number() {
      return number;
    }

    public String label() {
      return label;
    }

    /** The memory of its weights while items are ranked. */
    private long bytes() {
      long weights = expansion.numActives() + 1L;
      return 8 * Math.min(expansion.size(), FEATURES_PER_WEIGHT * weights)
          + 12 * weights
          + 28L * relevantScores.length;
    }
  }

  /**
   * The weights of a query. An array of all features is faster to read, but only made where it is
   * not much larger than the weights.
   */
  public static Expansion expansion(Vector weights) {
    if (weights instanceof DenseVector dense) {
      return Expansion.ofWeights(dense.values());
    }
    org.apache.spark.ml.linalg.SparseVector sparse = weights.toSparse();
    if (sparse.size() > FEATURES_PER_WEIGHT * (sparse.indices().length + 1L)) {
      return Expansion.ofWeights(sparse.indices(), sparse.values());
    }
    return Expansion.ofWeights(sparse.toArray());
  }

  /** Receives the scores of all items for one query. */
  public interface Ranking<T> {

    /** Whether the ranking needs the score of an item. */
    default boolean wants(Item item) {
      return true;
    }

    void offer(Item item, double score);

    /** The result after all items. */
    T result();
  }

  /** Creates a ranking for each query. */
  public interface RankingFactory<T> extends Serializable {
    Ranking<T> rankingFor(Query query);
  }

  /**
   * The items in blocks, cached since every part of the queries reads all of them; the caller has
   * to unpersist them.
   */
  public static JavaRDD<Item[]> cachedBlocks(JavaRDD<Item> items) {
    return items
        .mapPartitions(
            part ->
                new Blocks<>(
                    part,
                    ITEMS_IN_BLOCK,
                    BLOCK_BYTES,
                    item -> 0,
                    list -> list.toArray(Item[]::new)))
        .persist(StorageLevel.MEMORY_AND_DISK_SER());
  }

  /**
   * Ranks the items for each query.
   *
   * @param itemBlocks the items, see {@link #cachedBlocks}
   * @param bytesOfRanking the memory of one query's ranking
   */
  public static <T> JavaRDD<T> rank(
      JavaRDD<Query> queries,
      JavaRDD<Item[]> itemBlocks,
      long bytesOfRanking,
      RankingFactory<T> factory) {
    JavaRDD<Query[]> queryBlocks =
        queries.mapPartitions(
            part ->
                new Blocks<>(
                    part,
                    QUERIES_IN_BLOCK,
                    BLOCK_BYTES,
                    query -> query.bytes() + bytesOfRanking,
                    list -> list.toArray(Query[]::new)));
    JavaPairRDD<Query[], Item[]> pairs = queryBlocks.cartesian(itemBlocks.coalesce(1));
    return pairs.mapPartitions(part -> new RankedBlocks<>(part, factory));
  }

  /** The best k items, as rows of {@link #NEIGHBOURS}. */
  public static final class Nearest
      implements Ranking<Tuple2<Long, List<org.apache.spark.sql.Row>>> {

    private record Neighbour(Item item, double score) implements Comparable<Neighbour> {
      @Override
      public int compareTo(Neighbour other) {
        int byScore = Double.compare(score, other.score);
        return byScore != 0 ? byScore : Long.compare(other.item.number, item.number);
      }
    }

    private final Query query;
    private final int k;
    // worst first
    private final PriorityQueue<Neighbour> best = new PriorityQueue<>();

    public Nearest(Query query, int k) {
      this.query = query;
      this.k = k;
    }

    @Override
    public void offer(Item item, double score) {
      if (best.size() == k && score < best.peek().score) {
        return;
      }
      best.add(new Neighbour(item, score));
      if (best.size() > k) {
        best.remove();
      }
    }

    @Override
    public Tuple2<Long, List<org.apache.spark.sql.Row>> result() {
      List<org.apache.spark.sql.Row> rows = new ArrayList<>(best.size());
      while (!best.isEmpty()) {
        Neighbour worst = best.remove();
        rows.add(org.apache.spark.sql.RowFactory.create(worst.item.id, worst.score));
      }
      Collections.reverse(rows);
      return new Tuple2<>(query.number, rows);
    }
  }

  /** Collects elements into an array. */
  private interface ArrayMaker<T> extends Serializable {
    T[] of(List<T> list);
  }

  /** Cuts a partition into blocks. */
  private static final class Blocks<T> implements Iterator<T[]> {

    private final Iterator<T> elements;
    private final int size;
    private final long mostBytes;
    private final ToLongFunction<T> bytes;
    private final ArrayMaker<T> maker;

    Blocks(
        Iterator<T> elements,
        int size,
        long mostBytes,
        ToLongFunction<T> bytes,
        ArrayMaker<T> maker) {
      this.elements = elements;
      this.size = size;
      this.mostBytes = mostBytes;
      this.bytes = bytes;
      this.maker = maker;
    }

    @Override
    public boolean hasNext() {
      return elements.hasNext();
    }

    @Override
    public T[] next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      List<T> block = new ArrayList<>(size);
      long used = 0;
      while (block.size() < size && used < mostBytes && elements.hasNext()) {
        T element = elements.next();
        block.add(element);
        used += bytes.applyAsLong(element);
      }
      return maker.of(block);
    }
  }

  /** Ranks all item blocks for one query block after the other. */
  private static final class RankedBlocks<T> implements Iterator<T> {

    private final Iterator<Tuple2<Query[], Item[]>> pairs;
    private final RankingFactory<T> factory;
    // the first pair of the next query block, if that has been seen
    private Tuple2<Query[], Item[]> ahead;
    private Iterator<T> results = Collections.emptyIterator();

    RankedBlocks(Iterator<Tuple2<Query[], Item[]>> pairs, RankingFactory<T> factory) {
      this.pairs = pairs;
      this.factory = factory;
    }

    @Override
    public boolean hasNext() {
      while (!results.hasNext() && (ahead != null || pairs.hasNext())) {
        rankBlock();
      }
      return results.hasNext();
    }

    @Override
    public T next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      return results.next();
    }

    private void rankBlock() {
      Tuple2<Query[], Item[]> pair = ahead == null ? pairs.next() : ahead;
      ahead = null;
      Query[] queries = pair._1();
      Expansion[] expanded = new Expansion[queries.length];
      Arrays.setAll(expanded, q -> expansion(queries[q].expansion));
      List<Ranking<T>> rankings = new ArrayList<>();
      for (Query query : queries) {
        rankings.add(factory.rankingFor(query));
      }
      offerAll(expanded, rankings, pair._2());
      while (pairs.hasNext()) {
        pair = pairs.next();
        if (pair._1() != queries) {
          ahead = pair;
          break;
        }
        offerAll(expanded, rankings, pair._2());
      }
      results = rankings.stream().map(Ranking::result).iterator();
    }

    private void offerAll(Expansion[] expanded, List<Ranking<T>> rankings, Item[] items) {
      for (Item item : items) {
        SparseVector vector = item.vector.vector();
        for (int q = 0; q < expanded.length; q++) {
          if (rankings.get(q).wants(item)) {
            rankings.get(q).offer(item, expanded[q].score(vector));
          }
        }
      }
    }
  }
}

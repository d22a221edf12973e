package io.github.sors.ranking.learn;

import io.github.sors.InvalidInputException;
import io.github.sors.SparseVector;
import io.github.sors.data.triplet.TripletRows;
import io.github.sors.data.triplet.TripletSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

/**
 * An endless sequence of triplets of a query, a relevant document and another document, the same
 * for the same seed.
 *
 * <p>Each pair of a query and a relevant document is drawn in proportion to its grade, so that a
 * grade of 2 counts twice; see {@link NegativeMix} for the negatives. The rows are those of {@link
 * #vectors}: first the documents, then the queries, whose {@linkplain SearchCollection#length
 * length} is 1 so that long queries do not count more than short ones.
 *
 * <p>Threads: immutable. Failures: no query with a relevant document throws {@link
 * io.github.sors.InvalidInputException}; afterwards every position can be read.
 */
public final class JudgementTriplets implements TripletSource {

  private static final int HARD = 100;
  private static final int TRIES = 100;
  private static final int MOST_QUERY_TERMS = 24;

  private final List<JudgedQuery> queries;
  private final List<SparseVector> vectors;
  private final NegativeMix mix;
  private final long seed;
  private final int documents;
  private final int[] pairQuery;
  private final int[] pairDocument;
  // of the grades up to and with each pair
  private final long[] sums;
  private final int[][] hard;

  /**
   * Creates the sequence.
   *
   * @param queries queries with at least one relevant document each
   * @throws InvalidInputException if there is no query
   */
  public JudgementTriplets(
      SearchCollection collection, List<JudgedQuery> queries, NegativeMix mix, long seed) {
    if (queries.isEmpty()) {
      throw new InvalidInputException(
          "expected queries with at least one relevant document, found none");
    }
    this.queries = List.copyOf(queries);
    this.mix = mix;
    this.seed = seed;
    this.documents = collection.size();
    this.vectors = new ArrayList<>(collection.documents());
    this.hard = new int[queries.size()][];
    int pairs = queries.stream().mapToInt(JudgedQuery::relevantCount).sum();
    this.pairQuery = new int[pairs];
    this.pairDocument = new int[pairs];
    this.sums = new long[pairs];
    int pair = 0;
    long sum = 0;
    for (int number = 0; number < queries.size(); number++) {
      JudgedQuery query = queries.get(number);
      vectors.add(ofLengthOne(collection, query.vector()));
      hard[number] = hard(collection, query);
      for (int place = 0; place < query.relevantCount(); place++) {
        pairQuery[pair] = number;
        pairDocument[pair] = query.relevantAt(place);
        sum += query.grade(pairDocument[pair]);
        sums[pair++] = sum;
      }
    }
  }

  /**
   * A query whose scores are comparable with those of other queries. Of a long one the strongest
   * terms are taken, since a round costs as much as the query has terms.
   */
  static SparseVector ofLengthOne(SearchCollection collection, SparseVector query) {
    SparseVector strongest = collection.strongest(query, MOST_QUERY_TERMS);
    double length = collection.length(strongest);
    return length == 0
        ? strongest
        : TermWeights.none(collection.features()).plus(1 / length, strongest).all();
  }

  private static int[] hard(SearchCollection collection, JudgedQuery query) {
    int[] best = collection.best(collection.scores(query.vector()), HARD + query.judged().size());
    return Arrays.stream(best).filter(document -> query.grade(document) <= 0).limit(HARD).toArray();
  }

  /** The vectors that the rows of triplets are numbers of. */
  public List<SparseVector> vectors() {
    return Collections.unmodifiableList(vectors);
  }

  TripletVectors withVectors() {
    return new TripletVectors(
        this, vectors, (query, document) -> queries.get(query - documents).grade(document) > 0);
  }

  /** The number of pairs of a query and a relevant document. */
  public int pairs() {
    return sums.length;
  }

  @Override
  public long size() {
    return ENDLESS;
  }

  @Override
  public void read(long position, TripletRows rows) {
    SplittableRandom random = new SplittableRandom(seed * 0x9e3779b97f4a7c15L + position);
    // the first numbers of generators with neighbouring seeds are alike enough to skip one
    random.nextLong();
    int pair = pair(random.nextLong(sums[sums.length - 1]));
    int query = pairQuery[pair];
    rows.set(documents + query, pairDocument[pair], negative(query, random));
  }

  private int pair(long drawn) {
    int place = Arrays.binarySearch(sums, drawn);
    // the first pair whose sum is above what was drawn
    return place >= 0 ? place + 1 : -place - 1;
  }

  private int negative(int number, SplittableRandom random) {
    JudgedQuery query = queries.get(number);
    if (query.skippedCount() > 0 && random.nextDouble() < mix.skipped()) {
      return query.skippedAt(random.nextInt(query.skippedCount()));
    }
    if (hard[number].length > 0 && random.nextDouble() < mix.hard()) {
      return hard[number][random.nextInt(hard[number].length)];
    }
    int document = random.nextInt(documents);
    for (int attempt = 0; query.grade(document) > 0 && attempt < TRIES; attempt++) {
      document = random.nextInt(documents);
    }
    return document;
  }
}

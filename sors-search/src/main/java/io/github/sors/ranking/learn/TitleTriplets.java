package io.github.sors.ranking.learn;

import io.github.sors.InvalidInputException;
import io.github.sors.SparseVector;
import io.github.sors.data.item.Item;
import io.github.sors.data.item.ItemSource;
import io.github.sors.data.triplet.TripletRows;
import io.github.sors.data.triplet.TripletSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * An endless sequence of triplets without any judgement: the title of a document is the query, its
 * own text the positive, and another text the negative, half of them from BM25's first 100 for the
 * title. The same for the same seed.
 *
 * <p>Documents without a title or without a text are left out.
 *
 * <p>Threads: immutable. Failures: fewer than two documents with title and text throw {@link
 * io.github.sors.InvalidInputException}, a disk {@link java.io.IOException}; afterwards every
 * position can be read.
 */
public final class TitleTriplets implements TripletSource {

  private static final int HARD = 100;
  private static final int MINIMUM_PAIRS = 2;

  private final List<SparseVector> vectors = new ArrayList<>();
  private final int[] documents;
  private final int[][] hard;
  private final double hardShare;
  private final long seed;

  /**
   * Creates the sequence.
   *
   * @param records the documents of the collection, in its order
   * @param title the column that is taken as the query
   * @param text the column that is taken as what answers it
   * @throws InvalidInputException if fewer than two documents have both
   */
  public TitleTriplets(
      SearchCollection collection,
      ItemSource records,
      String title,
      String text,
      NegativeMix mix,
      long seed)
      throws IOException {
    this(Pairs.of(collection, records, title, text), collection, mix, seed);
    if (pairs() < MINIMUM_PAIRS) {
      throw new InvalidInputException(
          "expected at least "
              + MINIMUM_PAIRS
              + " documents with the columns '"
              + title
              + "' and '"
              + text
              + "', found "
              + pairs()
              + " of "
              + collection.size()
              + " with both; the columns of text are "
              + String.join(", ", collection.textColumns()));
    }
  }

  /**
   * Creates the sequence if there is one.
   *
   * @param title the column that is taken as the query
   * @param text the column that is taken as what answers it
   * @return the sequence, or nothing if fewer than two documents have both
   */
  public static Optional<TitleTriplets> find(
      SearchCollection collection,
      ItemSource records,
      String title,
      String text,
      NegativeMix mix,
      long seed)
      throws IOException {
    Pairs pairs = Pairs.of(collection, records, title, text);
    return pairs.documents.size() < MINIMUM_PAIRS
        ? Optional.empty()
        : Optional.of(new TitleTriplets(pairs, collection, mix, seed));
  }

  private TitleTriplets(Pairs pairs, SearchCollection collection, NegativeMix mix, long seed) {
    this.seed = seed;
    this.hardShare = mix.hard();
    vectors.addAll(pairs.answers);
    documents = pairs.documents.stream().mapToInt(Integer::intValue).toArray();
    hard = new int[documents.length][];
    for (int number = 0; number < documents.length; number++) {
      int own = documents[number];
      SparseVector query = pairs.titles.get(number);
      vectors.add(JudgementTriplets.ofLengthOne(collection, query));
      hard[number] =
          Arrays.stream(collection.best(collection.scores(query), HARD))
              .filter(document -> document != own && vectors.get(document).size() > 0)
              .toArray();
    }
  }

  /** The titles, the documents that they are of, and the vectors of all texts. */
  private static final class Pairs {

    private final List<SparseVector> answers = new ArrayList<>();
    private final List<SparseVector> titles = new ArrayList<>();
    private final List<Integer> documents = new ArrayList<>();

    static Pairs of(SearchCollection collection, ItemSource records, String title, String text)
        throws IOException {
      Pairs pairs = new Pairs();
      records.forEach(
          record -> {
            SparseVector answer = collection.vectorizer().vector(part(record, text));
            SparseVector query = collection.query(record.fields().getOrDefault(title, ""));
            if (answer.size() > 0 && query.size() > 0) {
              pairs.documents.add(pairs.answers.size());
              pairs.titles.add(query);
            }
            pairs.answers.add(answer);
          });
      return pairs;
    }

    private static Item part(Item record, String column) {
      return new Item(record.id(), "", Map.of(column, record.fields().getOrDefault(column, "")));
    }
  }

  /** The number of documents with a title and a text. */
  public int pairs() {
    return documents.length;
  }

  TripletVectors withVectors() {
    int first = vectors.size() - documents.length;
    return new TripletVectors(
        this, vectors, (query, document) -> documents[query - first] == document);
  }

  @Override
  public long size() {
    return ENDLESS;
  }

  @Override
  public void read(long position, TripletRows rows) {
    SplittableRandom random = new SplittableRandom(seed * 0x9e3779b97f4a7c15L + position);
    random.nextLong();
    int number = random.nextInt(documents.length);
    int query = vectors.size() - documents.length + number;
    rows.set(query, documents[number], negative(number, random));
  }

  private int negative(int number, SplittableRandom random) {
    if (hard[number].length > 0 && random.nextDouble() < hardShare) {
      return hard[number][random.nextInt(hard[number].length)];
    }
    int other = random.nextInt(documents.length - 1);
    return documents[other < number ? other : other + 1];
  }
}

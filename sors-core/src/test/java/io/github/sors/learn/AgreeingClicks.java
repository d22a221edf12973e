package io.github.sors.learn;

import io.github.sors.Model;
import io.github.sors.Similarity;
import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Clicks of people who are content with the cosine of embeddings: of a random query they choose one
 * of its first ten items and skip one of those on the ranks 11 to 30. Whoever learns from them has
 * no reason to change the first ten.
 */
final class AgreeingClicks {

  private static final int CHOSEN = 10;
  private static final int SHOWN = 30;

  private final List<SparseVector> items;
  private final List<SparseVector> queries;
  // of each query the first items by the cosine
  private final int[][] first;

  private AgreeingClicks(List<SparseVector> items, List<SparseVector> queries) {
    this.items = items;
    this.queries = queries;
    this.first =
        queries.stream()
            .map(query -> best(items.stream().mapToDouble(query::dot).toArray(), SHOWN))
            .toArray(int[][]::new);
  }

  /** Reads the embeddings of a collection, NumPy arrays of 32-bit floats. */
  static AgreeingClicks read(Path itemFile, Path queryFile) throws IOException {
    return new AgreeingClicks(vectors(itemFile), vectors(queryFile));
  }

  private static List<SparseVector> vectors(Path file) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    int headerLength = bytes.getShort(8);
    byte[] header = new byte[headerLength];
    bytes.get(10, header);
    String description = new String(header, StandardCharsets.US_ASCII);
    int columns = Integer.parseInt(description.replaceAll("(?s).*\\(\\d+, (\\d+)\\).*", "$1"));
    FloatBuffer values =
        bytes.position(10 + headerLength).slice().order(bytes.order()).asFloatBuffer();
    List<SparseVector> vectors = new ArrayList<>();
    while (values.hasRemaining()) {
      float[] row = new float[columns];
      values.get(row);
      vectors.add(unit(row));
    }
    return vectors;
  }

  /** A row of exactly unit length, so that the inner product is the cosine to the last rank. */
  private static SparseVector unit(float[] row) {
    double length = Math.sqrt(SparseVector.ofDense(row).squaredNorm());
    for (int k = 0; k < row.length; k++) {
      row[k] = (float) (row[k] / length);
    }
    return SparseVector.ofDense(row);
  }

  /** Learns from clicks and returns the {@link #recall} after each of some numbers of them. */
  double[] recallAfter(OnlineLearner learner, long seed, int... numbers) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] recalls = new double[numbers.length];
    int clicks = 0;
    for (int k = 0; k < numbers.length; k++) {
      for (; clicks < numbers[k]; clicks++) {
        learner.learn(click(random));
      }
      recalls[k] = recall(learner.snapshot());
    }
    return recalls;
  }

  private Triplet click(SplittableRandom random) {
    int query = random.nextInt(queries.size());
    int chosen = first[query][random.nextInt(CHOSEN)];
    int skipped = first[query][random.nextInt(CHOSEN, SHOWN)];
    return new Triplet(queries.get(query), items.get(chosen), items.get(skipped));
  }

  /** The share of the cosine's first ten that are among those of a model; mean of all queries. */
  double recall(Model model) {
    Similarity.PreparedItems prepared = model.prepare(items);
    double sum = 0;
    for (int query = 0; query < first.length; query++) {
      Similarity.NumberedScorer scorer = prepared.scorerFor(queries.get(query));
      double[] scores = IntStream.range(0, items.size()).mapToDouble(scorer::score).toArray();
      int[] found = best(scores, CHOSEN);
      int[] expected = Arrays.copyOf(first[query], CHOSEN);
      sum +=
          Arrays.stream(found)
              .filter(item -> Arrays.stream(expected).anyMatch(other -> other == item))
              .count();
    }
    return sum / (CHOSEN * first.length);
  }

  private static int[] best(double[] scores, int count) {
    return IntStream.range(0, scores.length)
        .boxed()
        .sorted(Comparator.comparingDouble((Integer item) -> -scores[item]))
        .limit(count)
        .mapToInt(item -> item)
        .toArray();
  }
}

package io.github.sors.bench.ranking;

import io.github.sors.Provenance;
import io.github.sors.data.item.Item;
import io.github.sors.data.item.Items;
import io.github.sors.embedding.Adapter;
import io.github.sors.embedding.EmbeddingSpace;
import io.github.sors.encoder.EncoderModel;
import io.github.sors.lucene.text.VectorizerOptions;
import io.github.sors.ranking.fusion.Fusion;
import io.github.sors.ranking.fusion.LearntParts;
import io.github.sors.ranking.fusion.RankingModel;
import io.github.sors.ranking.fusion.RankingSearcher;
import io.github.sors.ranking.fusion.Scale;
import io.github.sors.ranking.signal.JudgedQuery;
import io.github.sors.ranking.signal.RankingCollection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;

/**
 * How long a fused answer takes among many random items, on one thread.
 *
 * @param median of the times of a query
 * @param slow the time that one of a hundred queries exceeds
 * @param bytesPerItem of the items ready to be ranked, with the raw items that they were made of
 */
record LargeSearch(double median, double slow, long bytesPerItem) {

  private static final int WORDS = 40;
  private static final int VOCABULARY = 50_000;
  private static final int JUDGED = 500;
  private static final int ENCODING = 256;

  static LargeSearch measure(int count, int dimension, int queries) {
    SplittableRandom random = new SplittableRandom(1);
    long before = usedBytes();
    List<Item> items = new ArrayList<>();
    for (int number = 0; number < count; number++) {
      items.add(item("d" + number, WORDS, dimension, random));
    }
    RankingCollection collection = RankingCollection.of(Items.of(items), VectorizerOptions.BM25);
    RankingSearcher searcher = model(collection, dimension, random).searcher(collection);
    long bytes = usedBytes() - before;
    double[] times = new double[queries];
    // the first half warms up
    for (int query = -queries; query < queries; query++) {
      Item asked = item("q", 8, dimension, random);
      long from = System.nanoTime();
      searcher.search(asked, 10);
      times[Math.max(0, query)] = (System.nanoTime() - from) / 1e6;
    }
    Arrays.sort(times);
    return new LargeSearch(times[queries / 2], times[queries * 99 / 100], bytes / count);
  }

  private static RankingModel model(
      RankingCollection collection, int dimension, SplittableRandom random) {
    EmbeddingSpace space = new EmbeddingSpace(RankingCollection.UNNAMED, dimension);
    Map<String, Double> weights = new LinkedHashMap<>();
    for (String signal :
        List.of("bm25", "rm3", "cosine", "neighbours", "adapted", "judged", "encoder")) {
      weights.put(signal, 0.4);
    }
    List<JudgedQuery> judged = new ArrayList<>();
    for (int query = 0; query < JUDGED; query++) {
      Item asked = item("j" + query, 8, dimension, random);
      Map<String, Double> chosen = new LinkedHashMap<>();
      for (int k = 0; k < 8; k++) {
        chosen.put("d" + random.nextInt(collection.size()), 1.0);
      }
      judged.add(
          new JudgedQuery(
              asked.id(),
              asked.allText(),
              space.unit(Objects.requireNonNull(asked.vector()), "a query"),
              chosen));
    }
    List<float[]> rows = new ArrayList<>();
    for (int term = 0; term < Objects.requireNonNull(collection.text()).terms(); term++) {
      rows.add(vector(ENCODING, random));
    }
    return new RankingModel(
        new Fusion("all signals", Scale.STANDARD, weights),
        new LearntParts(
            Adapter.identity(space), null, null, EncoderModel.ofRows(rows, 1), judged, 0.05),
        collection.text().vectorizer(),
        space,
        Provenance.UNKNOWN);
  }

  private static Item item(String id, int words, int dimension, SplittableRandom random) {
    StringBuilder text = new StringBuilder();
    for (int word = 0; word < words; word++) {
      // common words are far more common than rare ones
      text.append(" w").append((int) Math.exp(random.nextDouble() * Math.log(VOCABULARY)));
    }
    return Item.ofText(id, "", text.toString()).withVector(vector(dimension, random));
  }

  private static float[] vector(int dimension, SplittableRandom random) {
    float[] vector = new float[dimension];
    for (int k = 0; k < dimension; k++) {
      vector[k] = (float) random.nextDouble(-1, 1);
    }
    return vector;
  }

  private static long usedBytes() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }
}

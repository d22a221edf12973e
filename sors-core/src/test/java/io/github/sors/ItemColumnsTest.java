package io.github.sors;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.learn.SorsI;
import io.github.sors.learn.SorsOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ItemColumnsTest {

  private final SplittableRandom random = new SplittableRandom(20151117);

  private SparseVector vector(int dimension) {
    Map<Integer, Float> entries = new TreeMap<>();
    int size = random.nextInt(12);
    for (int k = 0; k < size; k++) {
      entries.put(random.nextInt(dimension), (float) (random.nextDouble() - 0.5));
    }
    int[] indices = entries.keySet().stream().mapToInt(Integer::intValue).toArray();
    float[] values = new float[indices.length];
    for (int k = 0; k < indices.length; k++) {
      values[k] = entries.get(indices[k]);
    }
    return SparseVector.of(indices, values);
  }

  private List<SparseVector> vectors(int count, int dimension) {
    List<SparseVector> vectors = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      vectors.add(vector(dimension));
    }
    return vectors;
  }

  private static void assertSameBits(
      Similarity similarity, List<SparseVector> queries, List<SparseVector> items) {
    Similarity.PreparedItems prepared = similarity.prepare(items);
    for (SparseVector query : queries) {
      Similarity.ItemScorer one = similarity.scorerFor(query);
      Similarity.NumberedScorer all = prepared.scorerFor(query);
      for (int item = 0; item < items.size(); item++) {
        assertThat(all.score(item)).isEqualTo(one.score(items.get(item)));
      }
    }
  }

  @Test
  void plainSimilaritiesHaveTheSameBitsForAllItemsAtOnce() {
    for (int dimension : new int[] {1, 5, 40, 5000, SparseVector.MAXIMUM_INDEX}) {
      List<SparseVector> queries = vectors(20, Math.min(dimension, 100_000));
      List<SparseVector> items = vectors(60, dimension);
      items.add(SparseVector.EMPTY);
      items.add(queries.get(0));
      assertSameBits(Similarities.dot(), queries, items);
      assertSameBits(Similarities.cosine(), queries, items);
      assertSameBits(Similarities.euclidean(), queries, items);
    }
  }

  @Test
  void aLearntMatrixHasTheSameBitsForAllItemsAtOnce() {
    SorsI learner = new SorsI(SorsOptions.DEFAULT);
    for (int round = 0; round < 300; round++) {
      learner.learn(new Triplet(vector(40), vector(40), vector(40)));
    }
    // also features that the model does not know
    assertSameBits(learner.snapshot(), vectors(20, 60), vectors(60, 60));
  }

  @Test
  void noItemsAndNoFeaturesAreNoError() {
    assertSameBits(Similarities.cosine(), vectors(2, 5), List.of());
    assertSameBits(Similarities.cosine(), vectors(2, 5), List.of(SparseVector.EMPTY));
  }
}

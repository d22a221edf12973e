package io.github.sors.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import io.github.sors.encoder.EncoderModel;
import io.github.sors.learn.EncoderLearner;
import io.github.sors.learn.EncoderOptions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class EncodedIndexTest {

  private static final int DIMENSION = 50;

  private static SparseVector vector(SplittableRandom random) {
    int[] features = random.ints(1 + random.nextInt(6), 0, DIMENSION).distinct().sorted().toArray();
    float[] values = new float[features.length];
    for (int k = 0; k < values.length; k++) {
      values[k] = (float) random.nextDouble(0.1, 1);
    }
    return SparseVector.of(features, values);
  }

  private static EncoderLearner learner(SplittableRandom random) {
    EncoderLearner learner =
        new EncoderLearner(EncoderOptions.DEFAULT.withDimensions(24).withSeed(3));
    for (int round = 0; round < 100; round++) {
      learner.learn(new Triplet(vector(random), vector(random), vector(random)));
    }
    return learner;
  }

  @Test
  void findsWhatTheEncoderScoresHighestWhileItemsComeAndGo() {
    SplittableRandom random = new SplittableRandom(1);
    EncoderModel model = learner(random).snapshot();
    EncodedIndex encoded = new EncodedIndex(model);
    VectorIndex index = new VectorIndex();
    List<IndexedItem> present = new ArrayList<>();
    for (int round = 0; round < 60; round++) {
      IndexedItem added = new IndexedItem("item" + round, vector(random), "class" + round % 3);
      index.put(added);
      present.add(added);
      if (round % 4 == 3) {
        IndexedItem gone = present.remove(random.nextInt(present.size()));
        index.remove(gone.id());
      }
      if (round % 10 == 0) {
        encoded.prepare(index.view(), () -> {});
      }
      SparseVector query = vector(random);
      List<IndexHit> expected =
          present.stream()
              .filter(item -> !item.label().equals("class1"))
              .map(item -> new IndexHit(item.id(), item.label(), model.score(query, item.vector())))
              .sorted(
                  Comparator.comparingDouble((IndexHit hit) -> -hit.score())
                      .thenComparing(IndexHit::id))
              .limit(5)
              .toList();
      assertThat(encoded.search(index.view(), query, 5, ItemFilter.exceptLabels(List.of("class1"))))
          .isEqualTo(expected);
    }
  }

  @Test
  void everySegmentIsEncodedOnce() {
    SplittableRandom random = new SplittableRandom(2);
    EncodedIndex encoded = new EncodedIndex(learner(random).snapshot());
    VectorIndex index = new VectorIndex();
    List<IndexedItem> items = new ArrayList<>();
    for (int k = 0; k < 40; k++) {
      items.add(new IndexedItem("item" + k, vector(random), ""));
    }
    index.putAll(items);
    AtomicInteger count = new AtomicInteger();
    encoded.prepare(index.view(), count::incrementAndGet);
    assertThat(count.get()).isEqualTo(40);
    index.put(new IndexedItem("another", vector(random), ""));
    encoded.prepare(index.view(), count::incrementAndGet);
    assertThat(count.get()).isEqualTo(41);
    encoded.prepare(index.view(), count::incrementAndGet);
    assertThat(count.get()).isEqualTo(41);
  }

  @Test
  void modelsEncodeAlikeUntilARoundIsPlayed() {
    SplittableRandom random = new SplittableRandom(3);
    EncoderLearner learner = learner(random);
    EncoderModel before = learner.snapshot();
    assertThat(learner.snapshot().encodesAs(before)).isTrue();
    learner.learn(new Triplet(vector(random), vector(random), vector(random)));
    assertThat(learner.snapshot().encodesAs(before)).isFalse();
  }
}

package io.github.sors.lucene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.InvalidInputException;
import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import io.github.sors.encoder.EncoderModel;
import io.github.sors.index.BudgetLoss;
import io.github.sors.index.IndexHit;
import io.github.sors.index.IndexedItem;
import io.github.sors.learn.EncoderLearner;
import io.github.sors.learn.EncoderOptions;
import io.github.sors.learn.FeatureSpaces;
import io.github.sors.learn.InitialRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EncodingIndexTest {

  @TempDir Path folder;
  private final SplittableRandom random = new SplittableRandom(5);

  @Test
  void findsNearlyAllNeighboursWithTheirExactScores() throws IOException {
    EncoderModel model = learnt(24, 3);
    List<IndexedItem> items = items(800);
    Path index = folder.resolve("hnsw");
    EncodingIndex.write(index, model, items);
    double recall = 0;
    try (EncodingIndex opened = EncodingIndex.open(index, model)) {
      assertThat(opened.size()).isEqualTo(800);
      for (int query = 0; query < 20; query++) {
        IndexedItem asked = items.get(query);
        assertThat(opened.get(asked.id())).contains(asked);
        List<IndexHit> hits = opened.search(asked.vector(), 10, 200, List.of(), asked.id());
        assertThat(hits).hasSize(10).noneMatch(hit -> hit.id().equals(asked.id()));
        for (IndexHit hit : hits) {
          SparseVector found = items.get(Integer.parseInt(hit.id())).vector();
          assertThat(hit.score()).isEqualTo(model.score(asked.vector(), found));
        }
        List<IndexHit> exact = opened.searchExactly(asked.vector(), 10, List.of(), asked.id());
        assertThat(exact.get(0).score()).isEqualTo(bestScore(model, items, query));
        recall += BudgetLoss.recall(exact, hits) / 20;
      }
      assertThat(recall).isGreaterThan(0.8);
      assertThat(opened.get("nobody")).isEmpty();
    }
  }

  private static double bestScore(EncoderModel model, List<IndexedItem> items, int query) {
    double best = -1;
    for (int k = 0; k < items.size(); k++) {
      if (k != query) {
        best = Math.max(best, model.score(items.get(query).vector(), items.get(k).vector()));
      }
    }
    return best;
  }

  @Test
  void searchesSomeLabelsOnly() throws IOException {
    EncoderModel model = learnt(16, 1);
    List<IndexedItem> items = items(60);
    EncodingIndex.write(folder.resolve("hnsw"), model, items);
    try (EncodingIndex opened = EncodingIndex.open(folder.resolve("hnsw"), model)) {
      assertThat(opened.search(items.get(0).vector(), 5, 50, List.of("even"), null))
          .hasSize(5)
          .allMatch(hit -> hit.label().equals("even"));
      assertThat(opened.search(items.get(0).vector(), 5, 50, List.of("neither"), null)).isEmpty();
    }
  }

  @Test
  void refusesWhatDoesNotFit() throws IOException {
    EncoderModel model = learnt(16, 1);
    Path index = folder.resolve("hnsw");
    EncodingIndex.write(index, model, items(5));
    assertThatThrownBy(() -> EncodingIndex.write(index, model, items(5)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("is there already");
    EncoderModel other = learnt(16, 2);
    assertThatThrownBy(() -> EncodingIndex.open(index, other))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("of another model");
    Path empty = Files.createDirectory(folder.resolve("empty"));
    assertThatThrownBy(() -> EncodingIndex.open(empty, model))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("holds no index");
    EncoderModel tooLong =
        new EncoderLearner(
                EncoderOptions.DEFAULT
                    .withDimensions(1025)
                    .withEta(0.1)
                    .withSpaces(FeatureSpaces.shared(5)))
            .snapshot();
    assertThatThrownBy(() -> EncodingIndex.write(folder.resolve("long"), tooLong, items(5)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("1025 numbers, and Lucene takes 1024");
  }

  @Test
  void aWriteThatFailsLeavesTheFolderAsItWas() throws IOException {
    EncoderModel model = learnt(16, 1);
    List<IndexedItem> complete = items(5);
    Collection<IndexedItem> failing =
        new AbstractList<>() {
          @Override
          public IndexedItem get(int number) {
            if (number == 3) {
              throw new IllegalStateException("no item " + number);
            }
            return complete.get(number);
          }

          @Override
          public int size() {
            return complete.size();
          }
        };
    Path absent = folder.resolve("absent");
    Path empty = Files.createDirectory(folder.resolve("empty"));
    for (Path index : List.of(absent, empty)) {
      assertThatThrownBy(() -> EncodingIndex.write(index, model, failing)).hasMessage("no item 3");
    }
    assertThat(absent).doesNotExist();
    assertThat(empty).isEmptyDirectory();
    EncodingIndex.write(absent, model, complete);
    try (EncodingIndex opened = EncodingIndex.open(absent, model)) {
      assertThat(opened.size()).isEqualTo(5);
    }
  }

  /** Their rows of features that were not learnt differ, and nothing else does. */
  @Test
  void modelsWithOtherInitialRowsHaveOtherFingerprints() {
    EncoderOptions random = EncoderOptions.DEFAULT.withDimensions(8).withSeed(0);
    EncoderOptions identity = random.withInit(InitialRows.IDENTITY);
    assertThat(EncodingIndex.fingerprint(new EncoderLearner(identity).snapshot()))
        .isEqualTo(EncodingIndex.fingerprint(new EncoderLearner(identity).snapshot()))
        .isNotEqualTo(EncodingIndex.fingerprint(new EncoderLearner(random).snapshot()));
  }

  private static EncoderModel learnt(int k, long seed) {
    EncoderLearner learner =
        new EncoderLearner(
            EncoderOptions.DEFAULT
                .withDimensions(k)
                .withSeed(seed)
                .withSpaces(FeatureSpaces.shared(30)));
    SplittableRandom random = new SplittableRandom(seed);
    for (int round = 0; round < 200; round++) {
      learner.learn(new Triplet(vector(random), vector(random), vector(random)));
    }
    return learner.snapshot();
  }

  private List<IndexedItem> items(int count) {
    List<IndexedItem> items = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      items.add(new IndexedItem(Integer.toString(k), vector(random), k % 2 == 0 ? "even" : "odd"));
    }
    return items;
  }

  private static SparseVector vector(SplittableRandom random) {
    float[] values = new float[30];
    for (int feature = 0; feature < 6; feature++) {
      values[random.nextInt(30)] = 0.1f + (float) random.nextDouble();
    }
    return SparseVector.ofDense(values);
  }
}

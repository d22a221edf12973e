package io.github.sors.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.sors.BilinearModel;
import io.github.sors.InvalidInputException;
import io.github.sors.SparseVector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VectorIndexTest {

  private static final WeightedQuery QUERY = WeightedQuery.of(SparseVector.ofDense(1, -2));

  private static IndexedItem item(String id, float... values) {
    return new IndexedItem(id, SparseVector.ofDense(values));
  }

  @Test
  void ranksBySignedWeightsAndBreaksTiesById() {
    VectorIndex index = new VectorIndex();
    // 1·1 = 1; 1·3 - 2·1 = 1; -2·1 = -2; nothing in common = 0
    index.putAll(List.of(item("b", 1), item("a", 3, 1), item("d", 0, 1), item("c", 0, 0, 7)));

    assertThat(index.search(QUERY, 10))
        .containsExactly(
            new IndexHit("a", "", 1),
            new IndexHit("b", "", 1),
            new IndexHit("c", "", 0),
            new IndexHit("d", "", -2));
    assertThat(index.search(QUERY, 1)).extracting(IndexHit::id).containsExactly("a");
  }

  @Test
  void tiesOfDifferentSegmentsGoByIdToo() {
    VectorIndex index = new VectorIndex();
    for (String id : List.of("e", "b", "d", "a", "c")) {
      index.put(item(id, 2));
    }
    assertThat(index.view().segmentCount()).isGreaterThan(1);
    assertThat(index.search(QUERY, 3)).extracting(IndexHit::id).containsExactly("a", "b", "c");
  }

  @Test
  void anItemOfTheSameIdIsReplacedAndARemovedOneIsGone() {
    VectorIndex index = new VectorIndex();
    index.put(item("a", 1));
    index.put(item("a", 5));
    assertThat(index.view().size()).isEqualTo(1);
    assertThat(index.view().get("a")).contains(item("a", 5));

    assertThat(index.remove("a")).isTrue();
    assertThat(index.remove("a")).isFalse();
    assertThat(index.view().get("a")).isEmpty();
    assertThat(index.search(QUERY, 10)).isEmpty();
  }

  @Test
  void ofSeveralItemsOfOneIdInAnUpdateTheLastCounts() {
    VectorIndex index = new VectorIndex();
    index.put(item("z", 9));
    int lost = index.update(List.of(item("a", 1), item("a", 2)), List.of("z", "unknown"));
    assertThat(lost).isEqualTo(1);
    assertThat(index.view().items()).containsExactly(item("a", 2));
  }

  @Test
  void aViewDoesNotChange() {
    VectorIndex index = new VectorIndex();
    index.put(item("a", 1));
    IndexView before = index.view();
    index.put(item("b", 2));
    index.remove("a");
    assertThat(before.search(QUERY, 10)).containsExactly(new IndexHit("a", "", 1));
    assertThat(index.search(QUERY, 10)).containsExactly(new IndexHit("b", "", 2));
  }

  @Test
  void fewSegmentsAreLeftOfManySinglePuts() {
    VectorIndex index = new VectorIndex();
    for (int k = 0; k < 3_000; k++) {
      index.put(item("item " + k, k));
    }
    assertThat(index.view().size()).isEqualTo(3_000);
    // at most seven of each of the tiers 1, 8, 64, 512
    assertThat(index.view().segmentCount()).isLessThanOrEqualTo(28);
    assertThat(index.search(WeightedQuery.of(SparseVector.ofDense(1)), 2))
        .extracting(IndexHit::id)
        .containsExactly("item 2999", "item 2998");
  }

  @Test
  void moreItemsThanASegmentHoldsAreSpreadOverSeveral() {
    List<IndexedItem> items = new ArrayList<>();
    for (int k = 0; k < 2 * Segment.MAXIMUM_ITEMS + 5; k++) {
      items.add(item(Integer.toString(k), 1 + k));
    }
    VectorIndex index = new VectorIndex();
    index.putAll(items);
    assertThat(index.view().segmentCount()).isEqualTo(3);
    assertThat(index.view().size()).isEqualTo(items.size());
    String last = Integer.toString(items.size() - 1);
    assertThat(index.search(WeightedQuery.of(SparseVector.ofDense(1)), 1))
        .containsExactly(new IndexHit(last, "", items.size()));
  }

  @Test
  void aSegmentMostOfWhichIsGoneIsWrittenAnew() {
    VectorIndex index = new VectorIndex();
    List<String> ids = new ArrayList<>();
    List<IndexedItem> items = new ArrayList<>();
    for (int k = 0; k < 100; k++) {
      ids.add("item " + k);
      items.add(item("item " + k, 1, k));
    }
    index.putAll(items);
    index.update(List.of(), ids.subList(0, 80));
    assertThat(index.view().segments()).hasSize(1);
    assertThat(index.view().segments().get(0).segment().size()).isEqualTo(20);
    index.update(List.of(), ids);
    assertThat(index.view().segmentCount()).isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void equalsBruteForceBitForBitWhileItChanges(long seed) {
    Random random = new Random(seed);
    int dimension = 5 + random.nextInt(60);
    BilinearModel model = RandomItems.model(random, dimension, dimension, 0.3);
    VectorIndex index = new VectorIndex();
    Map<String, IndexedItem> expected = new TreeMap<>();
    for (int step = 0; step < 30; step++) {
      List<IndexedItem> added =
          RandomItems.items(
              random, random.nextInt(random.nextInt(5) == 0 ? 300 : 5), dimension, 0.2);
      List<String> removed =
          expected.keySet().stream().filter(id -> random.nextInt(12) == 0).toList();
      index.update(added, removed);
      removed.forEach(expected::remove);
      added.forEach(item -> expected.put(item.id(), item));

      SparseVector query = RandomItems.vector(random, dimension, 0.3);
      Set<String> some =
          expected.keySet().stream().filter(id -> random.nextBoolean()).collect(Collectors.toSet());
      WeightedQuery expanded = WeightedQuery.expand(model, query);
      IndexView view = index.view();
      String reason = "seed " + seed + ", step " + step;
      assertThat(view.items()).as(reason).containsExactlyInAnyOrderElementsOf(expected.values());
      assertThat(view.search(expanded, 17))
          .as(reason)
          .isEqualTo(BruteForce.search(model, query, expected.values(), 17, item -> true));
      assertThat(view.search(expanded, 17, ItemFilter.ids(some)))
          .as(reason)
          .isEqualTo(
              BruteForce.search(
                  model, query, expected.values(), 17, item -> some.contains(item.id())));
      ItemFilter filter =
          ItemFilter.exceptIds(some).and(ItemFilter.labels(List.of("label 1", "label 3", "none")));
      assertThat(view.search(expanded, 17, filter))
          .as(reason)
          .isEqualTo(
              BruteForce.search(
                  model,
                  query,
                  expected.values(),
                  17,
                  item ->
                      !some.contains(item.id())
                          && (item.label().equals("label 1") || item.label().equals("label 3"))));
      List<String> label = List.of("label 1", "none");
      assertThat(
              view.searchEach(
                  expanded, 9, List.of(ItemFilter.labels(label), ItemFilter.exceptLabels(label))))
          .as(reason)
          .containsExactly(
              BruteForce.search(
                  model, query, expected.values(), 9, item -> item.label().equals("label 1")),
              BruteForce.search(
                  model, query, expected.values(), 9, item -> !item.label().equals("label 1")));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {64, 65, 200})
  void denseVectorsAreScoredToSinglePrecision(int count) {
    Random random = new Random(count);
    BilinearModel model = RandomItems.model(random, 150, 150, 0.5);
    List<IndexedItem> items = RandomItems.items(random, count, 150, 0.95);
    VectorIndex index = new VectorIndex();
    index.putAll(items);
    assertThat(index.view().segments().get(0).segment()).isInstanceOf(DenseSegment.class);
    assertThat(index.view().items()).containsExactlyInAnyOrderElementsOf(items);

    SparseVector query = RandomItems.vector(random, 150, 0.9);
    List<IndexHit> hits = index.search(WeightedQuery.expand(model, query), count);
    List<IndexHit> exact = BruteForce.search(model, query, items, count, item -> true);
    Map<String, Double> scores =
        exact.stream().collect(Collectors.toMap(IndexHit::id, IndexHit::score));
    assertThat(hits).hasSize(count).isSortedAccordingTo(BruteForce.BEST_FIRST);
    for (IndexHit hit : hits) {
      assertThat(hit.score()).as(hit.id()).isCloseTo(scores.get(hit.id()), within(1e-3));
    }
    assertThat(hits.get(0).id()).isEqualTo(exact.get(0).id());
  }

  /** Dense tiles are summed in floats, which hold 10⁻³⁸ to 3 · 10³⁸. */
  @ParameterizedTest
  @ValueSource(doubles = {1e-35, 1e-20, 1, 1e20, 1e35})
  void productsOfAnySizeRankDenseItems(double scale) {
    BilinearModel model =
        BilinearModel.ofRows(
            1, 2, new long[] {0, 2}, new int[] {0, 1}, new float[] {(float) scale, 2});
    SparseVector query = SparseVector.of(new int[] {0}, new float[] {(float) scale});
    List<IndexedItem> items = new ArrayList<>();
    for (int k = 0; k < 100; k++) {
      items.add(item("item" + k, (float) (scale * (k + 1)), (float) (scale / (k + 1))));
    }
    VectorIndex index = new VectorIndex();
    index.putAll(items);
    assertThat(index.view().segments().get(0).segment()).isInstanceOf(DenseSegment.class);
    List<IndexHit> exact = BruteForce.search(model, query, items, 100, item -> true);
    List<IndexHit> hits = index.search(WeightedQuery.expand(model, query), 100);
    for (int k = 0; k < 100; k++) {
      double expected = exact.get(k).score();
      assertThat(hits.get(k).score())
          .isFinite()
          .isPositive()
          .isCloseTo(expected, within(1e-5 * expected));
    }
  }

  @Test
  void idsThatDifferInALoneSurrogateAreRefusedNotMixedUp() {
    VectorIndex index = new VectorIndex();
    index.put(item("a?", 1));
    index.put(item("a\ud83c\udf75", 2));
    assertThat(index.view().get("a\ud83c\udf75")).isPresent();
    for (String id : List.of("a\ud800", "a\udc00", "\ud800a", "\udc00\ud800")) {
      assertThatThrownBy(() -> index.put(item(id, 3)))
          .isInstanceOf(InvalidInputException.class)
          .hasMessageContaining("lone surrogate U+D");
      assertThatThrownBy(() -> index.remove(id)).isInstanceOf(InvalidInputException.class);
      assertThatThrownBy(() -> index.view().get(id)).isInstanceOf(InvalidInputException.class);
    }
    assertThat(index.view().size()).isEqualTo(2);
    assertThat(index.view().get("a?")).contains(item("a?", 1));
  }

  @Test
  void featuresOfAnySizeAreFine() {
    SparseVector large =
        SparseVector.of(new int[] {3, SparseVector.MAXIMUM_INDEX}, new float[] {1, 2});
    VectorIndex index = new VectorIndex();
    index.put(new IndexedItem("large", large));
    assertThat(index.search(WeightedQuery.of(large), 1))
        .containsExactly(new IndexHit("large", "", 5));
  }

  @Test
  void aSearchForNothingIsRefused() {
    assertThatThrownBy(() -> new VectorIndex().search(QUERY, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("expected at least 1 hit to return, found 0");
  }
}

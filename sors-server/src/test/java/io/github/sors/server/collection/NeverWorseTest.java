package io.github.sors.server.collection;

import static io.github.sors.server.collection.TeachableCollectionTest.assertSame;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.server.Await;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A model that is worse than the start on held-out feedback is not served. */
class NeverWorseTest {

  static final int ITEMS = 40;

  @TempDir Path folder;

  private TeachableCollection open() throws IOException {
    return TeachableCollection.open(folder, CollectionSettings.DEFAULT, CollectionLimits.DEFAULT);
  }

  /** Two kinds of items: those of one kind share a feature, so that the identity is right. */
  static List<ItemDraft> items() {
    List<ItemDraft> items = new ArrayList<>();
    for (int k = 0; k < ITEMS; k++) {
      NamedFeatures features =
          new NamedFeatures(new String[] {"kind" + k % 2, "own" + k}, new float[] {1, 1});
      items.add(new ItemDraft("item" + k, "", "", features));
    }
    return items;
  }

  /** That an item of the query's kind is better, or the contrary. */
  private static ComparisonDraft comparison(SplittableRandom random, boolean right) {
    int query = random.nextInt(ITEMS);
    int same = (query + 2 * (1 + random.nextInt(ITEMS / 2 - 1))) % ITEMS;
    int other = (query + 1 + 2 * random.nextInt(ITEMS / 2)) % ITEMS;
    return new ComparisonDraft(
        "item" + query, null, "item" + (right ? same : other), "item" + (right ? other : same));
  }

  static void teach(
      TeachableCollection collection, SplittableRandom random, boolean right, int count) {
    List<ComparisonDraft> comparisons = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      comparisons.add(comparison(random, right));
    }
    collection.teach(comparisons, RequestKey.NONE).join();
  }

  static void awaitServed(TeachableCollection collection, boolean start) {
    Await.until(
        "the " + (start ? "start" : "learnt model") + " is served",
        () -> collection.quality().servesStart() == start);
  }

  @Test
  void theStartIsServedWhileWhatWasLearntIsWorseAndNoLonger() throws Exception {
    SplittableRandom random = new SplittableRandom(1);
    try (TeachableCollection collection = open()) {
      collection.put(items()).join();
      // learnt the wrong way round, and then tested on feedback that is right
      teach(collection, random, false, 40);
      double same = score(collection);
      for (int k = 0; k < 600 && collection.heldOutComparisons() < 60; k++) {
        holdOut(collection, random);
      }
      awaitServed(collection, true);
      assertThat(collection.quality().start()).isGreaterThan(collection.quality().learnt());
      assertThat(score(collection)).isNotEqualTo(same);
      // what was learnt can still be had
      assertSame(collection.exportModel(), collection.replayedModel());
    }
    try (TeachableCollection collection = open()) {
      assertThat(collection.quality().servesStart()).isTrue();
      teach(collection, random, true, 1000);
      teach(collection, random, true, 1000);
      awaitServed(collection, false);
      assertThat(collection.quality().learnt()).isGreaterThan(0.8);
      assertSame(collection.exportModel(), collection.learnt().model());
    }
  }

  private static double score(TeachableCollection collection) {
    return collection
        .learnt()
        .model()
        .score(collection.item("item0").vector(), collection.item("item2").vector());
  }

  /** Sends what is right where it is held out, and what is wrong where it is learnt. */
  static void holdOut(TeachableCollection collection, SplittableRandom random) {
    long next = collection.learnt().progress().rounds() + collection.heldOutComparisons();
    boolean heldOut = HeldOutFeedback.isHeldOut(next);
    collection.teach(List.of(comparison(random, heldOut)), RequestKey.NONE).join();
  }

  @Test
  void whatIsHeldOutAboutAnItemGoesWithTheItem() throws IOException {
    try (TeachableCollection collection = open()) {
      collection.put(items()).join();
      teach(collection, new SplittableRandom(3), true, 1000);
    }
    assertThat(heldOut()).extracting(kept -> kept.names("item0")).contains(true);
    assertThat(heldOut()).extracting(kept -> kept.names("item1")).contains(true);
    try (TeachableCollection collection = open()) {
      collection.remove("item0").join();
      NamedFeatures other = new NamedFeatures(new String[] {"other"}, new float[] {1});
      collection.put(List.of(new ItemDraft("item1", "", "", other))).join();
    }
    assertThat(heldOut())
        .isNotEmpty()
        .noneMatch(kept -> kept.names("item0") || kept.names("item1"));
  }

  /** What the newest snapshot has kept. */
  private List<HeldOutFeedback.Kept> heldOut() throws IOException {
    SnapshotFiles snapshots = new SnapshotFiles(folder);
    return snapshots.read(snapshots.numbers().get(0), false).heldOut().kept();
  }

  @Test
  void aboutATenthIsHeldOutAndAnUndoTakesItBack() throws IOException {
    SplittableRandom random = new SplittableRandom(2);
    int heldOut = 0;
    for (int k = 0; k < 10_000; k++) {
      heldOut += HeldOutFeedback.isHeldOut(k) ? 1 : 0;
    }
    assertThat(heldOut).isBetween(900, 1100);
    for (int k = 0; k < HeldOutFeedback.ALL_LEARNT; k++) {
      assertThat(HeldOutFeedback.isHeldOut(k)).isFalse();
    }
    try (TeachableCollection collection = open()) {
      collection.put(items()).join();
      teach(collection, random, true, 200);
      long before = collection.heldOutComparisons();
      assertThat(before).isPositive();
      teach(collection, random, true, 200);
      assertThat(collection.heldOutComparisons()).isGreaterThan(before);
      collection.undo(RequestKey.NONE).join();
      assertThat(collection.heldOutComparisons()).isEqualTo(before);
    }
    try (TeachableCollection again = open()) {
      assertThat(again.learnt().progress().rounds() + again.heldOutComparisons()).isEqualTo(200);
    }
  }
}

package io.github.sors.server.collection.live;

import static io.github.sors.server.collection.live.TeachableCollectionTest.assertSame;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.Model;
import io.github.sors.server.Await;
import io.github.sors.server.collection.CollectionLimits;
import io.github.sors.server.collection.CollectionSettings;
import io.github.sors.server.collection.ComparisonDraft;
import io.github.sors.server.collection.ItemDraft;
import io.github.sors.server.collection.NamedFeatures;
import io.github.sors.server.collection.Quality;
import io.github.sors.server.collection.RequestKey;
import io.github.sors.server.collection.StoredItem;
import io.github.sors.server.collection.model.StartComparison;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A model that is worse than the start on feedback that it had not learnt is not served. */
public class NeverWorseTest {

  static final int ITEMS = 40;

  @TempDir Path folder;

  private TeachableCollection open() throws IOException {
    return TeachableCollection.open(folder, CollectionSettings.DEFAULT, CollectionLimits.DEFAULT);
  }

  /** Two kinds of items: those of one kind share a feature, so that the identity is right. */
  public static List<ItemDraft> items() {
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

  public static void teach(
      TeachableCollection collection, SplittableRandom random, boolean right, int count) {
    List<ComparisonDraft> comparisons = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      comparisons.add(comparison(random, right));
    }
    collection.teach(comparisons, RequestKey.NONE).join();
  }

  /** Sends, one by one, the contrary of what was learnt, until the start is served. */
  static void contradict(TeachableCollection collection, SplittableRandom random) {
    for (int k = 0; k < 2000 && !collection.quality().worse(); k++) {
      ComparisonDraft right = comparison(random, true);
      boolean knows = gap(collection.exportModel(), collection, right) > 0;
      String same = right.better();
      String other = right.worse();
      ComparisonDraft sent =
          knows ? new ComparisonDraft(right.queryItem(), null, other, same) : right;
      collection.teach(List.of(sent), RequestKey.NONE).join();
    }
    awaitServed(collection, true);
  }

  private static double gap(
      Model model, TeachableCollection collection, ComparisonDraft comparison) {
    StoredItem query = collection.item(comparison.queryItem());
    return model.score(query.vector(), collection.item(comparison.better()).vector())
        - model.score(query.vector(), collection.item(comparison.worse()).vector());
  }

  static void awaitServed(TeachableCollection collection, boolean start) {
    Await.until(
        "the " + (start ? "start" : "learnt model") + " is served",
        () -> collection.quality().worse() == start);
  }

  @Test
  void theStartIsServedOnceWhatWasLearntIsWorseUntilItIsBetter() throws Exception {
    SplittableRandom random = new SplittableRandom(1);
    try (TeachableCollection collection = open()) {
      collection.put(items()).join();
      // learnt the wrong way round, and then contradicted
      teach(collection, random, false, 40);
      assertSame(collection.learnt().model(), collection.exportModel());
      contradict(collection, random);
      assertThat(collection.quality().startRight())
          .isGreaterThan(collection.quality().learntRight());
      assertSame(collection.learnt().model(), collection.startModel());
      // what was learnt can still be had
      assertSame(collection.exportModel(), collection.replayedModel());
    }
    try (TeachableCollection collection = open()) {
      assertThat(collection.quality().worse()).isTrue();
      assertSame(collection.learnt().model(), collection.startModel());
      // the start is always wrong about these
      teach(collection, random, false, 1000);
      teach(collection, random, false, 1000);
      awaitServed(collection, false);
      assertThat(collection.quality().learntRight()).isGreaterThan(0.8);
      assertThat(collection.quality().startRight()).isLessThan(0.2);
      assertThat(collection.quality().evidence()).isGreaterThan(StartComparison.ENOUGH);
      assertSame(collection.exportModel(), collection.learnt().model());
    }
  }

  @Test
  void aStreamThatTurnsHarmfulAfterLongGoodTimesIsNoticed() throws Exception {
    SplittableRandom random = new SplittableRandom(4);
    try (TeachableCollection collection = open()) {
      collection.put(items()).join();
      teach(collection, random, false, 3000);
      assertThat(collection.quality().worse()).isFalse();
      contradict(collection, random);
    }
  }

  @Test
  void anUndoTakesTestsBack() throws IOException {
    SplittableRandom random = new SplittableRandom(2);
    try (TeachableCollection collection = open()) {
      collection.put(items()).join();
      teach(collection, random, true, 200);
      Quality before = collection.quality();
      assertThat(before.compared()).isBetween(100, 200);
      teach(collection, random, true, 200);
      assertThat(collection.quality().compared()).isGreaterThan(before.compared());
      collection.undo(RequestKey.NONE).join();
      assertThat(collection.quality()).isEqualTo(before);
    }
    try (TeachableCollection again = open()) {
      assertThat(again.learnt().progress().rounds()).as("all are learnt").isEqualTo(200);
    }
  }
}

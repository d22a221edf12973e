package io.github.sors.server.collection.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.server.collection.CollectionLimits;
import io.github.sors.server.collection.CollectionSettings;
import io.github.sors.server.collection.ComparisonDraft;
import io.github.sors.server.collection.ItemDraft;
import io.github.sors.server.collection.NamedFeatures;
import io.github.sors.server.collection.Outcome;
import io.github.sors.server.collection.RefusedException;
import io.github.sors.server.collection.RefusedException.Reason;
import io.github.sors.server.collection.RequestKey;
import io.github.sors.server.collection.state.CollectionFolder;
import io.github.sors.server.collection.state.CollectionState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Collections do not outgrow the memory, and survive where they do. */
class MemoryLimitsTest {

  private static final CollectionLimits SMALL =
      CollectionLimits.DEFAULT.withMemory(16 << 20, 32 << 20);

  @TempDir Path folder;

  private TeachableCollection open(CollectionLimits limits) throws IOException {
    return TeachableCollection.open(folder, CollectionSettings.DEFAULT, limits);
  }

  private static NamedFeatures ownFeatures(String item, int count) {
    String[] names = new String[count];
    float[] values = new float[count];
    for (int k = 0; k < count; k++) {
      names[k] = item + "-" + k;
      values[k] = 1;
    }
    return new NamedFeatures(names, values);
  }

  private static Reason reason(Throwable e) {
    return ((RefusedException) (e instanceof CompletionException ? e.getCause() : e)).reason();
  }

  /** Items that share no feature, so that every comparison of them brings 2 · size² entries. */
  private static void putWideItems(TeachableCollection collection, int count, int size) {
    List<ItemDraft> items = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      items.add(new ItemDraft("wide" + k, "", "", ownFeatures("wide" + k, size)));
    }
    collection.put(items).join();
  }

  private static List<ComparisonDraft> allAgainstTheNext(int count) {
    List<ComparisonDraft> comparisons = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      comparisons.add(
          new ComparisonDraft(
              "wide" + k, null, "wide" + (k + 1) % count, "wide" + (k + 2) % count));
    }
    return comparisons;
  }

  @Test
  void feedbackThatMightNotFitIsRefusedAndNotLogged() throws IOException {
    try (TeachableCollection collection = open(SMALL)) {
      putWideItems(collection, 24, 1000);
      collection.put(Samples.items(new SplittableRandom(1), 12)).join();
      long before = collection.sequence();
      assertThatThrownBy(() -> collection.teach(allAgainstTheNext(24), RequestKey.NONE).join())
          .satisfies(e -> assertThat(reason(e)).isEqualTo(Reason.FULL))
          .hasMessageContaining("MiB");
      assertThat(collection.sequence()).isEqualTo(before);
      assertThat(collection.storageProblem()).isNull();
      ComparisonDraft small = Samples.comparison(new SplittableRandom(2), 12);
      assertThat(collection.teach(List.of(small), RequestKey.NONE).join().round()).isEqualTo(1);
    }
    try (TeachableCollection again = open(SMALL)) {
      assertThat(again.learnt().progress().rounds()).isEqualTo(1);
    }
  }

  @Test
  void theMatrixStaysBelowItsLimitHoweverLongItLearns() throws IOException {
    try (TeachableCollection collection = open(SMALL)) {
      putWideItems(collection, 40, 200);
      SplittableRandom random = new SplittableRandom(3);
      int refused = 0;
      for (int k = 0; k < 200; k++) {
        int[] picked = random.ints(0, 40).distinct().limit(3).toArray();
        ComparisonDraft comparison =
            new ComparisonDraft("wide" + picked[0], null, "wide" + picked[1], "wide" + picked[2]);
        try {
          collection.teach(List.of(comparison), RequestKey.NONE).join();
        } catch (CompletionException e) {
          assertThat(reason(e)).isEqualTo(Reason.FULL);
          refused++;
        }
      }
      assertThat(refused).isPositive();
      assertThat(collection.modelBytes()).isBetween(8L << 20, SMALL.matrixBytes());
    }
  }

  /** Dense vectors touch the same entries again and again, which no sum of their work says. */
  @Test
  void denseFeedbackIsTakenAsLongAsTheWholeMatrixFits() throws IOException {
    try (TeachableCollection collection = open(SMALL)) {
      List<ItemDraft> items = new ArrayList<>();
      for (int k = 0; k < 10; k++) {
        items.add(new ItemDraft("wide" + k, "", "", ownFeatures("dimension", 1000)));
      }
      collection.put(items).join();
      List<ComparisonDraft> comparisons = allAgainstTheNext(10);
      for (int k = 0; k < 5; k++) {
        collection.teach(comparisons, RequestKey.NONE).join();
      }
      assertThat(collection.modelBytes()).isLessThan(SMALL.matrixBytes());
    }
  }

  @Test
  void itemsThatDoNotFitAreRefusedAndThoseThatReplaceLargerOnesTaken() throws IOException {
    try (TeachableCollection collection = open(SMALL)) {
      assertThatThrownBy(() -> putWideItems(collection, 300, 4000))
          .satisfies(e -> assertThat(reason(e)).isEqualTo(Reason.FULL));
      assertThat(collection.index().size()).isZero();
      putWideItems(collection, 100, 4000);
      assertThatThrownBy(() -> putWideItems(collection, 150, 4000))
          .satisfies(e -> assertThat(reason(e)).isEqualTo(Reason.FULL));
      putWideItems(collection, 100, 3000);
    }
  }

  @Test
  void aCollectionThatOutgrewTheMemoryOpensForReadingAndLosesNothing() throws IOException {
    int all;
    try (TeachableCollection collection = open(CollectionLimits.DEFAULT)) {
      putWideItems(collection, 6, 1000);
      for (ComparisonDraft comparison : allAgainstTheNext(6)) {
        collection.teach(List.of(comparison), RequestKey.NONE).join();
      }
      all = 6;
    }
    CollectionLimits smaller = CollectionLimits.DEFAULT.withMemory(16 << 20, 64 << 20);
    try (TeachableCollection collection = open(smaller)) {
      assertThat(collection.storageProblem())
          .contains("no longer fits into memory")
          .contains("-Xmx");
      assertThat(collection.learnt().progress().rounds()).isBetween(1L, all - 1L);
      assertThat(collection.index().size()).isEqualTo(6);
      assertThatThrownBy(() -> collection.remove("wide0"))
          .satisfies(e -> assertThat(reason(e)).isEqualTo(Reason.READ_ONLY));
    }
    try (TeachableCollection collection = open(CollectionLimits.DEFAULT)) {
      assertThat(collection.learnt().progress().rounds()).isEqualTo(all);
      collection.remove("wide0").join();
    }
  }

  @Test
  void anErrorInTheWriterIsFatalSaidAtOnceAndARestartGoesOn() throws Exception {
    SplittableRandom random = new SplittableRandom(4);
    try (TeachableCollection collection = open(CollectionLimits.DEFAULT)) {
      collection.put(Samples.items(random, 12)).join();
      collection.addListener(
          model -> {
            throw new OutOfMemoryError("as if the heap were full");
          });
      assertThatThrownBy(
              () ->
                  collection
                      .teach(List.of(Samples.comparison(random, 12)), RequestKey.NONE)
                      .get(20, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class)
          .hasMessageContaining("is on disk");
      assertThat(collection.fatalError().get(20, TimeUnit.SECONDS))
          .isInstanceOf(OutOfMemoryError.class);
      assertThat(collection.storageProblem()).contains("OutOfMemoryError");
      assertThatThrownBy(() -> collection.undo(RequestKey.NONE))
          .satisfies(e -> assertThat(reason(e)).isEqualTo(Reason.STORAGE));
    }
    try (TeachableCollection again = open(CollectionLimits.DEFAULT)) {
      assertThat(again.learnt().progress().rounds()).isEqualTo(1);
      assertThat(again.storageProblem()).isNull();
    }
  }

  @Test
  void anErrorInTheBackgroundStaysSaidWhenAWaitingChangeIsWritten() throws Exception {
    CountDownLatch published = new CountDownLatch(1);
    CountDownLatch failed = new CountDownLatch(1);
    try (CollectionFolder opened = CollectionFolder.open(folder, CollectionLimits.DEFAULT)) {
      CollectionState state = opened.load(CollectionSettings.DEFAULT, null);
      BackgroundWorker background = new BackgroundWorker();
      ModelPublisher publisher = new ModelPublisher(background, state.start(), state.index());
      publisher.publish(state);
      publisher.addListener(
          model -> {
            published.countDown();
            awaitFor(failed);
          });
      ChangeWriter writer =
          new ChangeWriter(opened, CollectionLimits.DEFAULT, state, background, publisher);
      writer.start();
      // the second change waits while the writer publishes the first, and the background fails
      CompletableFuture<Outcome> first = writer.submit(putOf("a"));
      awaitFor(published);
      CompletableFuture<Outcome> second = writer.submit(putOf("b"));
      background.start(
          "",
          () -> {
            throw new OutOfMemoryError("as if the heap were full");
          });
      writer.fatalError().get(20, TimeUnit.SECONDS);
      failed.countDown();
      first.get(20, TimeUnit.SECONDS);
      second.get(20, TimeUnit.SECONDS);

      assertThat(writer.problem()).contains("OutOfMemoryError");
      assertThatThrownBy(() -> writer.submit(putOf("c")))
          .hasMessageContaining("changes are no longer possible in this process")
          .satisfies(e -> assertThat(reason(e)).isEqualTo(Reason.STORAGE));
      writer.close();
    }
  }

  private static PendingChange putOf(String id) {
    ItemDraft item = new ItemDraft(id, "", "", ownFeatures(id, 2));
    return new PendingChange(new PendingChange.PutItems(List.of(item)), RequestKey.NONE, 200, 0);
  }

  private static void awaitFor(CountDownLatch latch) {
    try {
      assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}

package io.github.sors.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.InvalidInputException;
import io.github.sors.embedding.EmbeddingSpace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveAdapterTest {

  private static final int DIMENSION = 16;
  private static final AdapterOptions FAST =
      AdapterOptions.DEFAULT.withRate(3e-4).withTrust(0.7, 0.7);

  @TempDir private Path folder;

  private final SplittableRandom random = new SplittableRandom(11);
  private final List<float[]> items = Vectors.units(random, DIMENSION, 200);
  private final List<float[]> queries = Vectors.units(random, DIMENSION, 30);

  /** What a program's own index does: the inner products with the vector that it is given. */
  private List<ShownItem> search(float[] vector) {
    return IntStream.range(0, items.size())
        .boxed()
        .sorted(Comparator.comparingDouble(item -> -dot(vector, items.get(item))))
        .limit(20)
        .map(item -> new ShownItem("item " + item, items.get(item)))
        .toList();
  }

  private static double dot(float[] left, float[] right) {
    double sum = 0;
    for (int k = 0; k < left.length; k++) {
      sum += left[k] * right[k];
    }
    return sum;
  }

  @Test
  void theFiveLinesOfAProgramWithAnIndexOfItsOwn() throws IOException {
    Path file = folder.resolve("shop.live");
    float[] embedding = queries.get(0);

    LiveAdapter live = LiveAdapter.open(file, new EmbeddingSpace("bge-small-en-v1.5", DIMENSION));
    LiveAdapter.Query query = live.query(embedding);
    List<ShownItem> shown = search(query.vector());
    live.learn(query, shown.get(2), shown.subList(0, 2));
    live.save();

    assertThat(query.vector()).as("nothing is served before it is better").isEqualTo(embedding);
    assertThat(live.status().choices()).isEqualTo(1);
    assertThat(LiveAdapter.open(file, new EmbeddingSpace("bge-small-en-v1.5", DIMENSION)).status())
        .isEqualTo(live.status());
    assertThatThrownBy(() -> LiveAdapter.open(file, new EmbeddingSpace("other", DIMENSION)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("'bge-small-en-v1.5'");
  }

  /** People want what lies along another direction than the embedding's first. */
  private int wanted(int query, int draw) {
    float[] turned = queries.get(query).clone();
    turned[0] = -turned[0];
    turned[1] = 2 * turned[1];
    int[] best =
        IntStream.range(0, items.size())
            .boxed()
            .sorted(Comparator.comparingDouble(item -> -dot(turned, items.get(item))))
            .mapToInt(Integer::intValue)
            .toArray();
    return best[draw % 3];
  }

  private void learn(LiveAdapter live, int from, int to) {
    for (int k = from; k < to; k++) {
      SplittableRandom draws = new SplittableRandom(k);
      int asked = draws.nextInt(queries.size());
      LiveAdapter.Query query = live.query(queries.get(asked), "person " + k % 5);
      ShownItem chosen = item(wanted(asked, draws.nextInt(3)));
      List<ShownItem> skipped =
          search(query.vector()).stream().filter(shown -> !shown.id().equals(chosen.id())).toList();
      live.learn(query, chosen, skipped.subList(0, 3));
    }
  }

  private ShownItem item(int number) {
    return new ShownItem("item " + number, items.get(number));
  }

  @Test
  void whatIsBetterComesIntoUseAndContinuesBitForBit() throws IOException {
    Path file = folder.resolve("live");
    EmbeddingSpace space = Vectors.space(DIMENSION);
    LiveAdapter whole = LiveAdapter.open(folder.resolve("whole"), space, FAST);
    learn(whole, 0, 400);
    assertThat(whole.status().version()).isPositive();
    assertThat(whole.status().reason()).startsWith("better than the start");

    LiveAdapter first = LiveAdapter.open(file, space, FAST);
    learn(first, 0, 150);
    first.save();
    LiveAdapter resumed = LiveAdapter.open(file, space, FAST);
    learn(resumed, 150, 400);
    whole.save();
    resumed.save();
    assertThat(Files.readAllBytes(file)).isEqualTo(Files.readAllBytes(folder.resolve("whole")));
    assertThat(resumed.status()).isEqualTo(whole.status());
    assertThat(resumed.adapter().matrix()).isEqualTo(whole.adapter().matrix());

    double before = 0;
    double after = 0;
    for (int query = 0; query < queries.size(); query++) {
      int chosen = wanted(query, 0);
      before += 1.0 / (1 + rank(queries.get(query), chosen));
      after += 1.0 / (1 + rank(whole.adapter().query(queries.get(query)), chosen));
    }
    assertThat(after).isGreaterThan(1.1 * before);
  }

  private long rank(float[] vector, int item) {
    double score = dot(vector, items.get(item));
    return items.stream().filter(other -> dot(vector, other) > score).count();
  }

  @Test
  void forgetsPersonsAndItems() throws IOException {
    LiveAdapter live = LiveAdapter.open(folder.resolve("live"), Vectors.space(DIMENSION), FAST);
    learn(live, 0, 100);
    assertThat(live.forgetPerson("person 2")).isEqualTo(20);
    assertThat(live.forgetPerson("person 2")).isZero();
    for (int k = 0; k < 100; k++) {
      live.forgetItem("item " + k);
    }
    assertThat(live.forgetItem("item 0")).isFalse();
    live.save();
    byte[] saved = Files.readAllBytes(folder.resolve("live"));
    String text = new String(saved, StandardCharsets.ISO_8859_1);
    assertThat(text).doesNotContain("person 2").contains("person 3");
    assertThat(text).doesNotContain("item 50");
    learn(live, 100, 120);
  }

  @Test
  void itemsOfAnIndexAreNamedByNumber() throws IOException {
    ExactEmbeddingSearch index = Vectors.search(items);
    Path file = folder.resolve("live");
    LiveAdapter live = LiveAdapter.open(file, index, FAST);
    LiveAdapter.Query query = live.query(queries.get(3));
    int[] first = index.first(query.vector(), 10);
    live.learn(query, first[4], Arrays.copyOf(first, 4));
    live.save();
    assertThat(LiveAdapter.open(file, index, FAST).status().choices()).isEqualTo(1);
    assertThatThrownBy(() -> live.learn(query, item(1), List.of()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("name them by number");
  }

  @Test
  void aDamagedFileIsRefused() throws IOException {
    Path file = folder.resolve("live");
    LiveAdapter live = LiveAdapter.open(file, Vectors.space(DIMENSION), FAST);
    learn(live, 0, 5);
    live.save();
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 1;
    Files.write(file, bytes);
    assertThatThrownBy(() -> LiveAdapter.open(file, Vectors.space(DIMENSION), FAST))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("checksum");
  }
}

package io.github.sors.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.InvalidInputException;
import io.github.sors.io.FileKind;
import io.github.sors.io.SectionReader;
import io.github.sors.io.SectionWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddingStoreTest {

  private static final FileKind KIND = new FileKind(99, "test");

  @TempDir private Path folder;

  private final SplittableRandom random = new SplittableRandom(5);
  private final EmbeddingStore store = new EmbeddingStore(Vectors.space(4));

  private static final class Remembering implements EmbeddingStore.User {
    final Set<Integer> needed = new TreeSet<>();
    final List<Integer> forgotten = new ArrayList<>();

    @Override
    public boolean needs(int number) {
      return needed.contains(number);
    }

    @Override
    public void forget(BitSet numbers) {
      numbers.stream().forEach(forgotten::add);
    }
  }

  @Test
  void anItemWithAnotherEmbeddingIsForgottenFirst() {
    Remembering user = new Remembering();
    store.addUser(user);
    float[] vector = Vectors.unit(random, 4);
    int number = store.put("a", vector);
    assertThat(store.put("a", vector.clone())).isEqualTo(number);
    assertThat(user.forgotten).isEmpty();
    int again = store.put("a", Vectors.unit(random, 4));
    assertThat(user.forgotten).containsExactly(number);
    assertThat(store.number("a")).isEqualTo(again);
    assertThat(store.items()).isEqualTo(1);
    assertThat(store.remove("a")).isTrue();
    assertThat(store.remove("a")).isFalse();
    assertThat(store.number("a")).isEqualTo(-1);
    assertThat(store.contains(again)).isFalse();
    assertThatThrownBy(() -> store.vector(again)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void aFullStoreKeepsWhatIsNeededAndWhatIsNew() {
    EmbeddingStore small = new EmbeddingStore(Vectors.space(4), 16);
    Remembering user = new Remembering();
    small.addUser(user);
    for (int k = 0; k < 3; k++) {
      user.needed.add(small.put("needed " + k, Vectors.unit(random, 4)));
    }
    for (int k = 0; k < 200; k++) {
      List<String> ids = List.of("x" + k, "y" + k, "needed 1");
      List<float[]> vectors = Vectors.units(random, 4, 2);
      int[] numbers =
          small.putAll(
              ids, List.of(vectors.get(0), vectors.get(1), small.vector(small.number("needed 1"))));
      assertThat(small.id(numbers[0])).isEqualTo("x" + k);
      assertThat(small.id(numbers[1])).isEqualTo("y" + k);
      assertThat(small.vector(numbers[1])).isEqualTo(vectors.get(1));
      assertThat(small.items()).isLessThanOrEqualTo(16);
    }
    assertThat(small.size()).isLessThanOrEqualTo(16);
    assertThat(small.number("needed 0")).isNotNegative();
    assertThat(small.number("needed 2")).isNotNegative();
    assertThat(user.forgotten).doesNotContainAnyElementsOf(user.needed).hasSizeGreaterThan(300);
  }

  @Test
  void badVectorsChangeNothing() {
    store.put("a", Vectors.unit(random, 4));
    assertThatThrownBy(
            () -> store.putAll(List.of("b", "c"), List.of(Vectors.unit(random, 4), new float[4])))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith("item c: all numbers are zero");
    assertThat(store.items()).isEqualTo(1);
  }

  @Test
  void isReadAsItWasWritten() throws IOException {
    for (int k = 0; k < 30; k++) {
      store.put("item " + k, Vectors.unit(random, 4));
    }
    store.remove("item 3");
    store.remove("item 29");
    Path file = folder.resolve("store.sors");
    SectionWriter.write(file, KIND, store::write);
    try (SectionReader reader = SectionReader.open(file, KIND)) {
      EmbeddingStore copy = EmbeddingStore.read(Vectors.space(4), reader);
      assertThat(copy.items()).isEqualTo(28);
      assertThat(copy.size()).isEqualTo(30);
      for (int k = 0; k < 30; k++) {
        assertThat(copy.number("item " + k)).isEqualTo(store.number("item " + k));
        if (store.contains(k)) {
          assertThat(copy.vector(k)).isEqualTo(store.vector(k));
        }
      }
      float[] vector = Vectors.unit(random, 4);
      assertThat(copy.put("new", vector)).isEqualTo(store.put("new", vector)).isEqualTo(3);
    }
    try (SectionReader reader = SectionReader.open(file, KIND)) {
      assertThatThrownBy(() -> EmbeddingStore.read(Vectors.space(5), reader))
          .isInstanceOf(InvalidInputException.class)
          .hasMessageContaining("the saved items: expected embeddings of 'test' (5 numbers)");
    }
  }
}

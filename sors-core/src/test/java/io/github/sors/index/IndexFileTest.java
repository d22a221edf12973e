package io.github.sors.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.FeatureRecipe;
import io.github.sors.FeatureSpace;
import io.github.sors.InvalidInputException;
import io.github.sors.Normalization;
import io.github.sors.SparseVector;
import io.github.sors.io.FileKind;
import io.github.sors.io.ModelFile;
import io.github.sors.io.SectionReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IndexFileTest {

  @TempDir Path folder;

  @Test
  void aMappedIndexAnswersAsTheOneThatWasSaved() throws IOException {
    Random random = new Random(1);
    VectorIndex index = new VectorIndex();
    // sparse with lists longer than a window, dense, and with items gone
    index.putAll(RandomItems.items(random, 5_000, 40, 0.3));
    index.putAll(RandomItems.items(random, 100, 40, 0.97));
    index.update(
        List.of(new IndexedItem("ünï", SparseVector.ofDense(1, 2), "l")),
        index.view().items().subList(0, 50).stream().map(IndexedItem::id).toList());
    Path file = folder.resolve("items.index");
    Normalization normalization =
        Normalization.parse("tf-idf,l2").fit(List.of(SparseVector.ofDense(1, 2)));
    IndexFile.write(index.view(), normalization, file);

    assertThat(SectionReader.kindOf(file)).isEqualTo(FileKind.INDEX);
    IndexFile.Content read = IndexFile.read(file);
    assertThat(read.normalization()).hasToString("tf-idf,l2");
    assertThat(read.normalization().featureWeights()).isEqualTo(normalization.featureWeights());
    assertThat(read.index().view().items())
        .containsExactlyInAnyOrderElementsOf(index.view().items());
    for (int k = 0; k < 20; k++) {
      WeightedQuery query = WeightedQuery.of(RandomItems.vector(random, 40, k % 2 == 0 ? 1 : 0.1));
      assertThat(read.index().search(query, 50))
          .as("query %d", k)
          .isEqualTo(index.search(query, 50));
    }
  }

  @Test
  void aMappedIndexCanBeWrittenToAndSavedOverItsOwnFile() throws IOException {
    Random random = new Random(2);
    VectorIndex index = new VectorIndex();
    index.putAll(RandomItems.items(random, 500, 30, 0.2));
    Path file = folder.resolve("items.index");
    IndexFile.write(index.view(), Normalization.NONE, file);
    VectorIndex mapped = IndexFile.read(file).index();
    List<IndexedItem> more = RandomItems.items(random, 100, 30, 0.2);
    index.putAll(more);
    mapped.putAll(more);
    IndexFile.write(mapped.view(), Normalization.NONE, file);
    WeightedQuery query = WeightedQuery.of(RandomItems.vector(random, 30, 0.8));
    assertThat(mapped.search(query, 600)).isEqualTo(index.search(query, 600));
    assertThat(IndexFile.read(file).index().search(query, 600)).isEqualTo(index.search(query, 600));
  }

  @Test
  void whatTheFeaturesStandForIsKept() throws IOException {
    Path file = folder.resolve("named.index");
    FeatureSpace features =
        new FeatureSpace(
            List.of("heat", "wing"),
            new FeatureRecipe(java.util.Map.of("analyzer", "english"), new float[] {1, 2}));
    IndexFile.write(new VectorIndex().view(), Normalization.L2, features, file);
    FeatureSpace read = IndexFile.read(file).features();
    assertThat(read.names()).isEqualTo(features.names());
    assertThat(read.differenceFrom(features, "read", "written")).isEmpty();
    assertThat(read.recipe().weights()).containsExactly(1, 2);
    IndexFile.write(new VectorIndex().view(), Normalization.L2, file);
    assertThat(IndexFile.read(file).features().isUnknown()).isTrue();
  }

  @Test
  void anEmptyIndexIsKeptToo() throws IOException {
    Path file = folder.resolve("empty.index");
    IndexFile.write(new VectorIndex().view(), Normalization.L2, file);
    assertThat(IndexFile.read(file).index().view().size()).isZero();
  }

  @Test
  void everyFlippedByteAndEveryTruncationIsTold() throws IOException {
    VectorIndex index = new VectorIndex();
    index.putAll(RandomItems.items(new Random(3), 3, 5, 0.5));
    Path file = folder.resolve("items.index");
    IndexFile.write(index.view(), Normalization.L2, file);
    byte[] good = Files.readAllBytes(file);
    for (int k = 0; k < good.length; k++) {
      byte[] bad = good.clone();
      bad[k] ^= 4;
      Files.write(file, bad);
      assertThatThrownBy(() -> IndexFile.read(file))
          .as("byte %d", k)
          .isInstanceOf(InvalidInputException.class);
    }
    for (int length = 0; length < good.length; length += 7) {
      Files.write(file, java.util.Arrays.copyOf(good, length));
      assertThatThrownBy(() -> IndexFile.read(file))
          .as("length %d", length)
          .isInstanceOf(InvalidInputException.class);
    }
  }

  @Test
  void aModelIsNotTakenForAnIndex() throws IOException {
    Path file = folder.resolve("model.sors");
    ModelFile.write(RandomItems.model(new Random(4), 3, 3, 0.5), file);
    assertThatThrownBy(() -> IndexFile.read(file))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage(file + " is a model, not a search index");
  }
}

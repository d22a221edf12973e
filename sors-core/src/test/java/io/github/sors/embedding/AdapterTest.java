package io.github.sors.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.sors.InvalidInputException;
import io.github.sors.SparseVector;
import io.github.sors.io.ModelFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdapterTest {

  private static final EmbeddingSpace SPACE = new EmbeddingSpace("a model", 2);

  @TempDir private Path folder;

  @Test
  void appliesTheTransposedMatrixToTheQuery() {
    Adapter adapter = Adapter.of(SPACE, new float[] {1, 2, 0, 1});
    // Mᵀ (1, 1) = (1, 3)
    double length = Math.sqrt(10);
    assertThat(adapter.query(new float[] {5, 5})[0]).isCloseTo((float) (1 / length), within(1e-6f));
    assertThat(adapter.query(new float[] {5, 5})[1]).isCloseTo((float) (3 / length), within(1e-6f));
    assertThat(adapter.score(new float[] {5, 5}, new float[] {0, 9}))
        .isCloseTo(3 / length, within(1e-6));
    assertThat(adapter.score(SparseVector.ofDense(5, 5), SparseVector.ofDense(0, 9)))
        .isCloseTo(3 / length, within(1e-6));
    assertThat(adapter.score(SparseVector.EMPTY, SparseVector.ofDense(0, 9))).isZero();
    assertThat(adapter.score(SparseVector.ofDense(1, 1), SparseVector.EMPTY)).isZero();
  }

  @Test
  void aQueryThatVanishesStaysAsItIs() {
    Adapter adapter = Adapter.of(SPACE, new float[] {1, 0, -1, 0});
    float[] query = SPACE.unit(new float[] {1, 1}, "the query");
    assertThat(adapter.query(query)).isEqualTo(query);
  }

  @Test
  void refusesMatricesThatDoNotFit() {
    assertThatThrownBy(() -> Adapter.of(SPACE, new float[3])).hasMessageContaining("2 × 2");
    assertThatThrownBy(() -> Adapter.of(SPACE, new float[] {1, 0, Float.NaN, 1}))
        .hasMessageContaining("found NaN");
  }

  @Test
  void isKeptInAModelFile() throws IOException {
    Adapter adapter = Adapter.of(SPACE, new float[] {1, 2, 0, 1});
    Path file = folder.resolve("adapter.sors");
    ModelFile.write(adapter, file);
    Adapter read = ModelFile.readAdapter(file);
    assertThat(read.space()).isEqualTo(SPACE);
    assertThat(read.matrix()).isEqualTo(adapter.matrix());
    assertThat(read.provenance()).isEqualTo(adapter.provenance());
    assertThatThrownBy(() -> ModelFile.readMatrix(file))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("is an adapter for embeddings of 'a model' (2 numbers), and this");
    assertThat(ModelFile.readAny(file)).isInstanceOf(Adapter.class);
  }

  @Test
  void embeddingsAreReadFromAMappedFile() throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(5 + 4 * 4).order(ByteOrder.LITTLE_ENDIAN).position(5);
    bytes.putFloat(1).putFloat(0).putFloat(.6f).putFloat(.8f);
    Path file = Files.write(folder.resolve("vectors"), bytes.array());
    EmbeddingFile mapped = EmbeddingFile.map(SPACE, file, 5, 2);
    EmbeddingArray array =
        EmbeddingArray.copyOf(SPACE, List.of(new float[] {2, 0}, new float[] {3, 4}));
    for (Embeddings embeddings : List.of(mapped, array)) {
      assertThat(embeddings.size()).isEqualTo(2);
      assertThat(embeddings.vector(0)).containsExactly(1, 0);
      LocatedRows rows = new LocatedRows(2, 2);
      embeddings.locate(0, rows, 1);
      embeddings.locate(1, rows, 0);
      assertThat(rows.copy(0)).containsExactly(.6f, .8f);
      assertThat(rows.copy(1)).containsExactly(1, 0);
      assertThat(embeddings.contains(2)).isFalse();
      assertThatThrownBy(() -> embeddings.vector(2)).isInstanceOf(IndexOutOfBoundsException.class);
    }
    assertThatThrownBy(() -> EmbeddingFile.map(SPACE, file, 5, 3))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("which take 29 bytes, found 21 bytes");
    assertThatThrownBy(() -> EmbeddingFile.map(SPACE, file, 1, 2))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("expected a vector of length 1");
  }

  @Test
  void rowsOfAnArrayAreScaledInPlace() {
    float[] rows = {2, 0, 3, 4};
    EmbeddingArray array = EmbeddingArray.ofRows(SPACE, rows);
    assertThat(rows).containsExactly(1, 0, .6f, .8f);
    assertThat(array.vector(1)).containsExactly(.6f, .8f);
    assertThatThrownBy(() -> EmbeddingArray.ofRows(SPACE, new float[4]))
        .hasMessageContaining("embedding 0: all numbers are zero");
    assertThatThrownBy(() -> EmbeddingArray.ofRows(SPACE, new float[3]))
        .hasMessageContaining("rows of 2 numbers, found 3");
  }
}

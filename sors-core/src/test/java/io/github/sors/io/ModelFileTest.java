package io.github.sors.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import io.github.sors.BilinearModel;
import io.github.sors.FeatureRecipe;
import io.github.sors.InvalidInputException;
import io.github.sors.Model;
import io.github.sors.Normalization;
import io.github.sors.Provenance;
import io.github.sors.SparseVector;
import io.github.sors.VectorPart;
import io.github.sors.embedding.Adapter;
import io.github.sors.embedding.EmbeddingSpace;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelFileTest {

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void nameTheFile() {
    file = folder.resolve("model.sors");
  }

  private static BilinearModel model() {
    Normalization normalization =
        Normalization.parse("tf-idf,l2").fit(List.of(SparseVector.ofDense(1, 0, 1)));
    return BilinearModel.ofRows(
            2, 3, new long[] {0, 2, 3}, new int[] {0, 2, 1}, new float[] {1.5f, -2e-30f, 3e30f})
        .withFeatureNames(List.of("été", "夏"), List.of("a", "b", "c"))
        .withNormalization(normalization)
        .withProvenance(
            new Provenance(
                "sors-1", Map.of("lambda", "1.0E-6"), 12345, Map.of("data", "x.libsvm"), "0.1"));
  }

  @Test
  void whatIsReadIsWhatWasWritten() throws IOException {
    ModelFile.write(model(), file);
    BilinearModel read = ModelFile.readMatrix(file);
    assertThat(read.queryDimension()).isEqualTo(2);
    assertThat(read.itemDimension()).isEqualTo(3);
    assertThat(read.columnArray()).isEqualTo(model().columnArray());
    assertThat(read.valueArray()).isEqualTo(model().valueArray());
    assertThat(read.rowStart(1)).isEqualTo(2);
    assertThat(read.queryFeatures()).containsExactly("été", "夏");
    assertThat(read.itemFeatures()).containsExactly("a", "b", "c");
    assertThat(read.provenance()).isEqualTo(model().provenance());
    assertThat(read.normalization()).hasToString("tf-idf,l2");
    SparseVector vector = SparseVector.ofDense(1, 2, 3);
    assertThat(read.normalization().apply(vector)).isEqualTo(model().normalization().apply(vector));
  }

  @Test
  void aStreamHasTheBytesOfTheFile() throws IOException {
    Adapter adapter = Adapter.identity(new EmbeddingSpace("small-1", 3));
    for (Model written : List.of(model(), adapter)) {
      ModelFile.write(written, file);
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      ModelFile.write(written, out);
      assertThat(out.toByteArray()).isEqualTo(Files.readAllBytes(file));

      Model read = ModelFile.readAny(new ByteArrayInputStream(out.toByteArray()), "the blob");
      assertThat(read.provenance()).isEqualTo(written.provenance());
      if (read instanceof BilinearModel matrix) {
        assertThat(matrix.valueArray()).isEqualTo(model().valueArray());
      } else {
        assertThat(((Adapter) read).matrix()).isEqualTo(adapter.matrix());
      }

      byte[] half = Arrays.copyOf(out.toByteArray(), out.size() / 2);
      assertThatThrownBy(() -> ModelFile.readAny(new ByteArrayInputStream(half), "the blob"))
          .isInstanceOf(InvalidInputException.class)
          .hasMessageStartingWith("the blob is truncated");
      byte[] flipped = out.toByteArray();
      flipped[flipped.length / 2] ^= 1;
      assertThatThrownBy(() -> ModelFile.readAny(new ByteArrayInputStream(flipped), "the blob"))
          .isInstanceOf(InvalidInputException.class)
          .hasMessageStartingWith("the blob");
    }
  }

  @Test
  void keepsTheMeanOfEmbeddingsAndTheNameOfTheirModel() throws IOException {
    List<SparseVector> training =
        List.of(SparseVector.ofDense(1, 0, 1, 4), SparseVector.ofDense(0, 1, 3, 2));
    Normalization fitted =
        Normalization.parse("tf-idf,l2")
            .beside(new VectorPart(2, 2), Normalization.parse("l2,centre,l2"))
            .fit(training);
    ModelFile.write(
        model().withNormalization(fitted).withRecipe(FeatureRecipe.NONE.withEmbedding("small-1")),
        file);

    Model read = ModelFile.read(file);

    assertThat(read.normalization().vectorPart()).contains(new VectorPart(2, 2));
    assertThat(read.normalization().applyAll(training)).isEqualTo(fitted.applyAll(training));
    assertThat(read.recipe().embedding()).contains("small-1");
  }

  @Test
  void aDistanceStaysOne() throws IOException {
    BilinearModel distance =
        BilinearModel.ofRows(2, 2, new long[] {0, 1, 2}, new int[] {0, 1}, new float[] {1, 2})
            .withForm(BilinearModel.Form.DISTANCE);
    ModelFile.write(distance, file);
    assertThat(ModelFile.readMatrix(file).form()).isEqualTo(BilinearModel.Form.DISTANCE);
  }

  @Test
  void theSameModelGivesTheSameBytes() throws IOException {
    ModelFile.write(model(), file);
    Path other = folder.resolve("other.sors");
    ModelFile.write(model(), other);
    assertThat(other).hasSameBinaryContentAs(file);
  }

  @Test
  void anEmptyModelAndSharedNamesAreKept() throws IOException {
    BilinearModel empty =
        BilinearModel.ofRows(0, 0, new long[] {0}, new int[0], new float[0])
            .withFeatureNames(List.of("only"));
    ModelFile.write(empty, file);
    assertThat(ModelFile.readMatrix(file).nonZeros()).isZero();
    assertThat(ModelFile.readMatrix(file).itemFeatures()).containsExactly("only");
  }

  @Test
  void everyTruncationIsNoticed() throws IOException {
    ModelFile.write(model(), file);
    byte[] bytes = Files.readAllBytes(file);
    for (int length = 0; length < bytes.length; length++) {
      Files.write(file, Arrays.copyOf(bytes, length));
      assertThatThrownBy(() -> ModelFile.readMatrix(file))
          .as("%d of %d bytes", length, bytes.length)
          .isInstanceOf(InvalidInputException.class)
          .hasMessageContaining("model.sors");
    }
  }

  @Test
  void everyFlippedBitIsNoticed() throws IOException {
    ModelFile.write(model(), file);
    byte[] bytes = Files.readAllBytes(file);
    for (int at = 0; at < bytes.length; at++) {
      for (int bit = 0; bit < 8; bit++) {
        bytes[at] ^= (byte) (1 << bit);
        Files.write(file, bytes);
        try {
          ModelFile.readMatrix(file);
          fail("bit %d of byte %d of %d was flipped unnoticed", bit, at, bytes.length);
        } catch (InvalidInputException e) {
          assertThat(e).hasMessageContaining("model.sors");
        }
        bytes[at] ^= (byte) (1 << bit);
      }
    }
  }

  @Test
  void saysWhatAForeignFileIs() throws IOException {
    assertThatThrownBy(() -> ModelFile.readMatrix(file)).hasMessageContaining("there is no file");
    Files.createDirectory(file);
    assertThatThrownBy(() -> ModelFile.readMatrix(file)).hasMessageContaining("is a folder");
    Files.delete(file);
    Files.writeString(file, "1 1:2\n");
    assertThatThrownBy(() -> ModelFile.readMatrix(file)).hasMessageContaining("is not a sors file");
    Files.writeString(file, "1 1:2 2:3 3:4 4:5 5:6 6:7\n", StandardCharsets.US_ASCII);
    assertThatThrownBy(() -> ModelFile.readMatrix(file)).hasMessageContaining("is not a sors file");
    SectionWriter.write(file, FileKind.CHECKPOINT, writer -> {});
    assertThatThrownBy(() -> ModelFile.readMatrix(file))
        .hasMessageContaining("is a checkpoint, not a model");
    SectionWriter.write(file, FileKind.MODEL, writer -> {});
    assertThatThrownBy(() -> ModelFile.readMatrix(file))
        .hasMessageContaining("expected section 'provenance', found 'end'");
    for (int version : new int[] {1, 99}) {
      byte[] other = Files.readAllBytes(file);
      ByteBuffer.wrap(other).put(8, (byte) version);
      Files.write(file, other);
      assertThatThrownBy(() -> ModelFile.readMatrix(file))
          .hasMessageContaining("format version " + version + ", this version of sors reads 2");
    }
    ModelFile.write(model(), file);
    byte[] longer = Arrays.copyOf(Files.readAllBytes(file), (int) Files.size(file) + 8);
    Files.write(file, longer);
    assertThatThrownBy(() -> ModelFile.readMatrix(file))
        .hasMessageContaining("has bytes after its end");
  }

  @Test
  void aFailedWriteLeavesTheOldFileAndNothingElse() throws IOException {
    ModelFile.write(model(), file);
    byte[] before = Files.readAllBytes(file);
    assertThatThrownBy(
            () ->
                SectionWriter.write(
                    file,
                    FileKind.MODEL,
                    writer -> {
                      writer.begin("provenance");
                      writer.writeLong(1);
                      throw new IOException("No space left on device");
                    }))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("model.sors")
        .hasMessageContaining("No space left on device");
    assertThat(Files.readAllBytes(file)).isEqualTo(before);
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void saysWhyATargetCanNotBeWritten() {
    assertThatThrownBy(() -> ModelFile.write(model(), folder.resolve("none").resolve("m.sors")))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("there is no folder");
    assertThatThrownBy(() -> ModelFile.write(model(), folder))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("is a folder");
  }
}

package io.github.sors.data.format;

import static io.github.sors.data.format.Texts.assertSameRows;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.SparseVector;
import io.github.sors.data.Dataset;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LibsvmWriterTest {

  @TempDir Path folder;

  private static byte[] written(Dataset dataset) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    LibsvmWriter.write(dataset, out);
    return out.toByteArray();
  }

  @Test
  void writesNumbersAsShortAsTheyAre() throws IOException {
    Dataset dataset =
        new Dataset(
            "a",
            List.of(
                SparseVector.of(
                    new int[] {0, 2, 3, SparseVector.MAXIMUM_INDEX},
                    new float[] {1, -0.5f, 1e-10f, 16777215}),
                SparseVector.EMPTY),
            new int[] {1, 0},
            List.of("-1", "2.5"),
            List.of(),
            List.of());

    assertThat(new String(written(dataset), StandardCharsets.UTF_8))
        .isEqualTo("2.5 1:1 3:-0.5 4:1.0E-10 2147483639:16777215\n-1\n");
  }

  @Test
  void writesClassNumbersWhereNamesAreNoNumbers() throws IOException {
    Dataset dataset =
        new Dataset(
            "a",
            List.of(SparseVector.ofDense(1), SparseVector.ofDense(2)),
            new int[] {1, 0},
            List.of("7", "größer\nals"),
            List.of(),
            List.of());

    byte[] text = written(dataset);

    assertThat(new String(text, StandardCharsets.UTF_8))
        .isEqualTo("# class 0: 7\n# class 1: größer als\n1 1:1\n0 1:2\n");
    Dataset again = Texts.read(text, "a", ReadOptions.DEFAULT);
    assertThat(again.labels()).isEqualTo(dataset.labels());
    assertThat(again.vectors()).isEqualTo(dataset.vectors());
  }

  @ParameterizedTest
  @EnumSource
  void writesWhatReadsBackTheSame(Compressions compression) throws IOException {
    long seed = 1000;
    Random random = new Random(seed);
    for (int round = 0; round < 25; round++) {
      Dataset dataset = Texts.random(random);
      byte[] bytes = compression.compress(written(dataset));
      Dataset again = Texts.read(bytes, "again", ReadOptions.DEFAULT);
      assertSameRows(again, dataset, "seed " + seed + ", round " + round);
      assertThat(again.hash()).isEqualTo(dataset.hash());
    }
  }

  @Test
  void writesFiles() throws IOException {
    Dataset dataset = Texts.random(new Random(1));
    Path file = Files.writeString(folder.resolve("a.libsvm"), "what was there before".repeat(9999));

    LibsvmWriter.write(dataset, file);

    assertSameRows(DatasetReader.read(file), dataset, "seed 1");
  }
}

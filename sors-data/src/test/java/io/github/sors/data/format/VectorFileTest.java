package io.github.sors.data.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.FeatureRecipe;
import io.github.sors.InvalidInputException;
import io.github.sors.SparseVector;
import io.github.sors.data.Dataset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VectorFileTest {

  @TempDir Path folder;

  private Path write(List<SparseVector> vectors, FeatureRecipe recipe) throws IOException {
    Path file = folder.resolve("rows.vectors");
    VectorFile.write(
        file,
        List.of("grün", "blue"),
        recipe,
        sink -> {
          for (int row = 0; row < vectors.size(); row++) {
            sink.accept("row-" + row, row % 2 == 0 ? "even" : "odd", vectors.get(row));
          }
        });
    return file;
  }

  @Test
  void everythingComesBackAsItWas() throws IOException {
    List<SparseVector> vectors =
        List.of(SparseVector.ofDense(1, 2), SparseVector.EMPTY, SparseVector.ofDense(0, -0.5f));
    FeatureRecipe recipe = new FeatureRecipe(Map.of("analyzer", "x"), new float[] {3, 4});
    Dataset read = DatasetReader.read(write(vectors, recipe));

    assertThat(read.name()).isEqualTo("rows");
    assertThat(read.vectors()).isEqualTo(vectors);
    assertThat(read.labels()).containsExactly(0, 1, 0);
    assertThat(read.classNames()).containsExactly("even", "odd");
    assertThat(read.featureNames()).containsExactly("grün", "blue");
    assertThat(read.rowNames()).containsExactly("row-0", "row-1", "row-2");
    assertThat(read.recipe().settings()).isEqualTo(recipe.settings());
    assertThat(read.recipe().weights()).containsExactly(3, 4);
    // it goes along with the rows
    Dataset changed = read.select(new int[] {2}).named("other").map(vector -> vector);
    assertThat(changed.recipe()).isSameAs(read.recipe());
  }

  @Test
  void aDamagedFileOrOneOfNoRowsIsRefused() throws IOException {
    Path file = write(List.of(SparseVector.ofDense(1)), FeatureRecipe.NONE);
    assertThat(DatasetReader.read(file).recipe().isEmpty()).isTrue();
    byte[] bytes = Files.readAllBytes(file);
    bytes[60] ^= 1;
    Files.write(file, bytes);
    assertThatThrownBy(() -> DatasetReader.read(file))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("is damaged in its section 'rows'");
    Path empty = write(List.of(), FeatureRecipe.NONE);
    assertThatThrownBy(() -> DatasetReader.read(empty))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("found no rows");
  }

  @Test
  void itStandsAlone() throws IOException {
    Path file = write(List.of(SparseVector.ofDense(1)), FeatureRecipe.NONE);
    assertThatThrownBy(() -> DatasetReader.read(List.of(file, file), ReadOptions.DEFAULT))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("cannot be combined");
    assertThatThrownBy(
            () -> DatasetReader.read(List.of(file), ReadOptions.DEFAULT.withZeroBased(true)))
        .isInstanceOf(InvalidInputException.class);
  }
}

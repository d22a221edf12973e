package io.github.sors.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.BilinearModel;
import io.github.sors.learn.Algorithm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelFilesTest {

  @TempDir Path folder;

  @BeforeEach
  void needsSpark() {
    SharedSpark.start();
  }

  @Test
  void modelsMayBeInAnyFileSystem() throws IOException {
    Elsewhere.register(SharedSpark.session());
    LabelledRows rows = new LabelledRows(8, 50);
    for (String scheme : List.of("file://", Elsewhere.SCHEME + "://")) {
      for (long rounds : new long[] {50, 100}) {
        BilinearModel model =
            rows.learnt(Algorithm.ADASORS_II, LabelledRows.options(), 1, rounds).snapshot();
        String file = scheme + folder.toUri().getPath() + "models/model.sors";
        SorsSimilarityModel.of(SharedSpark.session(), model).writeSors(file);
        LabelledRows.assertSame(
            SorsSimilarityModel.readSors(SharedSpark.session(), file).toBilinear(), model);
        // nothing else is left, such as a half-written file
        assertThat(folder.resolve("models").toFile().list()).containsExactly("model.sors");
      }
      Files.delete(folder.resolve("models/model.sors"));
    }
    assertThat(Path.of("file:")).doesNotExist();
  }
}

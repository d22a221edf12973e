package io.github.sors.cli.export;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.BilinearModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StrongestPairsFileTest {

  @TempDir Path folder;

  @Test
  void pairsAreNamedAndSortedByStrength() throws IOException {
    BilinearModel model =
        BilinearModel.ofRows(
                3, 3, new long[] {0, 2, 2, 3}, new int[] {0, 2, 1}, new float[] {1.5f, -1e-9f, 2})
            .withFeatureNames(List.of("a\tb", "c", "été"));
    Path file = folder.resolve("m.tsv");
    StrongestPairsFile.write(model, 2, file);
    assertThat(Files.readAllLines(file))
        .containsExactly("query\titem\tweight", "été\tc\t2.0", "a b\ta b\t1.5");
  }
}

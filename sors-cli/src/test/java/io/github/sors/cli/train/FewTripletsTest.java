package io.github.sors.cli.train;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.cli.testing.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Triplets in a file are learnt once each, and who asked for more rounds is told. */
class FewTripletsTest {

  @TempDir Path folder;

  @Test
  void moreRoundsThanTripletsAreToldOf() throws IOException {
    Path rows = Files.writeString(folder.resolve("rows.libsvm"), "0 1:1\n0 1:2\n1 2:1\n1 2:2\n");
    Path triplets = Files.writeString(folder.resolve("triplets"), "0 1 2\n2 3 0\n1 0 3\n");
    List<Object> learn =
        List.of("train", rows, "--triplets", triplets, "--model", folder.resolve("rows.sors"));
    List<Object> with = List.of("--algorithm", "sors-1", "--rounds");
    assertThat(Outcome.of(learn, with, 7).succeeded().err())
        .isEqualTo(
            "note: learning all 3 triplets of "
                + triplets
                + " once: there are fewer than --rounds 7\n");
    assertThat(Outcome.of(learn, with, 3).succeeded().err()).isEmpty();
  }
}

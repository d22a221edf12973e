package io.github.sors.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.sors.BilinearModel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelExportTest {

  @TempDir Path folder;

  /** M = [[1.5, 0, -1e-9], [0, 0, 0], [0, 2, 0]]. */
  private static BilinearModel model() {
    return BilinearModel.ofRows(
            3, 3, new long[] {0, 2, 2, 3}, new int[] {0, 2, 1}, new float[] {1.5f, -1e-9f, 2})
        .withFeatureNames(List.of("a\tb", "c", "été"));
  }

  @Test
  void matrixMarketCountsFromOneAndKeepsEveryBit() throws IOException {
    Path file = folder.resolve("m.mtx");
    ModelExport.writeMatrixMarket(model(), file);
    assertThat(Files.readAllLines(file))
        .containsExactly(
            "%%MatrixMarket matrix coordinate real general",
            "% M of S(x, y) = x'My, rows are features of the query; by sors",
            "3 3 3",
            "1 1 1.5",
            "1 3 -1.0E-9",
            "3 2 2.0");
  }

  @Test
  void npzHoldsTheArraysOfCompressedRows() throws IOException {
    Path file = folder.resolve("m.npz");
    ModelExport.writeNpz(model(), file);
    Map<String, byte[]> arrays = new LinkedHashMap<>();
    try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(file))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        arrays.put(entry.getName(), zip.readAllBytes());
      }
    }
    assertThat(arrays)
        .containsOnlyKeys("indices.npy", "indptr.npy", "format.npy", "shape.npy", "data.npy");
    byte[] format = arrays.get("format.npy");
    String header = new String(format, 10, format.length - 13, StandardCharsets.US_ASCII);
    assertThat(header).startsWith("{'descr': '|S3', 'fortran_order': False, 'shape': (), }");
    assertThat((format.length - 3) % 64).isZero();
    assertThat(new String(format, format.length - 3, 3, StandardCharsets.US_ASCII))
        .isEqualTo("csr");
    // four row starts of four bytes after the header
    assertThat(arrays.get("indptr.npy").length % 64).isEqualTo(16);
  }

  @Test
  void scipyReadsTheNpz() throws IOException, InterruptedException {
    assumeTrue(
        run("import scipy.sparse").exitCode == 0,
        "skipped: no python3 with scipy on this machine to read the file");
    Path file = folder.resolve("m.npz");
    ModelExport.writeNpz(model(), file);
    Result result =
        run(
            "import scipy.sparse, sys; m = scipy.sparse.load_npz('"
                + file
                + "'); print(m.format, m.dtype, m.shape, m.toarray().tolist())");
    assertThat(result.output.strip())
        .startsWith("csr float32 (3, 3) [[1.5, 0.0, -9.99999971")
        .endsWith("[0.0, 0.0, 0.0], [0.0, 2.0, 0.0]]");
  }

  private record Result(int exitCode, String output) {}

  private static Result run(String program) throws IOException, InterruptedException {
    Process process;
    try {
      process = new ProcessBuilder("python3", "-c", program).redirectErrorStream(true).start();
    } catch (IOException e) {
      return new Result(-1, "no python3: " + e.getMessage());
    }
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      return new Result(-1, "python3 did not end");
    }
    return new Result(process.exitValue(), output);
  }
}

package io.github.sors.data.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.InvalidInputException;
import io.github.sors.SparseVector;
import io.github.sors.VectorPart;
import io.github.sors.data.Dataset;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NumpyMatrixTest {

  private static final String SINGLES = header("<f4", "False", "(2, 3)");
  private static final float[] VALUES = {1, -2.5f, 0, 1e-3f, 7, 0.1f};

  @TempDir private Path folder;

  private static String header(String type, String fortran, String shape) {
    return "{'descr': '" + type + "', 'fortran_order': " + fortran + ", 'shape': " + shape + ", }";
  }

  private static byte[] file(int version, String header, byte[] content) {
    int lengthBytes = version == 1 ? 2 : 4;
    ByteBuffer file =
        ByteBuffer.allocate(8 + lengthBytes + header.length() + content.length)
            .order(ByteOrder.LITTLE_ENDIAN);
    file.put((byte) 0x93).put("NUMPY".getBytes(StandardCharsets.US_ASCII));
    file.put((byte) version).put((byte) 0);
    if (version == 1) {
      file.putShort((short) header.length());
    } else {
      file.putInt(header.length());
    }
    return file.put(header.getBytes(StandardCharsets.US_ASCII)).put(content).array();
  }

  private static byte[] singles(float... values) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    for (float value : values) {
      bytes.putFloat(value);
    }
    return bytes.array();
  }

  private static NumpyMatrix read(byte[] file) throws IOException {
    return NumpyMatrix.read(new ByteArrayInputStream(file), "items.npy");
  }

  private static void assertRefused(byte[] file, String... parts) {
    assertThatThrownBy(() -> read(file))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith("items.npy: ")
        .hasMessageContainingAll(parts);
  }

  @Test
  void readsSinglesOfEveryVersionOfTheFormat() throws IOException {
    for (int version = 1; version <= 3; version++) {
      NumpyMatrix matrix = read(file(version, SINGLES, singles(VALUES)));

      assertThat(matrix.size()).isEqualTo(2);
      assertThat(matrix.columns()).isEqualTo(3);
      assertThat(matrix.row(0)).containsExactly(1, -2.5f, 0);
      assertThat(matrix.row(1)).containsExactly(1e-3f, 7, 0.1f);
    }
  }

  @Test
  void readsDoubles() throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putDouble(0.1).putDouble(-3);

    assertThat(read(file(1, header("<f8", "False", "(1, 2)"), bytes.array())).row(0))
        .containsExactly(0.1f, -3);
  }

  @Test
  void readsHalves() throws IOException {
    // 1, -2, 65504 (the largest), 2⁻¹⁴ (the smallest with a leading 1), 2⁻²⁴ (the smallest), 1/3
    int[] bits = {0x3c00, 0xc000, 0x7bff, 0x0400, 0x0001, 0x3555};
    ByteBuffer bytes = ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN);
    for (int half : bits) {
      bytes.putShort((short) half);
    }

    assertThat(read(file(1, header("<f2", "False", "(1, 6)"), bytes.array())).row(0))
        .containsExactly(1, -2, 65504, 0x1p-14f, 0x1p-24f, 0x1.554p-2f);
    assertRefused(
        file(1, header("<f2", "False", "(1, 1)"), new byte[] {0, 0x7c}), "found Infinity");
    assertRefused(file(1, header("<f2", "False", "(1, 1)"), new byte[] {1, 0x7c}), "found NaN");
  }

  @Test
  void readsAPlainOrCompressedFile() throws IOException {
    byte[] bytes = file(1, SINGLES, singles(VALUES));
    Path plain = Files.write(folder.resolve("items.npy"), bytes);
    Path gzip = Files.write(folder.resolve("items.npy.gz"), Compressions.GZIP.compress(bytes));

    for (Path path : List.of(plain, gzip)) {
      assertThat(NumpyMatrix.read(path).row(1)).containsExactly(1e-3f, 7, 0.1f);
    }
    assertThatThrownBy(() -> NumpyMatrix.read(folder.resolve("none.npy")))
        .hasMessageContaining("none.npy: there is no such file");
  }

  @Test
  void refusesWhatIsNoArray() {
    assertRefused("label 1:0.5\n".getBytes(StandardCharsets.US_ASCII), "\\x93NUMPY");
    assertRefused(new byte[0], "\\x93NUMPY");
    assertRefused(file(9, SINGLES, singles(VALUES)), "expected version 1, 2 or 3", "found 9");
    assertRefused(
        file(1, "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2,)}", new byte[8]),
        "expected an array of two dimensions");
    assertRefused(
        file(1, "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2, 1)}", new byte[8]),
        "expected 'descr' of a plain array");
  }

  @Test
  void refusesOtherLayoutsAndTypes() {
    assertRefused(
        file(1, header("<f4", "True", "(2, 3)"), singles(VALUES)),
        "found columns (Fortran order)",
        "numpy.ascontiguousarray");
    assertRefused(
        file(1, header(">f4", "False", "(2, 3)"), singles(VALUES)),
        "expected little-endian floats",
        "found '>f4'");
    assertRefused(file(1, header("<i8", "False", "(2, 3)"), singles(VALUES)), "found '<i8'");
    assertRefused(
        file(1, header("<f4", "False", "(6,)"), singles(VALUES)), "two dimensions", "(6,)");
    assertRefused(file(1, header("<f4", "False", "(1, 2, 3)"), singles(VALUES)), "(1, 2, 3)");
    assertRefused(file(1, header("<f4", "False", "(0, 3)"), new byte[0]), "at least one row");
    assertRefused(file(1, header("<f4", "False", "(2, 0)"), new byte[0]), "columns");
    assertRefused(
        file(1, header("<f4", "False", "(99999999999999999999, 3)"), new byte[0]), "shape");
  }

  @Test
  void refusesAFileThatIsTruncatedOrTooLong() {
    byte[] whole = file(1, SINGLES, singles(VALUES));

    assertRefused(
        Arrays.copyOf(whole, whole.length - 1),
        "expected 2 rows of 3 numbers, found the end in row 1");
    assertRefused(Arrays.copyOf(whole, 20), "expected a header, found the end");
    assertRefused(Arrays.copyOf(whole, 9), "expected a header, found the end");
    assertRefused(Arrays.copyOf(whole, whole.length + 1), "expected the end after 2 rows");
    // fails before it takes the memory that the header promises
    assertRefused(
        file(1, header("<f4", "False", "(2000000000, 65536)"), singles(VALUES)), "in row 0");
  }

  @Test
  void refusesRowsThatAreNoVectors() {
    assertRefused(
        file(1, SINGLES, singles(1, 2, 3, 4, Float.NaN, 6)), "found NaN in row 1, column 1");
    assertRefused(
        file(1, SINGLES, singles(Float.NEGATIVE_INFINITY, 2, 3, 4, 5, 6)),
        "found -Infinity in row 0, column 0");
    assertRefused(file(1, SINGLES, singles(1, 2, 3, 0, -0f, 0)), "found only zeros in row 1");
    ByteBuffer large = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putDouble(1e300);
    assertRefused(
        file(1, header("<f8", "False", "(1, 1)"), large.array()),
        "expected finite numbers of 32 bits",
        "found Infinity in row 0");
  }

  @Test
  void standsBesideTheRowsOfADataSet() throws IOException {
    Dataset items =
        new Dataset(
            "items",
            List.of(SparseVector.ofDense(5), SparseVector.EMPTY),
            new int[] {0, 1},
            List.of("a", "b"),
            List.of("term"),
            List.of("x", "y"));
    NumpyMatrix matrix = read(file(1, SINGLES, singles(VALUES)));

    Dataset both = matrix.beside(items, new VectorPart(1, 3));

    assertThat(both.vector(0)).isEqualTo(SparseVector.ofDense(5, 1, -2.5f, 0));
    assertThat(both.vector(1)).isEqualTo(SparseVector.ofDense(0, 1e-3f, 7, 0.1f));
    assertThat(both.rowNames()).containsExactly("x", "y");
    assertThat(both.label(1)).isEqualTo(1);
    assertThat(both.featureNames()).containsExactly("term");
    assertThatThrownBy(() -> matrix.beside(items.select(new int[] {1}), new VectorPart(1, 3)))
        .hasMessage("items.npy: expected 1 rows, one per item, found 2");
    assertThatThrownBy(() -> matrix.beside(items, new VectorPart(1, 4)))
        .hasMessageContaining("items.npy: expected 4 numbers, found 3");
  }

  @Test
  void readsOrRefusesMutatedFiles() throws IOException {
    byte[] original = file(1, SINGLES, singles(VALUES));
    Random random = new Random(6);
    int refused = 0;
    for (int round = 0; round < 2_000; round++) {
      byte[] bytes = original.clone();
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      try {
        assertThat(read(bytes).size()).isPositive();
      } catch (InvalidInputException e) {
        assertThat(e.getMessage()).as("round %d", round).hasLineCount(1);
        refused++;
      }
    }
    assertThat(refused).isBetween(200, 2_000);
  }
}

package io.github.sors.data.format;

import static io.github.sors.data.format.Texts.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.sors.InvalidInputException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

class CompressedInputTest {

  @TempDir Path folder;

  private static byte[] text(int length) {
    Random random = new Random(length);
    byte[] text = new byte[length];
    for (int i = 0; i < length; i++) {
      text[i] = (byte) ('a' + random.nextInt(26));
    }
    return text;
  }

  private static byte[] concatenated(byte[]... parts) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.write(part);
    }
    return all.toByteArray();
  }

  private byte[] readBack(byte[] bytes, String name) throws IOException {
    Path file = Files.write(folder.resolve(name), bytes);
    try (InputStream in = CompressedInput.open(file)) {
      return in.readAllBytes();
    }
  }

  @ParameterizedTest
  @EnumSource
  void readsWhatWasCompressedWhateverItsName(Compressions compression) throws IOException {
    for (int length : new int[] {0, 1, 2, 9, 10, 1000, 300_000}) {
      byte[] text = text(length);
      assertThat(readBack(compression.compress(text), "a.txt")).isEqualTo(text);
      assertThat(readBack(compression.compress(text), "a.gz")).isEqualTo(text);
    }
  }

  @ParameterizedTest
  @EnumSource
  void readsSeveralStreamsAsOne(Compressions compression) throws IOException {
    byte[] parts =
        concatenated(
            compression.compress(text(500)),
            compression.compress(text(0)),
            compression.compress(text(7)));
    assertThat(readBack(parts, "a")).isEqualTo(concatenated(text(500), text(7)));
  }

  @ParameterizedTest
  @EnumSource
  void readsSeveralStreamsFromAStreamThatNeverSaysThatMoreIsAvailable(Compressions compression)
      throws IOException {
    byte[] parts = concatenated(compression.compress(text(5)), compression.compress(text(6)));
    InputStream shy =
        new FilterInputStream(new ByteArrayInputStream(parts)) {
          @Override
          public int available() {
            return 0;
          }

          @Override
          public int read(byte[] bytes, int offset, int length) throws IOException {
            return super.read(bytes, offset, Math.min(length, 1));
          }
        };
    assertThat(CompressedInput.open(shy, "shy").readAllBytes())
        .isEqualTo(concatenated(text(5), text(6)));
  }

  @Test
  void readsSingleBytes() throws IOException {
    byte[] bytes = {(byte) 0xFF, 0, 7};
    try (InputStream in =
        CompressedInput.open(
            new ByteArrayInputStream(Compressions.GZIP.compress(bytes)), "bytes")) {
      assertThat(new int[] {in.read(), in.read(), in.read(), in.read()})
          .containsExactly(0xFF, 0, 7, -1);
    }
  }

  @Test
  void takesTextThatStartsLikeBzip2ForText() throws IOException {
    byte[] text = "BZh9 is how it starts".getBytes(StandardCharsets.US_ASCII);
    assertThat(readBack(text, "a.bz2")).isEqualTo(text);
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
  void namesTheFileThatIsTruncatedAnywhere(Compressions compression) throws IOException {
    byte[] whole = compression.compress(text(100));
    for (int length = 10; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      Path file = Files.write(folder.resolve("cut"), cut);
      assertRefused(() -> readBack(cut, "cut"), file + ": the ", "damaged or incomplete");
    }
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
  void namesTheFileWhoseSecondStreamIsTruncatedAnywhere(Compressions compression)
      throws IOException {
    byte[] first = compression.compress(text(50));
    byte[] both = concatenated(first, compression.compress(text(100)));
    // the reader of zstd does not see less than the four bytes that a stream begins with
    int shortest = compression == Compressions.ZSTD ? 4 : 1;
    for (int length = first.length + shortest; length < both.length; length++) {
      byte[] cut = Arrays.copyOf(both, length);
      assertRefused(
          () -> readBack(cut, "cut"), folder.resolve("cut") + ": the ", "damaged or incomplete");
    }
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
  void namesTheFileThatIsDamagedOrReadsItRight(Compressions compression) throws IOException {
    byte[] text = text(200);
    byte[] whole = compression.compress(text);
    long seed = 7;
    Random random = new Random(seed);
    for (int k = 0; k < 500; k++) {
      byte[] damaged = whole.clone();
      // the first ten bytes stay, so that it is still told for what it is
      damaged[10 + random.nextInt(whole.length - 10)] ^= (byte) (1 << random.nextInt(8));
      String description = "seed " + seed + ", case " + k;
      try {
        byte[] result =
            CompressedInput.open(new ByteArrayInputStream(damaged), "it").readAllBytes();
        assertThat(result).as(description).isEqualTo(text);
      } catch (InvalidInputException e) {
        assertThat(e.getMessage()).as(description).startsWith("it: ").hasLineCount(1);
      }
    }
  }

  @Test
  void refusesXzThatNeedsTooMuchMemory() throws IOException {
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    LZMA2Options options = new LZMA2Options(0);
    options.setDictSize(1 << 20);
    try (XZOutputStream out = new XZOutputStream(compressed, options)) {
      out.write(text(10));
    }
    byte[] greedy = compressed.toByteArray();
    // The block header holds the size of the dictionary as one byte: 16 is 1 MiB, 36 is 1 GiB.
    // Its checksum covers the bytes before, so both are replaced.
    int header = 12;
    int headerSize = (greedy[header] + 1) * 4;
    assertThat(greedy[header + 4]).isEqualTo((byte) 16);
    greedy[header + 4] = 36;
    java.util.zip.CRC32 checksum = new java.util.zip.CRC32();
    checksum.update(greedy, header, headerSize - 4);
    for (int i = 0; i < 4; i++) {
      greedy[header + headerSize - 4 + i] = (byte) (checksum.getValue() >>> (8 * i));
    }
    assertRefused(
        () -> CompressedInput.open(new ByteArrayInputStream(greedy), "a.xz").readAllBytes(),
        "a.xz: ",
        "at most 131072 KiB",
        "smaller dictionary");
  }

  @Test
  void saysThatAFileIsNotThere() {
    Path missing = folder.resolve("missing.libsvm");
    assertRefused(() -> CompressedInput.open(missing), missing + ": ", "no such file");
  }

  @Test
  void saysThatAFileIsADirectory() {
    assertRefused(() -> CompressedInput.open(folder), folder + ": ", "found a directory");
  }

  @Test
  void saysThatAPathLeadsThroughAFile() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "1");
    Path below = file.resolve("below");
    // Windows only says that there is no such file
    boolean posix = folder.getFileSystem().supportedFileAttributeViews().contains("posix");
    assertRefused(
        () -> CompressedInput.open(below),
        below + ": ",
        posix ? "cannot be opened" : "there is no such file");
  }

  @Test
  void saysThatAFileMayNotBeRead() throws IOException {
    Path secret = Files.writeString(folder.resolve("secret"), "1");
    assumeTrue(secret.toFile().setReadable(false), "this system does not protect files");
    assumeFalse(Files.isReadable(secret), "this user may read every file");
    assertRefused(() -> CompressedInput.open(secret), secret + ": ", "may not be read");
  }

  @ParameterizedTest
  @EnumSource
  void leavesAFailureOfTheDiskAFailureOfTheDisk(Compressions compression) {
    byte[] bytes = compression.compress(text(1000));
    InputStream failing =
        new FilterInputStream(new ByteArrayInputStream(bytes)) {
          private int left = 12;

          @Override
          public int read(byte[] target, int offset, int length) throws IOException {
            if (left == 0) {
              throw new IOException("the disk is gone");
            }
            int read = super.read(target, offset, Math.min(length, left));
            left -= read;
            return read;
          }
        };
    assertThatThrownBy(() -> CompressedInput.open(failing, "x").readAllBytes())
        .isInstanceOf(IOException.class)
        .hasMessage("the disk is gone");
  }
}

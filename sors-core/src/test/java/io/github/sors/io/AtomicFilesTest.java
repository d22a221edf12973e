package io.github.sors.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.sors.InvalidInputException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFilesTest {

  @TempDir private Path folder;

  @Test
  void aTextIsWrittenWholeOrNotAtAll() throws IOException {
    Path file = folder.resolve("text");
    AtomicFiles.replaceText(file, writer -> writer.write("größer\n"));
    assertThat(file).hasContent("größer");

    assertThatThrownBy(
            () ->
                AtomicFiles.replaceText(
                    file,
                    writer -> {
                      writer.write("x".repeat(1 << 20));
                      throw new IOException("the disk is full");
                    }))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("the disk is full; the old file, if any, is untouched");

    assertThat(file).hasContent("größer");
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
  }

  /** Without that, a loss of power may leave an empty file under the new name. */
  @Test
  void theContentIsForcedToTheDiskAndThenTheNewName() throws Exception {
    assumeTrue(File.separatorChar == '/', "a folder cannot be forced here");
    Path file = folder.resolve("text");
    List<String> forced =
        forced(
            () -> {
              AtomicFiles.replaceText(file, writer -> writer.write("x"));
              return file;
            });
    assertThat(forced).hasSize(2);
    assertThat(forced.get(0)).startsWith(folder + "/.text.").endsWith(".tmp");
    assertThat(forced.get(1)).isEqualTo(folder.toString());
  }

  /** The files that were forced to the disk, as the JVM itself records it. */
  private List<String> forced(Callable<?> change) throws Exception {
    Path recorded = folder.resolve("recorded.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("jdk.FileForce").withoutThreshold();
      recording.start();
      change.call();
      recording.stop();
      recording.dump(recorded);
    }
    return RecordingFile.readAllEvents(recorded).stream()
        .map(force -> force.getString("path"))
        .toList();
  }

  @Test
  void aDeviceIsWrittenToAndNotReplaced() throws IOException {
    Path device = Path.of("/dev/null");
    assumeTrue(Files.exists(device), "there is no /dev/null");
    AtomicFiles.replaceText(device, writer -> writer.write("gone"));
    assertThat(Files.isRegularFile(device)).isFalse();
    assertThat(device).exists();
  }

  @Test
  void aFolderIsRefused() {
    assertThatThrownBy(() -> AtomicFiles.replaceText(folder, writer -> writer.write("x")))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("is a folder");
  }
}

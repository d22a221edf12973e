package io.github.sors.server.collection.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.InvalidInputException;
import io.github.sors.server.collection.CollectionLimits;
import io.github.sors.server.collection.CollectionSettings;
import io.github.sors.server.collection.RequestKey;
import io.github.sors.server.collection.live.Samples;
import io.github.sors.server.collection.live.TeachableCollection;
import io.github.sors.server.collection.state.SnapshotFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is done with log files that are not as they should be. */
class LogFilesTest {

  private static final int ITEMS = 12;
  private static final int ROUNDS = 6;

  @TempDir Path folder;

  private TeachableCollection open() throws IOException {
    return TeachableCollection.open(folder, CollectionSettings.DEFAULT, CollectionLimits.DEFAULT);
  }

  @BeforeEach
  void teach() throws IOException {
    SplittableRandom random = new SplittableRandom(1);
    try (TeachableCollection collection = open()) {
      collection.put(Samples.items(random, ITEMS)).join();
      for (int k = 0; k < ROUNDS; k++) {
        collection.teach(List.of(Samples.comparison(random, ITEMS)), RequestKey.NONE).join();
      }
    }
  }

  private Map<String, byte[]> contents() throws IOException {
    Map<String, byte[]> contents = new HashMap<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        contents.put(file.getFileName().toString(), Files.readAllBytes(file));
      }
    }
    return contents;
  }

  private void removeSnapshots() throws IOException {
    SnapshotFiles snapshots = new SnapshotFiles(folder);
    for (long number : snapshots.numbers()) {
      snapshots.remove(number);
    }
  }

  @Test
  void aLogThatIsNoneOrOfAnotherVersionIsRefusedAndNotTouched() throws IOException {
    removeSnapshots();
    Path log = LogSegment.all(folder).get(0).file();
    byte[] original = Files.readAllBytes(log);
    byte[] random = new byte[original.length];
    new SplittableRandom(2).nextBytes(random);
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(original);
    }
    byte[] future = random.clone();
    System.arraycopy("SORSLOG2".getBytes(StandardCharsets.US_ASCII), 0, future, 0, 8);
    Map<String, byte[]> logs = new LinkedHashMap<>();
    logs.put("zeros", new byte[original.length]);
    logs.put("random bytes", random);
    logs.put("gzip", packed.toByteArray());
    logs.put("a future version", future);
    for (Map.Entry<String, byte[]> unknown : logs.entrySet()) {
      Files.write(log, unknown.getValue());
      Map<String, byte[]> before = contents();
      assertThatThrownBy(this::open)
          .as(unknown.getKey())
          .isInstanceOf(InvalidInputException.class)
          .hasMessageContaining("does not start like a log of this version");
      assertThatThrownBy(() -> TeachableCollection.repair(folder))
          .as(unknown.getKey())
          .isInstanceOf(InvalidInputException.class)
          .hasMessageContaining("nothing was changed");
      assertThat(contents()).as(unknown.getKey()).containsExactlyInAnyOrderEntriesOf(before);
    }
    Files.write(log, original);
    try (TeachableCollection collection = open()) {
      assertThat(collection.learnt().progress().rounds()).isEqualTo(ROUNDS);
    }
  }

  @Test
  void aRecordOfAnUnknownKindIsRefusedAndNotTouched() throws IOException {
    removeSnapshots();
    try (CollectionLog log = CollectionLog.open(folder, 0)) {
      log.append(List.of(new byte[] {99, 1, 2, 3}));
    }
    Map<String, byte[]> before = contents();
    assertThatThrownBy(this::open).isInstanceOf(IOException.class).hasMessageContaining("newer");
    assertThatThrownBy(() -> TeachableCollection.repair(folder)).hasMessageContaining("newer");
    assertThat(contents()).containsExactlyInAnyOrderEntriesOf(before);
  }

  /** Without that, a loss of power may take what was acknowledged. */
  @Test
  void recordsAreForcedToTheDiskBeforeTheyCount(@TempDir Path recorded) throws Exception {
    Path file = recorded.resolve("recorded.jfr");
    Path log;
    try (CollectionLog opened = CollectionLog.open(folder, 0);
        Recording recording = new Recording()) {
      log = opened.end().segment().file();
      recording.enable("jdk.FileForce").withoutThreshold();
      recording.start();
      opened.append(List.of(new byte[] {1}));
      opened.append(List.of(new byte[] {2}, new byte[] {3}));
      recording.stop();
      recording.dump(file);
    }
    assertThat(RecordingFile.readAllEvents(file))
        .extracting(force -> force.getString("path"))
        .containsExactly(log.toString(), log.toString());
  }

  /** What a full disk left behind before: files that could be created, but not written to. */
  @Test
  void emptySegmentsAreIgnored() throws IOException {
    for (int size : new int[] {0, 3, 8}) {
      byte[] head = Arrays.copyOf(LogSegment.HEAD, size);
      Files.write(LogSegment.named(folder, 4).file(), head);
      Files.write(LogSegment.named(folder, 6).file(), head);
      Files.write(LogSegment.named(folder, 1000).file(), new byte[size]);
      long rounds;
      try (TeachableCollection collection = open()) {
        rounds = collection.learnt().progress().rounds();
        collection
            .teach(List.of(Samples.comparison(new SplittableRandom(3), ITEMS)), RequestKey.NONE)
            .join();
      }
      assertThat(TeachableCollection.repair(folder)).contains("nothing to repair");
      removeSnapshots();
      try (TeachableCollection collection = open()) {
        assertThat(collection.learnt().progress().rounds()).isEqualTo(rounds + 1);
      }
    }
  }
}

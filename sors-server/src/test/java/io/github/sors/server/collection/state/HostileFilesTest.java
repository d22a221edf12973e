package io.github.sors.server.collection.state;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.github.sors.BilinearModel;
import io.github.sors.FeatureRecipe;
import io.github.sors.InvalidInputException;
import io.github.sors.Model;
import io.github.sors.Normalization;
import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import io.github.sors.index.IndexFile;
import io.github.sors.index.IndexView;
import io.github.sors.index.IndexedItem;
import io.github.sors.index.VectorIndex;
import io.github.sors.index.WeightedQuery;
import io.github.sors.io.ModelFile;
import io.github.sors.learn.Algorithm;
import io.github.sors.learn.Checkpoint;
import io.github.sors.learn.EncoderLearner;
import io.github.sors.learn.EncoderOptions;
import io.github.sors.learn.OnlineBilinearLearner;
import io.github.sors.server.collection.CollectionSettings;
import io.github.sors.server.collection.Outcome;
import io.github.sors.server.collection.RequestKey;
import io.github.sors.server.collection.StoredItem;
import io.github.sors.server.collection.log.Comparison;
import io.github.sors.server.collection.log.LogRecord;
import io.github.sors.server.collection.model.CollectionStart;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Files whose numbers were altered and whose checksums were mended: each is refused, or read as
 * something that works, and takes little memory to find out.
 */
class HostileFilesTest {

  // what any of these small files may take to be read and tried
  private static final long MOST_BYTES = 24L << 20;
  private static final long SEED = 20151114;

  @TempDir private Path folder;

  /** Reads a file and uses what was read. */
  @FunctionalInterface
  private interface Trial {
    void run() throws IOException;
  }

  @Test
  void models() throws IOException {
    Path file = folder.resolve("some.sors");
    ModelFile.write(model(), file);
    attack(
        file,
        () -> {
          Model read = ModelFile.read(file);
          read.score(vector(0, 1, 2), vector(1, 3));
          read.normalization().apply(vector(0, 1));
        });
  }

  @Test
  void encoders() throws IOException {
    EncoderLearner learner =
        new EncoderLearner(EncoderOptions.DEFAULT.withDimensions(4).withEta(0.1));
    learner.learn(new Triplet(vector(0, 2), vector(1, 3), vector(2)));
    Path model = folder.resolve("encoder.sors");
    ModelFile.write(learner.snapshot(), model);
    attack(model, () -> ModelFile.read(model).score(vector(0, 1, 2), vector(1, 3)));
    Path checkpoint = folder.resolve("encoder.checkpoint");
    new Checkpoint(learner, Map.of()).write(checkpoint);
    attack(
        checkpoint,
        () ->
            Checkpoint.read(checkpoint)
                .learner()
                .learn(new Triplet(vector(0, 2), vector(1, 3), vector(2))));
  }

  @Test
  void sparseIndexes() throws IOException {
    attackIndex(
        List.of(
            new IndexedItem("a", vector(0, 3), "x"),
            new IndexedItem("b", vector(1, 3, 70_000), "y"),
            new IndexedItem("bä", vector(), "x")));
  }

  @Test
  void denseIndexes() throws IOException {
    List<IndexedItem> items = new ArrayList<>();
    for (int k = 0; k < 64; k++) {
      items.add(new IndexedItem("item" + k, SparseVector.ofDense(k + 1, 2, 1), "x"));
    }
    attackIndex(items);
  }

  private void attackIndex(List<IndexedItem> items) throws IOException {
    VectorIndex index = new VectorIndex();
    index.putAll(items);
    Path file = folder.resolve("some.index");
    IndexFile.write(index.view(), Normalization.L2, file);
    WeightedQuery query = WeightedQuery.of(vector(0, 1, 2, 3));
    attack(
        file,
        () -> {
          IndexView read = IndexFile.read(file).index().view();
          read.search(query, 3).forEach(hit -> read.get(hit.id()));
          read.items();
        });
  }

  @ParameterizedTest
  @EnumSource(
      value = Algorithm.class,
      names = {"SORS_I", "ADASORS_II", "AROMA"})
  void checkpoints(Algorithm algorithm) throws IOException {
    OnlineBilinearLearner learner = algorithm.create(Map.of());
    learner.setDenseLimit(algorithm == Algorithm.SORS_I ? 0 : 1000);
    Triplet triplet = new Triplet(vector(0, 2), vector(1, 3), vector(2));
    learner.learn(triplet);
    learner.learn(new Triplet(vector(1), vector(0), vector(5)));
    Path file = folder.resolve("some.checkpoint");
    new Checkpoint(learner, Map.of("record", "7")).write(file);
    attack(
        file,
        () -> {
          OnlineBilinearLearner read = Checkpoint.read(file).bilinearLearner();
          read.score(triplet.query(), triplet.positive());
          try {
            read.learn(triplet);
          } catch (IllegalArgumentException e) {
            // entries of any size are valid, though such a round may leave the range of floats
            assertThat(e).hasMessageMatching(".*(finite|range of floats).*");
          }
        });
  }

  @Test
  void snapshots() throws IOException {
    CollectionSettings settings =
        new CollectionSettings("sors-1", Map.of("eta", "0.5"), "standard");
    CollectionState state =
        new CollectionState(
            CollectionStart.open(settings, folder),
            Algorithm.SORS_I.create(Map.of("eta", "0.5")),
            7);
    state.features().addAll(List.of("sun", "rain", "wind"));
    state.restoreItems(
        List.of(
            new StoredItem("a", "A", "x", vector(0, 1)), new StoredItem("b", "B", "y", vector(2))));
    state.apply(
        7,
        new LogRecord.Taught(
            List.of(),
            List.of(
                new Comparison("a", SparseVector.EMPTY, "a", "b"),
                new Comparison("", vector(0), "a", "b")),
            RequestKey.NONE,
            0,
            true));
    state.taughtItems().add("a");
    state.undoable().addLast(5L);
    state.keys().add(new RequestKey("k", 3), new Outcome(5, 1, 1, 0.5, false));
    SnapshotFiles files = new SnapshotFiles(folder);
    try (FrozenState frozen = state.freeze(() -> {})) {
      files.write(frozen);
    }
    attack(
        folder.resolve("snapshot-0000000000000000007.items"),
        () -> {
          CollectionState read = files.read(7, true);
          read.index().search(WeightedQuery.of(vector(0, 1, 2)), 2);
          read.features().size();
        });
  }

  private static SparseVector vector(int... features) {
    float[] values = new float[features.length];
    for (int k = 0; k < values.length; k++) {
      values[k] = k + 1;
    }
    return SparseVector.of(features, values);
  }

  private static BilinearModel model() {
    OnlineBilinearLearner learner = Algorithm.ADASORS_I.create(Map.of());
    learner.learn(new Triplet(vector(0, 2), vector(1, 3), vector(2)));
    return learner
        .snapshot()
        .withFeatureNames(List.of("sun", "rain", "wind", "ice"))
        .withRecipe(new FeatureRecipe(Map.of("analyzer", "plain"), new float[] {1, 2, 3, 4}));
  }

  /** How many alterations of a file are tried, drawn from all that there are. */
  int mostAlterations() {
    return 800;
  }

  /** Alters a file in many places, tries each, and restores it. */
  private void attack(Path file, Trial trial) throws IOException {
    byte[] whole = Files.readAllBytes(file);
    trial.run();
    List<byte[]> altered = alterations(whole);
    SplittableRandom random = new SplittableRandom(SEED);
    int refused = 0;
    int tried = 0;
    for (byte[] bytes : altered) {
      if (random.nextInt(altered.size()) >= mostAlterations()) {
        continue;
      }
      overwrite(file, bytes);
      tried++;
      refused += isRefused(trial, whole, bytes) ? 1 : 0;
    }
    overwrite(file, whole);
    trial.run();
    assertThat(refused).as("of %d altered files", tried).isBetween(tried / 4, tried - 1);
  }

  /** Writes as many bytes as there are; a file that is emptied first goes to the disk each time. */
  private static void overwrite(Path file, byte[] bytes) throws IOException {
    Files.write(file, bytes, StandardOpenOption.WRITE);
  }

  private static boolean isRefused(Trial trial, byte[] whole, byte[] bytes) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    boolean refused = false;
    try {
      trial.run();
    } catch (InvalidInputException | IOException e) {
      refused = true;
    } catch (Exception | OutOfMemoryError e) {
      throw new AssertionError("where " + difference(whole, bytes), e);
    }
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(allocated).as("bytes where %s", difference(whole, bytes)).isLessThan(MOST_BYTES);
    return refused;
  }

  private static String difference(byte[] whole, byte[] bytes) {
    int from = Arrays.mismatch(whole, bytes);
    return "byte "
        + from
        + " of "
        + whole.length
        + " begins "
        + HexFormat.of().formatHex(bytes, from, Math.min(from + 8, bytes.length))
        + " instead of "
        + HexFormat.of().formatHex(whole, from, Math.min(from + 8, whole.length));
  }

  /** Copies of a file of sections with one number altered each, and good checksums. */
  private static List<byte[]> alterations(byte[] whole) {
    List<byte[]> copies = new ArrayList<>();
    ByteBuffer file = ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN);
    for (int start = 16; start < whole.length; ) {
      int length = (int) file.getLong(start + 16);
      int content = start + 24;
      for (int at = content; at < content + length; at++) {
        for (int value : new int[] {0, 1, 0x7f, 0x80, 0xff, whole[at] + 1, whole[at] - 1}) {
          byte[] copy = whole.clone();
          copy[at] = (byte) value;
          addMended(copies, whole, copy, start, length);
        }
        if (at + 4 <= content + length) {
          int old = file.getInt(at);
          int[] values = {
            -1,
            Integer.MIN_VALUE,
            Integer.MAX_VALUE,
            Integer.MAX_VALUE - 9,
            1 << 28,
            1 << 20,
            old + 1,
            old - 1,
            2 * old,
            Float.floatToIntBits(Float.NaN)
          };
          for (int value : values) {
            byte[] copy = whole.clone();
            ByteBuffer.wrap(copy).order(ByteOrder.LITTLE_ENDIAN).putInt(at, value);
            addMended(copies, whole, copy, start, length);
          }
        }
      }
      start = content + length + (-length & 7) + 8;
    }
    return copies;
  }

  private static void addMended(
      List<byte[]> copies, byte[] whole, byte[] copy, int start, int length) {
    if (Arrays.equals(whole, copy)) {
      return;
    }
    CRC32C checksum = new CRC32C();
    checksum.update(copy, start, 16);
    checksum.update(copy, start + 24, length);
    checksum.update(copy, start + 16, 8);
    ByteBuffer.wrap(copy)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(start + 24 + length + (-length & 7), (int) checksum.getValue());
    copies.add(copy);
  }
}

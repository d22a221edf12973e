package io.github.sors.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.BilinearModel;
import io.github.sors.InvalidInputException;
import io.github.sors.Triplet;
import io.github.sors.io.ModelFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CheckpointTest {

  // strong shrinkage, so that the matrix settles several times before and after the checkpoint
  private static final Map<String, String> OPTIONS =
      Map.of("lambda", "0.01", "eta", "0.2", "delta", "0.05", "c", "0.05");

  @TempDir Path folder;

  private static List<Triplet> triplets(int count) {
    RandomTriplets random = new RandomTriplets(7, 60, 60, 0.1);
    List<Triplet> triplets = new ArrayList<>();
    for (int round = 0; round < count; round++) {
      // features turn up late, also after the checkpoint
      int limit = Math.min(60, 10 + round / 40);
      triplets.add(random.nextBelow(limit, limit));
    }
    return triplets;
  }

  @ParameterizedTest
  @EnumSource(Algorithm.class)
  void aResumedLearnerGoesOnAsIfItHadNeverStopped(Algorithm algorithm) throws IOException {
    List<Triplet> triplets = triplets(3000);
    OnlineBilinearLearner whole = algorithm.create(OPTIONS);
    triplets.forEach(whole::learn);

    OnlineBilinearLearner first = algorithm.create(OPTIONS);
    triplets.subList(0, 1237).forEach(first::learn);
    Path file = folder.resolve("learner.checkpoint");
    new Checkpoint(first, Map.of("position", "1237")).write(file);
    Checkpoint checkpoint = Checkpoint.read(file);
    OnlineBilinearLearner second = checkpoint.bilinearLearner();
    List<Double> losses = new ArrayList<>();
    second.addListener((round, loss) -> losses.add(loss));
    triplets.subList(1237, 3000).forEach(second::learn);

    assertThat(checkpoint.context()).isEqualTo(Map.of("position", "1237"));
    assertThat(second.progress()).isEqualTo(whole.progress());
    assertThat(losses).hasSize(3000 - 1237);
    assertThat(bytesOf(second.snapshot())).isEqualTo(bytesOf(whole.snapshot()));
  }

  @ParameterizedTest
  @EnumSource(Algorithm.class)
  void snapshotsDoNotDisturbTheLearner(Algorithm algorithm) throws IOException {
    OnlineBilinearLearner disturbed = algorithm.create(OPTIONS);
    OnlineBilinearLearner undisturbed = algorithm.create(OPTIONS);
    for (Triplet triplet : triplets(1000)) {
      undisturbed.learn(triplet);
      disturbed.learn(triplet);
      if (disturbed.progress().rounds() % 100 == 0) {
        disturbed.snapshot();
      }
    }
    assertThat(bytesOf(disturbed.snapshot())).isEqualTo(bytesOf(undisturbed.snapshot()));
  }

  @ParameterizedTest
  @EnumSource(Algorithm.class)
  void settlingInMidStreamChangesNothingBeyondRounding(Algorithm algorithm) {
    OnlineBilinearLearner settled = algorithm.create(OPTIONS);
    OnlineBilinearLearner unsettled = algorithm.create(OPTIONS);
    for (Triplet triplet : triplets(1000)) {
      assertThat(settled.learn(triplet)).isCloseTo(unsettled.learn(triplet), offset());
      if (settled.progress().rounds() % 83 == 0) {
        settled.settle();
        settled.settle();
      }
    }
    BilinearModel one = settled.snapshot();
    BilinearModel other = unsettled.snapshot();
    for (int i = 0; i < one.queryDimension(); i++) {
      for (int j = 0; j < one.itemDimension(); j++) {
        assertThat((double) one.get(i, j)).isCloseTo(other.get(i, j), offset());
      }
    }
  }

  private static Offset<Double> offset() {
    return Offset.offset(1e-4);
  }

  @Test
  void aModelFileIsNoCheckpoint() throws IOException {
    OnlineBilinearLearner learner = Algorithm.SORS_I.create(OPTIONS);
    triplets(10).forEach(learner::learn);
    Path file = folder.resolve("model.sors");
    ModelFile.write(learner.snapshot(), file);
    assertThatThrownBy(() -> Checkpoint.read(file))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("is a model, not a checkpoint");
  }

  /** A section twice, with its good checksum, and the header and the end as they were. */
  @Test
  void aCheckpointWithMoreThanALearnerIsRefused() throws IOException {
    OnlineBilinearLearner learner = Algorithm.SORS_I.create(OPTIONS);
    triplets(10).forEach(learner::learn);
    Path file = folder.resolve("learner.checkpoint");
    new Checkpoint(learner, Map.of()).write(file);
    ByteBuffer whole = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    int start = 16;
    int length = (int) whole.getLong(start + 16);
    int size = 24 + length + (-length & 7) + 8;
    int end = whole.capacity() - 32;
    byte[] longer =
        ByteBuffer.allocate(whole.capacity() + size)
            .put(whole.slice(0, end))
            .put(whole.slice(start, size))
            .put(whole.slice(end, 32))
            .array();
    Files.write(file, longer);
    assertThatThrownBy(() -> Checkpoint.read(file))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("is not a checkpoint that sors wrote");
  }

  private byte[] bytesOf(BilinearModel model) throws IOException {
    Path file = folder.resolve("model.sors");
    ModelFile.write(model, file);
    return Files.readAllBytes(file);
  }
}

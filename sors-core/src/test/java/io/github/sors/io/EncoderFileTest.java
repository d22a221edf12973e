package io.github.sors.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.InvalidInputException;
import io.github.sors.Normalization;
import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import io.github.sors.encoder.EncoderModel;
import io.github.sors.learn.EncoderLearner;
import io.github.sors.learn.EncoderOptions;
import io.github.sors.learn.FeatureSpaces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EncoderFileTest {

  @TempDir Path folder;

  private static EncoderModel model(FeatureSpaces spaces) {
    EncoderLearner learner =
        new EncoderLearner(
            EncoderOptions.DEFAULT.withDimensions(24).withSeed(7).withSpaces(spaces));
    for (int round = 0; round < 300; round++) {
      learner.learn(
          new Triplet(
              SparseVector.of(new int[] {round % 90, 200}, new float[] {1, 2}),
              SparseVector.of(new int[] {round % 80 + 1}, new float[] {1}),
              SparseVector.of(new int[] {round % 7, 150}, new float[] {1, -1})));
    }
    EncoderModel learnt = learner.snapshot();
    return learnt.withDescription(
        learnt
            .description()
            .withNormalization(Normalization.parse("l2"))
            .withFeatureNames(List.of("a", "b"), List.of("c")));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatIsReadIsWhatWasWritten(boolean shared) throws IOException {
    EncoderModel written = model(shared ? FeatureSpaces.UNKNOWN : FeatureSpaces.separate(0, 0));
    Path file = folder.resolve("encoder.sors");
    ModelFile.write(written, file);

    EncoderModel read = (EncoderModel) ModelFile.read(file);

    assertThat(read.queryDimension()).isEqualTo(201);
    assertThat(read.itemDimension()).isEqualTo(shared ? 201 : 151);
    assertThat(read.isShared()).isEqualTo(shared);
    assertThat(read.encodingLength()).isEqualTo(24);
    assertThat(read.provenance()).isEqualTo(written.provenance());
    assertThat(read.normalization()).hasToString("l2");
    assertThat(read.queryFeatures()).containsExactly("a", "b");
    assertThat(read.itemFeatures()).containsExactly("c");
    // 500 was never seen: it has the row that it would have started from
    for (int feature : new int[] {0, 5, 89, 90, 150, 200, 500}) {
      assertThat(read.queryRow(feature)).isEqualTo(written.queryRow(feature));
      assertThat(read.itemRow(feature)).isEqualTo(written.itemRow(feature));
    }
  }

  @Test
  void whoNeedsAMatrixIsToldThatThisIsAnEncoder() throws IOException {
    Path file = folder.resolve("encoder.sors");
    ModelFile.write(model(FeatureSpaces.UNKNOWN), file);
    assertThatThrownBy(() -> ModelFile.readMatrix(file))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("is an encoder");
  }

  @Test
  void aDamagedFileIsRefused() throws IOException {
    Path file = folder.resolve("encoder.sors");
    ModelFile.write(model(FeatureSpaces.UNKNOWN), file);
    byte[] bytes = Files.readAllBytes(file);
    for (int at = 0; at < bytes.length; at += 211) {
      byte[] damaged = bytes.clone();
      damaged[at] ^= 4;
      Files.write(file, damaged);
      assertThatThrownBy(() -> ModelFile.read(file))
          .as("byte %s", at)
          .isInstanceOf(InvalidInputException.class);
    }
  }
}

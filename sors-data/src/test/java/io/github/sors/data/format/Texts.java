package io.github.sors.data.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.sors.InvalidInputException;
import io.github.sors.SparseVector;
import io.github.sors.data.Dataset;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** What tests of readers share: texts in, data sets out, and what an error has to look like. */
final class Texts {

  private Texts() {}

  static Dataset read(String text, String name, ReadOptions options) throws IOException {
    return read(text.getBytes(StandardCharsets.UTF_8), name, options);
  }

  static Dataset read(byte[] bytes, String name, ReadOptions options) throws IOException {
    return DatasetReader.read(new ByteArrayInputStream(bytes), name, options);
  }

  static Path write(Path folder, String name, String text) {
    try {
      return Files.writeString(folder.resolve(name), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Asserts that a call is refused in one line that begins with the place and holds the words. */
  static void assertRefused(ThrowingCallable call, String place, String... words) {
    Throwable thrown = catchThrowable(call);
    assertThat(thrown).isInstanceOf(InvalidInputException.class);
    assertThat(thrown.getMessage()).startsWith(place).hasLineCount(1).hasSizeLessThan(400);
    for (String word : words) {
      assertThat(thrown.getMessage()).contains(word);
    }
  }

  /** A data set of random shape whose classes are numbers. */
  static Dataset random(Random random) {
    int rows = 1 + random.nextInt(40);
    int dimension = 1 + random.nextInt(200);
    int classes = 1 + random.nextInt(5);
    List<SparseVector> vectors = new ArrayList<>();
    int[] labels = new int[rows];
    for (int row = 0; row < rows; row++) {
      // the first rows see to it that no class is empty
      labels[row] = row < classes ? row : random.nextInt(classes);
      float[] values = new float[dimension];
      double density = random.nextDouble();
      for (int j = 0; j < dimension; j++) {
        values[j] = random.nextDouble() < density ? randomValue(random) : 0;
      }
      vectors.add(SparseVector.ofDense(values));
    }
    List<String> classNames =
        List.of("-3", "-1.5", "0", "7", "1E+30").subList(0, Math.min(rows, classes));
    return new Dataset("random", vectors, labels, classNames, List.of(), List.of());
  }

  private static float randomValue(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> random.nextInt(2001) - 1000;
      case 1 -> random.nextFloat();
      case 2 -> (float) random.nextGaussian() * 1e20f;
      default -> {
        float any = Float.intBitsToFloat(random.nextInt());
        yield Float.isFinite(any) ? any : Float.MIN_VALUE;
      }
    };
  }

  static void assertSameRows(Dataset actual, Dataset expected, String description) {
    assertThat(actual.vectors()).as(description).isEqualTo(expected.vectors());
    assertThat(actual.labels()).as(description).isEqualTo(expected.labels());
    assertThat(actual.classNames()).as(description).isEqualTo(expected.classNames());
  }
}

package io.github.sors.data.triplet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.SparseVector;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FixedTripletsTest {

  private final TripletRows rows = new TripletRows();

  @Test
  void readsItsTripletsInAnyOrder() {
    FixedTriplets triplets = FixedTriplets.of(1, 2, 3, 4, 5, 6);

    assertThat(triplets.size()).isEqualTo(2);
    triplets.read(1, rows);
    assertThat(rows).hasToString("4 5 6");
    triplets.read(0, rows);
    assertThat(rows).hasToString("1 2 3");
  }

  @Test
  void keepsItsOwnCopy() {
    int[] given = {1, 2, 3};
    FixedTriplets triplets = FixedTriplets.of(given);
    given[0] = 9;
    triplets.read(0, rows);

    assertThat(rows.query()).isEqualTo(1);
  }

  @Test
  void endsAfterTheLast() {
    FixedTriplets triplets = FixedTriplets.of(1, 2, 3);

    assertThatThrownBy(() -> triplets.read(1, rows)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThat(FixedTriplets.of().size()).isZero();
  }

  @Test
  void refusesWhatIsNoListOfTriplets() {
    assertThatThrownBy(() -> FixedTriplets.of(1, 2, 3, 4))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("expected three rows per triplet, found 4");
    assertThatThrownBy(() -> FixedTriplets.of(1, -2, 3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("expected rows from 0, found -2");
  }

  @Test
  void givesWeightsToItsTriplets() {
    FixedTriplets plain = FixedTriplets.of(1, 2, 3, 4, 5, 6);
    FixedTriplets weighted = plain.withWeights(0.5, 1);
    List<SparseVector> vectors = Collections.nCopies(7, SparseVector.ofDense(1));
    assertThat(plain.triplet(0, vectors).weight()).isEqualTo(1);
    assertThat(weighted.triplet(0, vectors).weight()).isEqualTo(0.5);
    assertThat(weighted.triplet(1, vectors).weight()).isEqualTo(1);
    assertThat(plain.isWeighted()).isFalse();
    assertThat(weighted.isWeighted()).isTrue();
    assertThat(plain.withWeights(1, 1).isWeighted()).isFalse();
    FixedTriplets turned = weighted.select(1, 0);
    assertThat(turned.triplet(0, vectors).weight()).isEqualTo(1);
    assertThat(turned.triplet(1, vectors).weight()).isEqualTo(0.5);
    assertThat(plain.select(1).fingerprint()).isEqualTo(FixedTriplets.of(4, 5, 6).fingerprint());
    TripletRows rows = new TripletRows();
    weighted.read(0, rows);
    assertThat(rows).hasToString("1 2 3 0.5");
    assertThat(weighted.fingerprint()).isNotEqualTo(plain.fingerprint());
    // what checkpoints of former versions have
    assertThat(plain.fingerprint()).isEqualTo("2 triplets, CRC32C " + checksum(1, 2, 3, 4, 5, 6));

    assertThatThrownBy(() -> plain.withWeights(1))
        .hasMessage("expected a weight for each of 2 triplets, found 1");
    assertThatThrownBy(() -> plain.withWeights(1, -1))
        .hasMessage("expected weights above 0 and at most 1000000.0, found -1.0");
  }

  private static String checksum(int... numbers) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * numbers.length);
    for (int number : numbers) {
      bytes.putInt(number);
    }
    CRC32C checksum = new CRC32C();
    checksum.update(bytes.flip());
    return String.format(Locale.ROOT, "%08x", checksum.getValue());
  }

  @Test
  void readsAFile(@TempDir Path folder) throws IOException {
    StringBuilder text = new StringBuilder();
    for (int row = 0; row < 3000; row++) {
      text.append(row).append(" 1 2").append(row == 2500 ? " 0.25\n" : "\n");
    }
    Path file = Files.writeString(folder.resolve("t"), text);
    FixedTriplets triplets = FixedTriplets.read(file, RowIds.ofNumbers(3000));
    TripletRows rows = new TripletRows();
    assertThat(triplets.size()).isEqualTo(3000);
    triplets.read(2500, rows);
    assertThat(rows).hasToString("2500 1 2 0.25");
    triplets.read(2999, rows);
    assertThat(rows).hasToString("2999 1 2");
  }
}

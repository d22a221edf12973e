package io.github.sors.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DitherTest {

  @Test
  void everySixtyFourOffsetsAreSpreadEvenly() {
    for (long block = 0; block < 1000; block++) {
      BitSet places = new BitSet();
      for (long n = 64 * block; n < 64 * (block + 1); n++) {
        float offset = Dither.of(n);
        assertThat(offset).isBetween(-0.5f, 0.5f).isLessThan(0.5f);
        places.set((int) Math.floor(64 * (offset + 0.5)));
      }
      assertThat(places.cardinality()).isEqualTo(64);
    }
  }

  @Test
  void theOrderOfOffsetsDiffersBetweenBlocks() {
    long sameOrder = 0;
    for (long block = 1; block < 1000; block++) {
      boolean same = true;
      for (int k = 0; k < 64; k++) {
        same &= (int) (64 * Dither.of(k)) == (int) (64 * Dither.of(64 * block + k));
      }
      sameOrder += same ? 1 : 0;
    }
    assertThat(sameOrder).isLessThan(10);
  }

  @Test
  void equalAddendsFarBelowOneDistanceAddUp() {
    double ulp = Math.ulp(1f);
    float sum = 1;
    long count = 640_000;
    for (long n = 0; n < count; n++) {
      sum = Dither.round(sum, 0.01 * ulp, Dither.of(n));
    }
    // independent offsets would be off by 80 distances
    assertThat((sum - 1) / ulp).isBetween(6400 - 50.0, 6400 + 50.0);
  }

  @Test
  void addendsOfEitherSignAddUpBetterThanWithIndependentOffsets() {
    // of a thousand additions, independent offsets would be off by 16 distances on average
    double squares = 0;
    int runs = 200;
    SplittableRandom random = new SplittableRandom(5);
    for (int run = 0; run < runs; run++) {
      double addend = (1000 + random.nextDouble()) * Math.ulp(1f);
      float sum = 1.5f;
      double exact = 1.5;
      for (int k = 0; k < 1000; k++) {
        double signed = random.nextBoolean() ? addend : -addend;
        sum = Dither.round(sum, signed, Dither.of(1000L * run + k));
        exact += signed;
      }
      double error = (sum - exact) / Math.ulp(1f);
      squares += error * error;
    }
    double independent = Math.sqrt(1000 / 6.0);
    assertThat(Math.sqrt(squares / runs)).isLessThan(0.7 * independent);
  }

  @Test
  void aNegativeNumberIsRoundedAsTheMirrorImage() {
    SplittableRandom random = new SplittableRandom(7);
    for (int n = 0; n < 1000; n++) {
      float value = (float) random.nextDouble(1, 2);
      double addend = random.nextDouble(-1e-6, 1e-6);
      float dither = Dither.of(n);
      assertThat(Dither.round(-value, -addend, dither))
          .isEqualTo(-Dither.round(value, addend, dither));
    }
  }
}

package io.github.sors.data.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DecimalsTest {

  private static float parse(String text) {
    // bytes before and after must not matter
    byte[] bytes = ("9" + text + "9").getBytes(StandardCharsets.UTF_8);
    return Decimals.parseFloat(bytes, 1, bytes.length - 1);
  }

  private static long parseIndex(String text) {
    byte[] bytes = ("9" + text + "9").getBytes(StandardCharsets.UTF_8);
    return Decimals.parseIndex(bytes, 1, bytes.length - 1);
  }

  private static void assertNearest(String text, String description) {
    assertThat(parse(text)).as(description).isEqualTo(Float.parseFloat(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "1",
        "+1",
        "-1",
        "0.1",
        ".5",
        "5.",
        "-.5e1",
        "1e10",
        "1E-10",
        "1e+5",
        "00012.500",
        "0.0010000000000000009",
        "16777217",
        "16777216.999999",
        "123456789012345678",
        "1234567890123456789012345678901234567890",
        "3.4028235e38",
        "3.4028236e38",
        "1.4e-45",
        "0.7e-45",
        "0.70064923216240854e-45",
        "1e-400",
        "0e999999999999",
        "1e-999999999999",
        "0.000000000000000000000000000000000000011754943",
        "8388608.5",
        "8388609.5",
        "33554433"
      })
  void parsesToTheNearestFloat(String text) {
    assertNearest(text, text);
  }

  @Test
  void parsesRandomNumbersToTheNearestFloat() {
    long seed = 20150817;
    Random random = new Random(seed);
    for (int k = 0; k < 60_000; k++) {
      String text =
          switch (k % 4) {
            case 0 -> String.format(Locale.ROOT, "%.6f", random.nextGaussian());
            case 1 -> Double.toString(random.nextDouble());
            case 2 -> Float.toString(Float.intBitsToFloat(random.nextInt() & 0x7F7FFFFF));
            default -> (random.nextLong() >>> random.nextInt(64)) + "e" + (random.nextInt(60) - 30);
          };
      assertNearest(text, "seed " + seed + ", number " + k + ": " + text);
    }
  }

  @Test
  void parsesNumbersNextToHalfwayBetweenTwoFloatsToTheNearest() {
    long seed = 42;
    Random random = new Random(seed);
    for (int k = 0; k < 10_000; k++) {
      float lower = (float) Math.scalb(1 + random.nextDouble(), random.nextInt(40) - 20);
      BigDecimal halfway =
          new BigDecimal(lower).add(new BigDecimal(Math.nextUp(lower))).divide(new BigDecimal(2));
      int digits = 15 + random.nextInt(5);
      String text =
          new BigDecimal(halfway.toString(), new java.math.MathContext(digits)).toString();
      assertNearest(text, "seed " + seed + ", number " + k + ": " + text);
      assertNearest(halfway.toString(), "seed " + seed + ", number " + k + ": " + halfway);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "+",
        "-",
        ".",
        "e",
        "e5",
        "1e",
        "1e+",
        "1e5.5",
        "1.2.3",
        "--1",
        "1-",
        "0x1p3",
        "1f",
        "1d",
        "NaN",
        "Infinity",
        "-inf",
        "1,5",
        " 1",
        "1 ",
        "٣",
        "1_000"
      })
  void takesNothingElseForANumber(String text) {
    assertThat(parse(text)).isNaN();
  }

  @Test
  void givesInfinityForWhatIsTooLarge() {
    assertThat(parse("1e39")).isEqualTo(Float.POSITIVE_INFINITY);
    assertThat(parse("-1e99999999999999999999")).isEqualTo(Float.NEGATIVE_INFINITY);
    assertThat(parse("9".repeat(400))).isEqualTo(Float.POSITIVE_INFINITY);
    assertThat(parse("340282356779733661637539395458142568448")).isEqualTo(Float.POSITIVE_INFINITY);
  }

  @Test
  void parsesIndices() {
    assertThat(parseIndex("0")).isZero();
    assertThat(parseIndex("007")).isEqualTo(7);
    assertThat(parseIndex("2147483648")).isEqualTo(2147483648L);
    assertThat(parseIndex("99999999999999999999")).isEqualTo(Long.MAX_VALUE);
    assertThat(parseIndex("9".repeat(1000))).isEqualTo(Long.MAX_VALUE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-1", "+1", "1.0", "a", "1 "})
  void refusesIndicesThatAreNotDigits(String text) {
    assertThat(parseIndex(text)).isEqualTo(Decimals.MALFORMED);
  }
}

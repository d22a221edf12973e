package io.github.sors.data.format;

import java.nio.charset.StandardCharsets;

/**
 * Reads numbers from ASCII bytes, without making strings of the short ones.
 *
 * <p>A number is an optional sign, digits with an optional point among or around them, and an
 * optional exponent: neither hexadecimal nor suffixed, neither NaN nor Infinity, and the decimal
 * sign is a point whatever the locale.
 *
 * <p>Threads: any thread may call it. Failures: what is not a number is NaN or {@link #MALFORMED},
 * never an exception.
 */
public final class Decimals {

  /** The result of {@link #parseIndex} for what is not a row of digits. */
  public static final long MALFORMED = -1;

  /** A row of this many digits always fits a {@code long}. */
  private static final int MAXIMUM_FAST_DIGITS = 18;

  /** Powers of ten that are exact in double precision. */
  private static final double[] POWERS_OF_TEN = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22
  };

  /** The bits of a double that do not fit into a float. */
  private static final long BEYOND_FLOAT = (1L << 29) - 1;

  /** What those bits are halfway between two floats. */
  private static final long HALFWAY = 1L << 28;

  private static final long SAFE_DISTANCE = 4;
  private static final int EXPONENT_CAP = 100_000;

  private Decimals() {}

  /**
   * Returns the float nearest to the number, as {@link Float#parseFloat} does; infinite if it is
   * too large for a float, NaN if the bytes are not a number.
   */
  public static float parseFloat(byte[] bytes, int from, int to) {
    int i = from;
    boolean negative = false;
    if (i < to && (bytes[i] == '-' || bytes[i] == '+')) {
      negative = bytes[i++] == '-';
    }
    long significand = 0;
    int significantDigits = 0;
    int digits = 0;
    int exponent = 0;
    boolean afterPoint = false;
    for (; i < to; i++) {
      int digit = bytes[i] - '0';
      if (digit >= 0 && digit <= 9) {
        digits++;
        exponent -= afterPoint ? 1 : 0;
        if (significantDigits > 0 || digit > 0) {
          // overflows if there are too many digits; then it is not used
          significand = significand * 10 + digit;
          significantDigits++;
        }
      } else if (bytes[i] == '.' && !afterPoint) {
        afterPoint = true;
      } else {
        break;
      }
    }
    if (digits == 0) {
      return Float.NaN;
    }
    if (i < to) {
      if (bytes[i] != 'e' && bytes[i] != 'E') {
        return Float.NaN;
      }
      i++;
      boolean negativeExponent = false;
      if (i < to && (bytes[i] == '-' || bytes[i] == '+')) {
        negativeExponent = bytes[i++] == '-';
      }
      if (i == to) {
        return Float.NaN;
      }
      int written = 0;
      for (; i < to; i++) {
        int digit = bytes[i] - '0';
        if (digit < 0 || digit > 9) {
          return Float.NaN;
        }
        written = Math.min(EXPONENT_CAP, written * 10 + digit);
      }
      exponent += negativeExponent ? -written : written;
    }
    if (significantDigits == 0) {
      return 0;
    }
    if (significantDigits <= MAXIMUM_FAST_DIGITS && Math.abs(exponent) < POWERS_OF_TEN.length) {
      // The double is off the true value by its own rounding and that of the significand, together
      // at most two units in its last place. Unless it is that close to halfway between two floats,
      // the true value lies on the same side of the halfway point and rounds to the same float.
      double rounded =
          exponent < 0
              ? significand / POWERS_OF_TEN[-exponent]
              : significand * POWERS_OF_TEN[exponent];
      long beyond = Double.doubleToRawLongBits(rounded) & BEYOND_FLOAT;
      if (Math.abs(beyond - HALFWAY) > SAFE_DISTANCE) {
        return (float) (negative ? -rounded : rounded);
      }
    }
    return Float.parseFloat(new String(bytes, from, to - from, StandardCharsets.ISO_8859_1));
  }

  /**
   * Returns the number that a row of digits stands for; {@link #MALFORMED} if there are none or
   * others, {@link Long#MAX_VALUE} if it does not fit.
   */
  public static long parseIndex(byte[] bytes, int from, int to) {
    if (from == to) {
      return MALFORMED;
    }
    long result = 0;
    for (int i = from; i < to; i++) {
      int digit = bytes[i] - '0';
      if (digit < 0 || digit > 9) {
        return MALFORMED;
      }
      result = result > (Long.MAX_VALUE - 9) / 10 ? Long.MAX_VALUE : result * 10 + digit;
    }
    return result;
  }
}

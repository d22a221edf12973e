package io.github.sors.data.triplet;

/**
 * Random numbers as pure functions of a key and a counter, without any state.
 *
 * <p>A key is hashed with the finaliser of SplitMix64 (Steele, Lea and Flood, <i>Fast Splittable
 * Pseudorandom Number Generators</i>, 2014), whose outputs over consecutive counters are that
 * generator's stream. The JDK's generators may change with its version; this one must not, because
 * splits and triplets must be the same everywhere.
 *
 * <p>Threads: any thread may call it. Failures: arguments are not checked; the bound has to be
 * above 0.
 */
public final class CounterRandom {

  private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

  private CounterRandom() {}

  /** The 64 random bits at a counter of a key's stream; they can be used as another key. */
  public static long bits(long key, long counter) {
    return mixed(key + (counter + 1) * GOLDEN_RATIO);
  }

  /**
   * A number from 0 to below a bound, made of random bits; every number is equally likely.
   *
   * <p>Lemire's multiplication: the high half of (32 random bits) · bound, with the few products
   * rejected that would favour some numbers.
   */
  public static int below(int bound, long bits) {
    assert bound > 0 : "bound " + bound;
    long drawn = bits;
    long product = (drawn >>> 32) * bound;
    if ((product & 0xFFFFFFFFL) < bound) {
      long favoured = (1L << 32) % bound;
      while ((product & 0xFFFFFFFFL) < favoured) {
        drawn = mixed(drawn + GOLDEN_RATIO);
        product = (drawn >>> 32) * bound;
      }
    }
    return (int) (product >>> 32);
  }

  private static long mixed(long value) {
    long z = value;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}

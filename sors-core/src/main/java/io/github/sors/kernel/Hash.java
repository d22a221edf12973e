package io.github.sors.kernel;

/** A hash of numbers that stands in for a generator of random numbers: no state but a counter. */
public final class Hash {

  private Hash() {}

  /** A Weyl sequence through the finalizer of MurmurHash3, in a variant by Stafford. */
  public static long of(long n) {
    long hash = n * 0x9E3779B97F4A7C15L;
    hash = (hash ^ (hash >>> 30)) * 0xBF58476D1CE4E5B9L;
    hash = (hash ^ (hash >>> 27)) * 0x94D049BB133111EBL;
    return hash ^ (hash >>> 31);
  }

  /** A number from 0 to {@code bound - 1}, drawn by a hash. */
  public static int below(int bound, long n) {
    return (int) Long.remainderUnsigned(of(n), bound);
  }
}

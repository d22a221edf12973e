package io.github.sors.option;

/**
 * The whole numbers between two bounds, both included.
 *
 * <p>Threads: immutable. Failures: a text that is no whole number, or bounds that do not ascend,
 * throw {@link IllegalArgumentException}.
 *
 * @param lower the lower bound
 * @param upper the upper bound
 */
public record IntegerRange(long lower, long upper) implements Domain<Long> {

  public IntegerRange {
    if (lower > upper) {
      throw new IllegalArgumentException(
          "expected bounds in increasing order, found " + lower + " and " + upper);
    }
  }

  /** All counts of at least {@code lower} that fit into an {@code int}. */
  public static IntegerRange countOfAtLeast(int lower) {
    return new IntegerRange(lower, Integer.MAX_VALUE);
  }

  @Override
  public Kind kind() {
    return Kind.INTEGER;
  }

  @Override
  public String placeholder() {
    return "N";
  }

  @Override
  public Long parse(String text) {
    return Long.valueOf(text);
  }

  @Override
  public String format(Long value) {
    return Long.toString(value);
  }

  @Override
  public boolean contains(Long value) {
    return value >= lower && value <= upper;
  }

  @Override
  public String range() {
    if (lower == Long.MIN_VALUE && upper == Long.MAX_VALUE) {
      return "any";
    }
    // do not mention the largest int
    return "at least " + lower + (upper >= Integer.MAX_VALUE ? "" : " and at most " + upper);
  }

  @Override
  public String expectation() {
    return lower == Long.MIN_VALUE && upper == Long.MAX_VALUE
        ? "a whole number"
        : "a whole number from " + lower + " to " + upper;
  }
}

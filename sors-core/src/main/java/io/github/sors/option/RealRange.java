package io.github.sors.option;

/**
 * The real numbers between two bounds; NaN is in no range.
 *
 * <p>Threads: immutable. Failures: a text that is no number, or bounds that do not ascend, throw
 * {@link IllegalArgumentException}.
 *
 * @param lower the lower bound
 * @param lowerIncluded whether the lower bound is in the range
 * @param upper the upper bound, which may be infinite
 * @param upperIncluded whether the upper bound is in the range
 */
public record RealRange(double lower, boolean lowerIncluded, double upper, boolean upperIncluded)
    implements Domain<Double> {

  public RealRange {
    if (!(lower < upper)) {
      throw new IllegalArgumentException(
          "expected bounds in increasing order, found " + lower + " and " + upper);
    }
  }

  /** All numbers of at least {@code lower}, infinity included. */
  public static RealRange atLeast(double lower) {
    return new RealRange(lower, true, Double.POSITIVE_INFINITY, true);
  }

  /** All numbers above {@code lower}, infinity included. */
  public static RealRange above(double lower) {
    return new RealRange(lower, false, Double.POSITIVE_INFINITY, true);
  }

  /** The part of this range that is at most {@code newUpper}. */
  public RealRange atMost(double newUpper) {
    return new RealRange(lower, lowerIncluded, newUpper, true);
  }

  /** The part of this range that is below {@code newUpper}. */
  public RealRange below(double newUpper) {
    return new RealRange(lower, lowerIncluded, newUpper, false);
  }

  @Override
  public Kind kind() {
    return Kind.REAL;
  }

  @Override
  public String placeholder() {
    return "X";
  }

  @Override
  public Double parse(String text) {
    return Double.valueOf(text);
  }

  @Override
  public String format(Double value) {
    return Double.toString(value);
  }

  @Override
  public boolean contains(Double value) {
    return (lowerIncluded ? value >= lower : value > lower)
        && (upperIncluded ? value <= upper : value < upper);
  }

  @Override
  public String range() {
    String from = (lowerIncluded ? "at least " : "above ") + Parameter.compact(format(lower));
    return Double.isInfinite(upper) && upperIncluded
        ? from
        : from
            + " and "
            + (upperIncluded ? "at most " : "below ")
            + Parameter.compact(format(upper));
  }

  @Override
  public String expectation() {
    return "a number " + (lowerIncluded ? "of " : "") + range();
  }
}

package io.github.sors.matrix.store;

/**
 * Decides while a matrix grows whether its rows are dense or hashed.
 *
 * <p>Dense rows are faster if all of them fit into the dense limit, but have to become hashed ones
 * as soon as they do not; then everything has been stored twice, and all that memory was touched
 * for nothing. If the dimensions fit, rows are dense from the start. If they do not, it depends on
 * the features that will occur, of which only the growth so far is known: rows are dense while they
 * take little memory, then hashed, and dense again once a doubling of the rounds has brought few
 * new features and what has occurred fits.
 */
public final class StoreChoice {

  // the part of the dense limit that rows may take while features grow fast
  private static final int FIRST_SHARE = 16;
  private static final long FIRST_CHECK = 256;
  // features grow slowly if they increase by at most this part while the rounds double
  private static final int SLOW_SHARE = 6;

  private final boolean withSquares;
  private long rounds;
  private long nextCheck = FIRST_CHECK;
  private long featuresBefore;
  private boolean growsFast = true;

  public StoreChoice(boolean withSquares) {
    this.withSquares = withSquares;
  }

  /** Counts rounds, with the features of rows and of columns that have occurred by their end. */
  public void count(int more, int rows, int columns) {
    rounds += more;
    if (growsFast && rounds >= nextCheck) {
      long features = (long) rows + columns;
      growsFast = SLOW_SHARE * (features - featuresBefore) > featuresBefore;
      featuresBefore = features;
      nextCheck = 2 * rounds;
    }
  }

  /**
   * Whether rows should be dense, given the features of rows and of columns that have occurred.
   *
   * @param areDense whether they are dense now
   * @param dimensionsFit whether dense rows would still fit if every feature occurred
   * @param denseLimit the most bytes that dense rows may take
   */
  public boolean isDense(
      boolean areDense, boolean dimensionsFit, int rows, int columns, long denseLimit) {
    boolean mayStayDense =
        dimensionsFit || !growsFast || (areDense && fits(rows, columns, denseLimit / FIRST_SHARE));
    return mayStayDense && fits(rows, columns, denseLimit);
  }

  /** Whether dense rows for so many features fit into the given number of bytes. */
  public boolean fits(int rows, int columns, long bytes) {
    return DenseRowStore.bytesNeeded(rows, columns, withSquares) <= bytes;
  }
}

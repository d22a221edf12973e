package io.github.sors.tune;

import org.jspecify.annotations.Nullable;

/**
 * A candidate that was tried for a number of rounds; fractions, not per cent.
 *
 * @param parameters the candidate
 * @param rounds the rounds of each training
 * @param map the mean over the folds of the MAP on the validation rows
 * @param sparsity the mean sparsity
 * @param seconds the training time of all folds
 * @param failure why it could not be trained, or null
 */
public record Trial(
    Parameters parameters,
    long rounds,
    double map,
    double sparsity,
    double seconds,
    @Nullable String failure) {

  /** Orders the better first, of equal ones the sparser; failed ones last. */
  static int compare(Trial one, Trial other) {
    if ((one.failure == null) != (other.failure == null)) {
      return one.failure == null ? -1 : 1;
    }
    int byMap = Double.compare(other.map, one.map);
    return byMap != 0 ? byMap : Double.compare(other.sparsity, one.sparsity);
  }
}

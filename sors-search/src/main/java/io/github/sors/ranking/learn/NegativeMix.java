package io.github.sors.ranking.learn;

import io.github.sors.InvalidInputException;

/**
 * Where the negatives of triplets come from.
 *
 * <p>Threads: immutable. Failures: a share out of range throws {@link
 * io.github.sors.InvalidInputException}.
 *
 * @param hard the share that is drawn from BM25's first 100 documents that are not known to be
 *     relevant
 * @param skipped the share that is drawn from documents that were shown above a click and not
 *     clicked, for queries that have some; the rest of all negatives is any document
 */
public record NegativeMix(double hard, double skipped) {

  /** Half of BM25's first 100, half any document; with clicks a third each. */
  public static final NegativeMix DEFAULT = new NegativeMix(0.5, 1.0 / 3);

  /** Checks the shares. */
  public NegativeMix {
    if (!(hard >= 0 && hard <= 1 && skipped >= 0 && skipped <= 1)) {
      throw new InvalidInputException(
          "expected shares of negatives from 0 to 1, found " + hard + " and " + skipped);
    }
  }
}

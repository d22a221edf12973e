package io.github.sors.eval;

/**
 * The class that most of the nearest items belong to; of equally many, the one whose best item is
 * nearest.
 */
final class MajorityVote {

  // all zero between the calls
  private final int[] votes;

  /** Creates a vote over the classes from 0 to below a number. */
  MajorityVote(int classCount) {
    votes = new int[classCount];
  }

  /** The class that wins among the first {@code voters} of the classes of the nearest items. */
  int winner(int[] nearestClasses, int voters) {
    for (int rank = 0; rank < voters; rank++) {
      votes[nearestClasses[rank]]++;
    }
    int winner = nearestClasses[0];
    for (int rank = 1; rank < voters; rank++) {
      if (votes[nearestClasses[rank]] > votes[winner]) {
        winner = nearestClasses[rank];
      }
    }
    for (int rank = 0; rank < voters; rank++) {
      votes[nearestClasses[rank]] = 0;
    }
    return winner;
  }
}

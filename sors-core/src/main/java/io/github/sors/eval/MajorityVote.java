package io.github.sors.eval;

/**
 * Finds the class that most of the nearest items belong to; in a tie, the class with the nearest
 * item.
 */
final class MajorityVote {

  // all zero between the calls
  private final int[] votes;

  /** Creates a vote over the classes from 0 to {@code classCount}, exclusive. */
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

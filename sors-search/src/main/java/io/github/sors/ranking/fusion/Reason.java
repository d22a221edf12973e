package io.github.sors.ranking.fusion;

import java.util.List;

/**
 * A part of the score of a result. The contributions of all reasons sum to the score.
 *
 * @param signal the name of the signal
 * @param words what the signal sees, such as {@code means the same}
 * @param contribution its part of the score
 * @param evidence what that comes from, the strongest first, such as terms; may be empty
 */
public record Reason(String signal, String words, double contribution, List<String> evidence) {

  /** Copies the list. */
  public Reason {
    evidence = List.copyOf(evidence);
  }
}

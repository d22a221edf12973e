package io.github.sors.tune;

import java.util.List;

/**
 * The result of tuning.
 *
 * @param rungs the trials of each rung, the best first; each rung has fewer candidates and more
 *     rounds than the one before
 * @param best the best of the last rung; it has failed if all candidates have
 */
public record Tuning(List<List<Trial>> rungs, Trial best) {

  public Tuning {
    rungs = rungs.stream().map(List::copyOf).toList();
  }
}

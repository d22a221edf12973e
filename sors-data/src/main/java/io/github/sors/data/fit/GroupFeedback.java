package io.github.sors.data.fit;

import io.github.sors.data.triplet.GroupTripletSampler;
import io.github.sors.data.triplet.RowGroups;
import io.github.sors.data.triplet.TripletSource;

/**
 * Groups of rows, such as sessions: rows of the same group are similar.
 *
 * <p>Threads: immutable. Failures: groups that give no triplet throw {@link
 * io.github.sors.InvalidInputException} when triplets are asked for.
 *
 * @param groups the groups
 */
public record GroupFeedback(RowGroups groups) implements RowFeedback {

  @Override
  public TripletSource triplets(long seed) {
    return GroupTripletSampler.of(groups, seed);
  }

  @Override
  public boolean knowsWrongAnswers() {
    return true;
  }

  @Override
  public String unit() {
    return "groups";
  }
}

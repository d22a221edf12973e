package io.github.sors.data.fit;

import io.github.sors.data.triplet.FixedTriplets;
import io.github.sors.data.triplet.TripletSource;

/**
 * Listed triplets of rows: the query is more similar to the positive than to the negative.
 *
 * <p>Threads: immutable. Failures: none, as every list is accepted.
 *
 * @param list the triplets; each is learnt at most once, in order
 */
public record TripletFeedback(FixedTriplets list) implements RowFeedback {

  @Override
  public TripletSource triplets(long seed) {
    return list;
  }

  @Override
  public boolean knowsWrongAnswers() {
    return false;
  }

  @Override
  public String unit() {
    return "queries";
  }
}

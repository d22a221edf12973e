package io.github.sors.spark.input;

import io.github.sors.data.triplet.GroupTripletSampler;
import io.github.sors.data.triplet.RowGroups;
import io.github.sors.data.triplet.TripletRows;
import java.util.Arrays;

/** Draws the triplets of {@link GroupTripletSampler} on every machine. */
final class GroupPlaces implements TripletPlaces {

  private static final long serialVersionUID = 1;

  private final int rows;
  private final int[][] groups;
  private final long seed;
  // made once per machine
  private transient GroupTripletSampler sampler;

  /**
   * Creates a sampler.
   *
   * @param rows the number of rows
   * @param groups the places of the rows of each group
   * @throws io.github.sors.InvalidInputException if no triplet is possible
   */
  GroupPlaces(int rows, int[][] groups, long seed) {
    this.rows = rows;
    this.groups = groups;
    this.seed = seed;
    sampler();
  }

  private synchronized GroupTripletSampler sampler() {
    if (sampler == null) {
      sampler = GroupTripletSampler.of(RowGroups.of(rows, Arrays.asList(groups)), seed);
    }
    return sampler;
  }

  @Override
  public int[] places(long number) {
    TripletRows drawn = new TripletRows();
    sampler().read(number, drawn);
    return new int[] {drawn.query(), drawn.positive(), drawn.negative()};
  }
}

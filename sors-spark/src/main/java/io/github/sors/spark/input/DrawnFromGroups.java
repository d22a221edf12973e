package io.github.sors.spark.input;

import java.util.List;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.storage.StorageLevel;

/**
 * Draws triplets from groups of items: those that {@link
 * io.github.sors.data.triplet.GroupTripletSampler} draws from the items in the order of their ids.
 *
 * <p>The driver and every machine hold the groups, 4 bytes for each item of a group; vectors are
 * sent or fetched as for labels.
 */
final class DrawnFromGroups {

  private DrawnFromGroups() {}

  /**
   * Makes a feed.
   *
   * @param groups the group and the id of an item in each row
   * @throws io.github.sors.InvalidInputException if they give no triplet
   */
  static DrawnTriplets feed(
      Dataset<Row> groups, ItemTable items, ShippedNormalization normalization, long seed) {
    PlacedItems placed = new PlacedItems(items.named(), normalization);
    Dataset<Row> places = placed.places(0).toDF("item", "place");
    List<Row> collected =
        groups
            .toDF("group", "member")
            .join(places, functions.col("member").equalTo(functions.col("item")))
            .groupBy("group")
            .agg(functions.sort_array(functions.collect_set("place")).as("places"))
            .orderBy("group")
            .collectAsList();
    int[][] members = new int[collected.size()][];
    for (int group = 0; group < members.length; group++) {
      members[group] =
          collected.get(group).<Integer>getList(1).stream().mapToInt(Integer::intValue).toArray();
    }
    int rows = Math.toIntExact(items.summary().rows() - items.summary().incomplete());
    GroupPlaces drawing = new GroupPlaces(rows, members, seed);
    if (SentRows.areFew(groups.sparkSession(), items.summary().vectorBytes())) {
      return DrawnTriplets.ofSent(placed.context(), placed.partitions(), drawing, placed.packed());
    }
    JavaPairRDD<Integer, ShippedVector> fetched =
        placed.distributed().persist(StorageLevel.MEMORY_AND_DISK_SER());
    // computed now, so that the items need not be cached any longer
    fetched.count();
    return DrawnTriplets.ofFetched(placed.context(), placed.partitions(), drawing, fetched);
  }
}

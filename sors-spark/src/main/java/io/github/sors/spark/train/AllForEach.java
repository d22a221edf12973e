package io.github.sors.spark.train;

import java.io.Serializable;
import org.apache.spark.Partition;
import org.apache.spark.rdd.PartitionCoalescer;
import org.apache.spark.rdd.PartitionGroup;
import org.apache.spark.rdd.RDD;
import scala.Option;

/**
 * Gives every partition all partitions of its parent, without a shuffle. Partition p gets the
 * parent's partition p first, since Spark runs a task where the first one is cached.
 */
final class AllForEach implements PartitionCoalescer, Serializable {

  private static final long serialVersionUID = 1;

  @Override
  public PartitionGroup[] coalesce(int maxPartitions, RDD<?> parent) {
    Partition[] all = parent.partitions();
    PartitionGroup[] groups = new PartitionGroup[maxPartitions];
    for (int p = 0; p < maxPartitions; p++) {
      groups[p] = new PartitionGroup(Option.empty());
      for (int k = 0; k < all.length; k++) {
        groups[p].partitions().append(all[(p + k) % all.length]);
      }
    }
    return groups;
  }
}

package io.github.sors.spark.train;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.spark.SharedSpark;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.Test;
import scala.Option;

class AllForEachTest {

  @Test
  void everyPartitionGetsAllOfThemAndItsOwnFirst() {
    JavaRDD<Integer> numbers =
        new JavaSparkContext(SharedSpark.session().sparkContext())
            .parallelize(List.of(0, 1, 10, 11, 20, 21), 3);
    JavaRDD<Integer> all =
        JavaRDD.fromRDD(
            numbers.rdd().coalesce(3, false, Option.apply(new AllForEach()), null),
            numbers.classTag());
    assertThat(all.glom().collect())
        .containsExactly(
            List.of(0, 1, 10, 11, 20, 21),
            List.of(10, 11, 20, 21, 0, 1),
            List.of(20, 21, 0, 1, 10, 11));
  }
}

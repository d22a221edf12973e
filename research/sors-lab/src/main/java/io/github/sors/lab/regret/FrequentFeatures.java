package io.github.sors.lab.regret;

import io.github.sors.InvalidInputException;
import io.github.sors.SparseVector;
import io.github.sors.data.Dataset;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Reduces a data set to its most frequent features, since the study reads all of M in every round.
 *
 * <p>Threads: any thread may call it. Failures: rows without features throw {@link
 * io.github.sors.InvalidInputException}.
 */
public final class FrequentFeatures {

  private FrequentFeatures() {}

  /**
   * Returns the rows with only the most frequent features, renumbered in their order; of equally
   * frequent ones, the first. Rows without any of them are dropped.
   */
  public static Dataset of(Dataset rows, int count) {
    int[] frequencies = new int[rows.dimension()];
    for (SparseVector vector : rows.vectors()) {
      for (int k = 0; k < vector.size(); k++) {
        frequencies[vector.index(k)]++;
      }
    }
    int[] kept =
        IntStream.range(0, frequencies.length)
            .boxed()
            .filter(feature -> frequencies[feature] > 0)
            .sorted(Comparator.comparingInt(feature -> -frequencies[feature]))
            .limit(count)
            .mapToInt(Integer::intValue)
            .sorted()
            .toArray();
    Dataset reduced = rows.map(vector -> reduced(vector, kept));
    int[] filled =
        IntStream.range(0, reduced.size()).filter(row -> reduced.vector(row).size() > 0).toArray();
    if (filled.length == 0) {
      throw new InvalidInputException("the rows have no features: check the data");
    }
    Dataset selected = reduced.select(filled);
    return new Dataset(
        rows.name(),
        selected.vectors(),
        selected.labels(),
        selected.classNames(),
        names(rows.featureNames(), kept),
        selected.rowNames());
  }

  private static SparseVector reduced(SparseVector vector, int[] kept) {
    int[] indices = new int[vector.size()];
    float[] values = new float[vector.size()];
    int count = 0;
    for (int k = 0; k < vector.size(); k++) {
      int place = Arrays.binarySearch(kept, vector.index(k));
      if (place >= 0) {
        indices[count] = place;
        values[count++] = vector.value(k);
      }
    }
    return SparseVector.of(Arrays.copyOf(indices, count), Arrays.copyOf(values, count));
  }

  private static List<String> names(List<String> all, int[] kept) {
    return all.isEmpty() ? List.of() : Arrays.stream(kept).mapToObj(all::get).toList();
  }
}

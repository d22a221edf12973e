package io.github.sors.learn;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.BilinearModel;
import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import io.github.sors.learn.exactness.Rereading;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A model has the same bits wherever its rows were kept while it was learnt. */
class StoresGiveTheSameModelTest {

  private static final int DIMENSION = 50_000;
  private static final int OCCURRING = 500;
  private static final int ROUNDS = 4_000;
  private static final int CLASSES = 3;

  @Tag("full")
  @ParameterizedTest
  @CsvSource({"SORS_I,1", "SORS_II,2", "ADASORS_I,2", "ADASORS_II,1"})
  void withRowsOfAnyAlgorithm(Algorithm algorithm, int threads) {
    withRowsThatAreDenseHashedOrChange(algorithm, threads);
  }

  @ParameterizedTest
  @CsvSource({"SORS_I,3", "ADASORS_II,3"})
  void withRowsThatAreDenseHashedOrChange(Algorithm algorithm, int threads) {
    List<Triplet> triplets = triplets();
    long full = (algorithm.name().startsWith("ADA") ? 8L : 4L) * OCCURRING * OCCURRING;
    Result dense = learn(algorithm, 1, Long.MAX_VALUE, triplets);
    assertThat(dense.stores).containsExactly("dense rows");
    assertThat(dense.model.valueArray()).hasSizeGreaterThan(10_000);

    Result scarce = learn(algorithm, threads, 0, triplets);
    assertThat(scarce.stores).containsExactly("hashed rows");
    assertSameModel(scarce, dense);

    Result plenty = learn(algorithm, threads, full / 2, triplets);
    assertThat(plenty.stores).containsExactly("dense rows", "hashed rows");
    assertSameModel(plenty, dense);

    Result enough = learn(algorithm, threads, 2 * full, triplets);
    assertThat(enough.stores).containsExactly("dense rows", "hashed rows", "dense rows again");
    assertSameModel(enough, dense);
  }

  /** Columns are numbered by frequency then, also some that never occur. */
  @Tag("full")
  @ParameterizedTest
  @CsvSource({"SORS_I,1", "ADASORS_II,3"})
  void withExpectedVectorsOfAnyAlgorithm(Algorithm algorithm, int threads) throws IOException {
    withVectorsThatAreExpected(algorithm, threads);
  }

  @ParameterizedTest
  @CsvSource({"SORS_II,2", "ADASORS_I,1"})
  void withVectorsThatAreExpected(Algorithm algorithm, int threads) throws IOException {
    List<Triplet> triplets = triplets();
    Result dense = learn(algorithm, 1, Long.MAX_VALUE, triplets);
    List<SparseVector> expected = new ArrayList<>();
    expected.add(SparseVector.of(new int[] {0, 1, 2, DIMENSION + 1}, new float[] {1, 1, 1, 1}));
    triplets.subList(0, ROUNDS / 4).forEach(triplet -> expected.add(triplet.positive()));

    for (long denseLimit : new long[] {0, 1 << 18, Long.MAX_VALUE}) {
      OnlineBilinearLearner learner = create(algorithm, threads, denseLimit);
      learner.expect(expected);
      learner.learn(triplets.subList(0, 100));
      // does nothing after the first round
      learner.expect(triplets.stream().map(Triplet::negative).toList());
      learner.learn(triplets.subList(100, ROUNDS / 2));
      OnlineBilinearLearner resumed = Rereading.of(learner);
      resumed.setDenseLimit(denseLimit);
      resumed.setThreads(threads);
      for (OnlineBilinearLearner each : List.of(learner, resumed)) {
        each.learn(triplets.subList(ROUNDS / 2, ROUNDS));
        assertSameModel(new Result(Set.of(each.storage()), each.snapshot()), dense);
      }
    }
  }

  /** When a row settles depends on how many columns have occurred, not on how many are expected. */
  @ParameterizedTest
  @CsvSource({"SORS_I", "SORS_II", "ADASORS_I", "ADASORS_II"})
  void withManyExpectedFeaturesThatNeverOccur(Algorithm algorithm) {
    Map<String, String> options = Map.of("lambda", "0.2", "eta", "0.5", "margin", "30");
    OnlineBilinearLearner plain = algorithm.create(options);
    OnlineBilinearLearner expecting = algorithm.create(options);
    float[] ones = new float[30_000];
    Arrays.fill(ones, 1);
    expecting.expect(List.of(SparseVector.of(IntStream.range(60_000, 90_000).toArray(), ones)));
    for (OnlineBilinearLearner learner : List.of(plain, expecting)) {
      learner.setDenseLimit(0);
      learner.learn(triplets());
    }
    assertThat(expecting.progress()).isEqualTo(plain.progress());
    assertThat(expecting.snapshot().valueArray()).isEqualTo(plain.snapshot().valueArray());
  }

  /** What has occurred before is known, so rows that will fit are dense from the start. */
  @ParameterizedTest
  @CsvSource({"SORS_I", "ADASORS_II"})
  void rowsThatWillFitAreDenseFromTheStart(Algorithm algorithm) {
    List<Triplet> triplets = triplets();
    long full = (algorithm.name().startsWith("ADA") ? 8L : 4L) * OCCURRING * OCCURRING;
    OnlineBilinearLearner learner = create(algorithm, 1, 2 * full);
    learner.expect(triplets.stream().map(Triplet::positive).toList());
    Set<String> stores = new LinkedHashSet<>();
    for (Triplet triplet : triplets) {
      learner.learn(triplet);
      stores.add(learner.storage());
    }
    assertThat(stores).containsExactly("dense rows");
  }

  /** A model, and the kinds of storage that its rows were in while it was learnt. */
  private record Result(Set<String> stores, BilinearModel model) {}

  private static Result learn(
      Algorithm algorithm, int threads, long denseLimit, List<Triplet> triplets) {
    OnlineBilinearLearner learner = create(algorithm, threads, denseLimit);
    Set<String> stores = new LinkedHashSet<>();
    for (int from = 0, to = 2; from < ROUNDS; from = to, to = Math.min(ROUNDS, to + 20)) {
      learner.learn(triplets.subList(from, to));
      String store = learner.storage();
      boolean returned = store.startsWith("dense") && stores.contains("hashed rows");
      stores.add(returned ? store + " again" : store);
    }
    return new Result(stores, learner.snapshot());
  }

  private static OnlineBilinearLearner create(Algorithm algorithm, int threads, long denseLimit) {
    Map<String, String> options = new TreeMap<>();
    options.put("lambda", "0.002");
    options.put("eta", "0.3");
    OnlineBilinearLearner learner = algorithm.create(options);
    learner.setDenseLimit(denseLimit);
    learner.setThreads(threads);
    return learner;
  }

  private static void assertSameModel(Result result, Result expected) {
    assertThat(result.model.columnArray()).isEqualTo(expected.model.columnArray());
    assertThat(result.model.valueArray()).isEqualTo(expected.model.valueArray());
  }

  /** Few of many features occur, some much more often than others, scattered over all indices. */
  private static List<Triplet> triplets() {
    SplittableRandom random = new SplittableRandom(11);
    int[] features = random.ints(0, DIMENSION).distinct().limit(OCCURRING).toArray();
    List<Triplet> triplets = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      int ofQuery = random.nextInt(CLASSES);
      int other = (ofQuery + 1 + random.nextInt(CLASSES - 1)) % CLASSES;
      triplets.add(
          new Triplet(
              vector(random, features, ofQuery),
              vector(random, features, ofQuery),
              vector(random, features, other)));
    }
    return triplets;
  }

  private static SparseVector vector(SplittableRandom random, int[] features, int ofClass) {
    Map<Integer, Float> values = new TreeMap<>();
    // a feature with the highest index, so that the dimensions do not grow
    values.put(DIMENSION - 1, 0.1f);
    for (int k = 0; k < 30; k++) {
      double drawn = random.nextDouble();
      int place = (int) (features.length * drawn * drawn);
      float typical = place % CLASSES == ofClass ? 0.3f : 0;
      values.put(features[place], (float) (typical + random.nextDouble() * 0.2));
    }
    int[] indices = values.keySet().stream().mapToInt(Integer::intValue).toArray();
    float[] entries = new float[indices.length];
    for (int k = 0; k < entries.length; k++) {
      entries[k] = values.get(indices[k]);
    }
    return SparseVector.of(indices, entries);
  }
}

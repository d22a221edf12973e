package io.github.sors.data.triplet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.sors.SparseVector;
import io.github.sors.learn.AdaSorsII;
import io.github.sors.learn.AdaSorsOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LocalTripletSamplerTest {

  private static final int ROWS = 60;
  private static final int[] LABELS = IntStream.range(0, ROWS).map(row -> row % 3).toArray();
  private static final int[] ALL = IntStream.range(0, ROWS).toArray();
  private static final int DRAWS = 20_000;

  private final List<SparseVector> vectors = vectors();
  private final TripletSampler uniform = TripletSampler.of(LABELS, ALL, 31);
  private final NearestRows nearest = finder().byCosine();
  private final TripletRows rows = new TripletRows();
  private final TripletRows plain = new TripletRows();

  private NearestRowsFinder finder() {
    return new NearestRowsFinder(vectors, LABELS, ALL, 2, 4);
  }

  private boolean isLocal() {
    return contains(nearest.ofOwnClass(rows.query()), rows.positive())
        && contains(nearest.ofOtherClasses(rows.query()), rows.negative());
  }

  private static boolean contains(int[] some, int row) {
    return IntStream.of(some).anyMatch(one -> one == row);
  }

  @Test
  void drawsNeighboursOfThePlainSamplersQueryEachAsOften() {
    LocalTripletSampler local = LocalTripletSampler.of(uniform, 1, nearest);
    double first = 0;
    double last = 0;
    for (long t = 0; t < DRAWS; t++) {
      local.read(t, rows);
      uniform.read(t, plain);
      assertThat(rows.query()).isEqualTo(plain.query());
      assertThat(isLocal()).isTrue();
      first += rows.positive() == nearest.ofOwnClass(rows.query())[0] ? 1 : 0;
      last += rows.negative() == nearest.ofOtherClasses(rows.query())[3] ? 1 : 0;
    }
    // five standard deviations: √(0.25 / 20,000) = 0.0035 and √(0.1875 / 20,000) = 0.0031
    assertThat(first / DRAWS).isCloseTo(1 / 2.0, within(0.018));
    assertThat(last / DRAWS).isCloseTo(1 / 4.0, within(0.016));
    assertThat(local.size()).isEqualTo(TripletSource.ENDLESS);
    assertThat(local.canResumeAt(7)).isTrue();
  }

  @Test
  void mixesThePlainTripletsIn() {
    LocalTripletSampler mixed = LocalTripletSampler.of(uniform, 0.3, nearest);
    double local = 0;
    for (long t = 0; t < DRAWS; t++) {
      mixed.read(t, rows);
      uniform.read(t, plain);
      if (rows.toString().equals(plain.toString())) {
        continue;
      }
      assertThat(isLocal()).isTrue();
      local++;
    }
    // a local triplet is also the plain one with 1/19 · 1/40; five standard deviations of 0.0032
    assertThat(local / DRAWS).isCloseTo(0.3, within(0.017));
  }

  @Test
  void takesTheTripletsThatAreNotLocalFromWhereItIsTold() {
    MinedTripletSampler mined =
        new MinedTripletSampler(
            uniform,
            30,
            (query, candidates) -> IntStream.of(candidates).asDoubleStream().toArray());
    LocalTripletSampler mixed = LocalTripletSampler.of(uniform, 0.5, nearest).withOthers(mined);
    double hard = 0;
    for (long t = 0; t < 2000; t++) {
      mixed.read(t, rows);
      mined.read(t, plain);
      if (rows.toString().equals(plain.toString())) {
        hard++;
      } else {
        assertThat(isLocal()).isTrue();
      }
    }
    // five standard deviations of √(0.25 / 2000) = 0.0112, and a few that are both
    assertThat(hard / 2000).isCloseTo(0.5, within(0.06));
    assertThat(mixed.allowsReadingAhead()).isFalse();
    assertThat(LocalTripletSampler.of(uniform, 0.5, nearest).allowsReadingAhead()).isTrue();
  }

  @Test
  void isAFunctionOfThePosition() {
    LocalTripletSampler one = LocalTripletSampler.of(uniform, 0.5, nearest);
    LocalTripletSampler other =
        LocalTripletSampler.of(TripletSampler.of(LABELS, ALL, 31), 0.5, finder().byCosine());
    for (long t = 500; t >= 0; t--) {
      one.read(t, rows);
      other.read(t, plain);
      assertThat(rows).hasToString(plain.toString());
    }
  }

  @Test
  void aLearnerThatResumesWhereNeighboursAreFoundAnewMeetsTheSameTriplets() {
    AdaSorsII whole = new AdaSorsII(AdaSorsOptions.DEFAULT);
    LearningLoop.overRows(whole, byModel(whole), vectors).learnUntil(700);

    AdaSorsII stopped = new AdaSorsII(AdaSorsOptions.DEFAULT);
    LearningLoop.overRows(stopped, byModel(stopped), vectors).learnUntil(400);
    LocalTripletSampler resumed = byModel(stopped);
    assertThat(resumed.canResumeAt(400)).isTrue();
    assertThat(resumed.canResumeAt(401)).isFalse();
    LearningLoop.overRows(stopped, resumed, vectors).learnUntil(700);

    assertThat(stopped.progress()).isEqualTo(whole.progress());
    assertThat(stopped.snapshot().valueArray()).containsExactly(whole.snapshot().valueArray());
    // and the model was asked: triplets by the cosine teach something else
    AdaSorsII byStart = new AdaSorsII(AdaSorsOptions.DEFAULT);
    LearningLoop.overRows(byStart, LocalTripletSampler.of(uniform, 1, nearest), vectors)
        .learnUntil(700);
    assertThat(byStart.progress()).isNotEqualTo(whole.progress());
  }

  private LocalTripletSampler byModel(AdaSorsII learner) {
    return LocalTripletSampler.refreshing(
        uniform, 1, round -> finder().by(learner.snapshot()), 200);
  }

  @Test
  void searchesAnewForASamplerWithOtherTriplets() {
    List<Long> searches = new ArrayList<>();
    LocalTripletSampler sampler =
        LocalTripletSampler.refreshing(
            uniform,
            1,
            position -> {
              searches.add(position);
              return nearest;
            },
            200);
    sampler.read(250, new TripletRows());
    sampler.withOthers(uniform).read(10, new TripletRows());
    assertThat(searches).containsExactly(200L, 0L);
  }

  @Test
  void refusesWhatItCannotDraw() {
    assertThatThrownBy(() -> LocalTripletSampler.of(uniform, 0, nearest))
        .hasMessage("expected a share of local triplets above 0 and at most 1, found 0.0");
    assertThatThrownBy(() -> LocalTripletSampler.refreshing(uniform, 1, round -> nearest, 0))
        .hasMessage("expected at least 1 round between two searches for neighbours, found 0");
    TripletSampler self = TripletSampler.allowingSelf(LABELS, ALL, 1);
    assertThatThrownBy(() -> LocalTripletSampler.of(self, 1, nearest))
        .hasMessage("expected a sampler whose positive is never the query itself");
  }

  private static List<SparseVector> vectors() {
    Random random = new Random(5);
    List<SparseVector> vectors = new ArrayList<>();
    for (int row = 0; row < ROWS; row++) {
      float[] values = new float[20];
      values[row % 3] = 0.5f;
      for (int k = 0; k < 8; k++) {
        values[random.nextInt(20)] += random.nextFloat();
      }
      vectors.add(SparseVector.ofDense(values));
    }
    return vectors;
  }
}

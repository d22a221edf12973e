package io.github.sors.data.triplet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.InvalidInputException;
import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import io.github.sors.learn.EncoderLearner;
import io.github.sors.learn.EncoderOptions;
import io.github.sors.learn.SorsI;
import io.github.sors.learn.SorsOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LearningLoopTest {

  private static final int[] LABELS = IntStream.range(0, 40).map(row -> row % 3).toArray();

  private final List<SparseVector> vectors = vectors(40);
  private final TripletSampler sampler =
      TripletSampler.of(LABELS, IntStream.range(0, 40).toArray(), 1);

  @Test
  void learnsWhatOneTripletAfterTheOtherTeaches() {
    SorsI expected = new SorsI(SorsOptions.DEFAULT);
    for (int position = 0; position < 1000; position++) {
      expected.learn(sampler.triplet(position, vectors));
    }

    SorsI learner = new SorsI(SorsOptions.DEFAULT);
    LearningLoop loop = LearningLoop.overRows(learner, sampler, vectors);
    loop.learnUntil(333);
    assertThat(learner.progress().rounds()).isEqualTo(333);
    // another loop goes on where this one has stopped
    LearningLoop.overRows(learner, sampler, vectors).learnUntil(1000);

    assertThat(learner.progress()).isEqualTo(expected.progress());
    assertThat(learner.snapshot().valueArray()).containsExactly(expected.snapshot().valueArray());
  }

  /** Batches start at multiples of their size, wherever learning is stopped between them. */
  @Test
  void handsOverWholeBatchesWithWhatIsKnownOfTheirClasses() {
    EncoderOptions options = EncoderOptions.DEFAULT.withDimensions(8).withBatch(8);
    EncoderLearner expected = new EncoderLearner(options);
    TripletRows rows = new TripletRows();
    for (int first = 0; first < 60; first += 8) {
      List<Triplet> batch = new ArrayList<>();
      List<Integer> classes = new ArrayList<>();
      for (int position = first; position < Math.min(60, first + 8); position++) {
        sampler.read(position, rows);
        batch.add(rows.of(vectors));
        classes.add(LABELS[rows.query()]);
      }
      expected.learnTogether(batch, (a, b) -> !classes.get(a).equals(classes.get(b)));
    }

    EncoderLearner learner = new EncoderLearner(options);
    LearningLoop.overRows(learner, sampler, vectors).learnUntil(24);
    LearningLoop.overRows(learner, sampler, vectors).learnUntil(60);

    assertThat(learner.progress()).isEqualTo(expected.progress());
    for (int feature = 0; feature < 5; feature++) {
      assertThat(learner.snapshot().queryRow(feature))
          .isEqualTo(expected.snapshot().queryRow(feature));
    }
  }

  @Test
  void readsNoTripletAheadThatDependsOnTheLearner() {
    SorsI learner = new SorsI(SorsOptions.DEFAULT);
    List<Long> roundsAtScoring = new ArrayList<>();
    MinedTripletSampler mined =
        new MinedTripletSampler(
            sampler,
            1,
            (query, candidates) -> {
              roundsAtScoring.add(learner.progress().rounds());
              return new double[1];
            });
    LearningLoop.overRows(learner, mined, vectors).learnUntil(5);
    assertThat(roundsAtScoring).containsExactly(0L, 1L, 2L, 3L, 4L);
  }

  @Test
  void readsNoTripletAheadOfWhereTheSourceLooksAtTheModel() {
    SorsI learner = new SorsI(SorsOptions.DEFAULT);
    List<String> looked = new ArrayList<>();
    NearestRowsFinder finder =
        new NearestRowsFinder(vectors, LABELS, IntStream.range(0, 40).toArray(), 3, 3);
    LocalTripletSampler local =
        LocalTripletSampler.refreshing(
            sampler,
            1,
            position -> {
              looked.add(position + " at " + learner.progress().rounds());
              return finder.by(learner.snapshot());
            },
            100);
    LearningLoop.overRows(learner, local, vectors).learnUntil(250);
    assertThat(looked).containsExactly("0 at 0", "100 at 100", "200 at 200");

    assertThatThrownBy(() -> LearningLoop.overRows(learner, local, vectors))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("expected a learner after a multiple of 100 rounds, found 250 rounds");
  }

  @Test
  void saysWhenItIsDone() {
    SorsI learner = new SorsI(SorsOptions.DEFAULT);
    LearningLoop loop = LearningLoop.overRows(learner, sampler, vectors);
    while (loop.learnSome(1000)) {
      assertThat(learner.progress().rounds()).isBetween(1L, 1000L);
    }
    assertThat(learner.progress().rounds()).isEqualTo(1000);
    assertThat(loop.learnSome(1000)).isFalse();
    assertThat(loop.learnSome(10)).isFalse();
    assertThat(learner.progress().rounds()).isEqualTo(1000);
  }

  @Test
  void namesTheTripletThatTheLearnerRefuses() {
    List<SparseVector> broken = new ArrayList<>(vectors.subList(0, 3));
    broken.add(SparseVector.of(new int[] {0}, new float[] {Float.MAX_VALUE}));
    SorsI learner = new SorsI(SorsOptions.DEFAULT);
    LearningLoop loop =
        LearningLoop.overRows(learner, FixedTriplets.of(0, 1, 2, 1, 2, 0, 3, 3, 1), broken);
    assertThatThrownBy(() -> loop.learnUntil(3))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith("round 3, rows 3 3 1: ");
    assertThat(learner.progress().rounds()).isEqualTo(2);
  }

  @Test
  void aFeedStartsAtItsBeginning() {
    SorsI learner = new SorsI(SorsOptions.DEFAULT);
    learner.learn(sampler.triplet(0, vectors));
    List<Long> read = new ArrayList<>();
    LearningLoop.over(
            learner,
            new LearningLoop.Feed() {
              @Override
              public Triplet triplet(long position) {
                read.add(position);
                return sampler.triplet(position + 1, vectors);
              }

              @Override
              public boolean allowsReadingAhead() {
                return true;
              }

              @Override
              public String origin(long position) {
                return "number " + position;
              }
            })
        .learnUntil(3);
    assertThat(read).containsExactly(0L, 1L, 2L);
    assertThat(learner.progress().rounds()).isEqualTo(4);
  }

  private static List<SparseVector> vectors(int count) {
    Random random = new Random(5);
    List<SparseVector> vectors = new ArrayList<>();
    for (int row = 0; row < count; row++) {
      float[] values = new float[12];
      for (int k = 0; k < 4; k++) {
        values[random.nextInt(12)] = random.nextFloat();
      }
      vectors.add(SparseVector.ofDense(values));
    }
    return vectors;
  }
}

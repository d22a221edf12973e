package io.github.sors.data.triplet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.InvalidInputException;
import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TripletSamplerTest {

  private static final int DRAWS = 100_000;

  /** Four rows of class 3, one of class 1, three of class 2, and two that are not for training. */
  private static final int[] LABELS = {3, 3, 3, 3, 1, 2, 2, 2, 3, 1};

  private static final int[] TRAINING = {0, 1, 2, 3, 4, 5, 6, 7};

  private final TripletRows rows = new TripletRows();

  @Test
  void drawsEveryTripletAsOftenAsItShould() {
    TripletSampler sampler = TripletSampler.of(LABELS, TRAINING, 21);
    long[][][] counts = new long[10][10][10];
    for (long t = 0; t < DRAWS; t++) {
      sampler.read(t, rows);
      counts[rows.query()][rows.positive()][rows.negative()]++;
    }

    // Row 4 is alone in its class and no query, so each of the other 7 is one with 1/7.
    // Class 3: 4 · 3 · 4 = 48 triplets, each with 1/7 · 1/3 · 1/4 = 1/84, together 4/7.
    // Class 2: 3 · 2 · 5 = 30 triplets, each with 1/7 · 1/2 · 1/5 = 1/70, together 3/7.
    long[] ofClass3 = cells(counts, 3);
    long[] ofClass2 = cells(counts, 2);
    assertThat(ofClass3).hasSize(48);
    assertThat(ofClass2).hasSize(30);
    ChiSquare.assertUniform("triplets of class 3", ofClass3);
    ChiSquare.assertUniform("triplets of class 2", ofClass2);
    // 100,000 · 4/7 = 57,143, sd √(100,000 · 4/7 · 3/7) = 156: within four of them
    long drawnOfClass3 = IntStream.range(0, 48).mapToLong(k -> ofClass3[k]).sum();
    long drawnOfClass2 = IntStream.range(0, 30).mapToLong(k -> ofClass2[k]).sum();
    assertThat(drawnOfClass3).isBetween(57_143L - 626, 57_143L + 626);
    // and nothing else: no self pairs, no negatives of the query's class, no other rows
    assertThat(drawnOfClass3 + drawnOfClass2).isEqualTo(DRAWS);
  }

  /** The counts of all triplets that a query of the class may make without self pairs. */
  private static long[] cells(long[][][] counts, int label) {
    List<Long> cells = new ArrayList<>();
    for (int query : TRAINING) {
      for (int positive : TRAINING) {
        for (int negative : TRAINING) {
          if (LABELS[query] == label
              && LABELS[positive] == label
              && LABELS[negative] != label
              && positive != query) {
            cells.add(counts[query][positive][negative]);
          }
        }
      }
    }
    return cells.stream().mapToLong(count -> count).toArray();
  }

  @Test
  void drawsSelfPairsOnDemand() {
    TripletSampler sampler = TripletSampler.allowingSelf(LABELS, TRAINING, 22);
    long[] queries = new long[8];
    long[] positivesOfRow2 = new long[4];
    long[] negativesOfRow4 = new long[8];
    for (long t = 0; t < DRAWS; t++) {
      sampler.read(t, rows);
      queries[rows.query()]++;
      assertThat(LABELS[rows.positive()]).isEqualTo(LABELS[rows.query()]);
      assertThat(LABELS[rows.negative()]).isNotEqualTo(LABELS[rows.query()]);
      if (rows.query() == 2) {
        positivesOfRow2[rows.positive()]++;
      }
      if (rows.query() == 4) {
        negativesOfRow4[rows.negative()]++;
      }
    }

    ChiSquare.assertUniform("queries, the one alone in its class among them", queries);
    ChiSquare.assertUniform("positives of row 2, itself among them", positivesOfRow2);
    assertThat(negativesOfRow4[4]).isZero();
    negativesOfRow4[4] = negativesOfRow4[7];
    ChiSquare.assertUniform(
        "negatives of row 4", IntStream.range(0, 7).mapToLong(r -> negativesOfRow4[r]).toArray());
  }

  @Test
  void consecutiveTripletsAreIndependent() {
    TripletSampler sampler =
        TripletSampler.of(new int[] {0, 0, 0, 1, 1, 1}, new int[] {0, 1, 2, 3, 4, 5}, 23);
    long[] queryPairs = new long[36];
    int previous = 0;
    for (long t = 0; t < DRAWS; t++) {
      sampler.read(t, rows);
      queryPairs[6 * previous + rows.query()]++;
      previous = rows.query();
    }
    ChiSquare.assertUniform("queries of consecutive triplets", queryPairs);
  }

  @Test
  void everyPositionGivesTheSameTripletInWhateverOrderItIsRead() {
    TripletSampler forwards = TripletSampler.of(LABELS, TRAINING, 5);
    List<String> triplets = read(forwards, 0, 200);

    TripletSampler again = TripletSampler.of(LABELS, new int[] {7, 3, 1, 0, 6, 5, 4, 2}, 5);
    for (int t = 199; t >= 0; t--) {
      assertThat(read(again, t, 1)).containsExactly(triplets.get(t));
    }
    assertThat(read(forwards, 120, 80)).isEqualTo(triplets.subList(120, 200));
  }

  @Test
  void isTheSameEverywhereAndForever() {
    TripletSampler sampler = TripletSampler.of(LABELS, TRAINING, 1);

    assertThat(read(sampler, 0, 4)).containsExactly("0 3 6", "7 5 2", "0 1 6", "2 0 6");
    assertThat(read(sampler, 1_000_000_000_000L, 2)).containsExactly("2 1 6", "5 6 4");
  }

  @Test
  void anotherSeedGivesOtherTriplets() {
    assertThat(read(TripletSampler.of(LABELS, TRAINING, 1), 0, 50))
        .isNotEqualTo(read(TripletSampler.of(LABELS, TRAINING, 2), 0, 50));
  }

  @Test
  void neverEndsButStartsAtZero() {
    TripletSampler sampler = TripletSampler.of(LABELS, TRAINING, 1);

    assertThat(sampler.size()).isEqualTo(TripletSource.ENDLESS);
    sampler.read(TripletSource.ENDLESS - 1, rows);
    assertThatThrownBy(() -> sampler.read(-1, rows)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void givesTheVectorsOfItsRows() {
    List<SparseVector> vectors =
        List.of(SparseVector.ofDense(1), SparseVector.ofDense(2), SparseVector.ofDense(3));
    rows.set(2, 0, 1);

    assertThat(rows.of(vectors))
        .isEqualTo(new Triplet(vectors.get(2), vectors.get(0), vectors.get(1)));
  }

  @Test
  void saysThatTwoClassesAreNeeded() {
    assertThatThrownBy(() -> TripletSampler.of(LABELS, new int[] {0, 1, 2}, 1))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage(
            "triplets need training rows of at least two classes, found 3 rows of 1 class;"
                + " check the labels");
    assertThatThrownBy(() -> TripletSampler.allowingSelf(LABELS, new int[0], 1))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage(
            "triplets need training rows of at least two classes, found 0 rows of 0 classes;"
                + " check the labels");
  }

  @Test
  void saysThatAClassWithTwoRowsIsNeeded() {
    int[] oneOfEach = {0, 4, 5};

    assertThatThrownBy(() -> TripletSampler.of(LABELS, oneOfEach, 1))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage(
            "triplets need a class with at least two training rows, but each of the 3 rows is alone"
                + " in its class; add rows, or hold out a smaller share");
    TripletSampler.allowingSelf(LABELS, oneOfEach, 1).read(0, rows);
    assertThat(rows.positive()).isEqualTo(rows.query());
  }

  private List<String> read(TripletSource source, long start, int count) {
    List<String> triplets = new ArrayList<>();
    for (long t = start; t < start + count; t++) {
      source.read(t, rows);
      triplets.add(rows.toString());
    }
    return triplets;
  }
}

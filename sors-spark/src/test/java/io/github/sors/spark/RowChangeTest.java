package io.github.sors.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.MatrixRow;
import java.util.List;
import org.junit.jupiter.api.Test;

class RowChangeTest {

  private static final MatrixRow RESTED =
      row(1f, 4f, new int[] {2, 5, 9}, new float[] {0.5f, -1f, 2f}, new float[] {1f, 2f, 3f});

  private static MatrixRow row(
      float diagonal, float diagonalSquare, int[] columns, float[] levels, float[] squares) {
    return new MatrixRow(7, diagonal, diagonalSquare, columns, levels, squares);
  }

  @Test
  void onlyEntriesThatDifferAreAChange() {
    RowChange change =
        RowChange.between(
            RESTED,
            row(
                1f,
                4f,
                new int[] {2, 3, 5, 9},
                new float[] {0.5f, 0.25f, -1.5f, 2f},
                new float[] {1f, 0.1f, 2.5f, 3f}));

    assertThat(change.isDiagonalChanged()).isFalse();
    assertThat(change.changed().columns()).containsExactly(3, 5);
    assertThat(change.changed().levels()).containsExactly(0.25f, -1.5f);
    assertThat(change.changed().squares()).containsExactly(0.1f, 2.5f);
  }

  @Test
  void anEntryThatIsNoLongerStoredHasBecomeZero() {
    RowChange change =
        RowChange.between(RESTED, row(2f, 5f, new int[] {2}, new float[] {0.5f}, new float[] {1f}));

    assertThat(change.isDiagonalChanged()).isTrue();
    assertThat(change.changed().columns()).containsExactly(5, 9);
    assertThat(change.changed().levels()).containsExactly(0f, 0f);
    assertThat(change.changed().squares()).containsExactly(2f, 3f);
  }

  @Test
  void theLastBitOfAFloatIsNoChange() {
    MatrixRow rested = row(1f, 0f, new int[] {2}, new float[] {0.5f}, new float[0]);
    RowChange change =
        RowChange.between(
            rested,
            row(Math.nextUp(1f), 0f, new int[] {2}, new float[] {Math.nextUp(0.5f)}, new float[0]));
    assertThat(change.isDiagonalChanged()).isFalse();
    assertThat(change.changed().size()).isZero();
  }

  @Test
  void changesAreAddedOrAveragedOverThoseWhoMadeThemAndSquaresAddUp() {
    RowChange first =
        new RowChange(
            row(3f, 5f, new int[] {2, 3}, new float[] {1.5f, 8f}, new float[] {2f, 4f}), true);
    RowChange second =
        new RowChange(
            row(1f, 4f, new int[] {2, 9}, new float[] {2.5f, 4f}, new float[] {1.5f, 6f}), false);

    MatrixRow mean = RowChange.mixed(RESTED, List.of(first, second), false);
    MatrixRow sum = RowChange.mixed(RESTED, List.of(first, second), true);

    // column 2: (1.5 + 2.5) / 2, or 0.5 + (1.5 - 0.5) + (2.5 - 0.5); column 5 is as it was
    assertThat(mean.levels()).containsExactly(2f, 8f, -1f, 4f);
    assertThat(sum.levels()).containsExactly(3.5f, 8f, -1f, 4f);
    for (MatrixRow mixed : List.of(mean, sum)) {
      assertThat(mixed.feature()).isEqualTo(7);
      assertThat(mixed.columns()).containsExactly(2, 3, 5, 9);
      // column 2: 1 + (2 - 1) + (1.5 - 1)
      assertThat(mixed.squares()).containsExactly(2.5f, 4f, 2f, 6f);
      // the diagonal was changed by the first alone: 3, and 4 + (5 - 4)
      assertThat(mixed.diagonal()).isEqualTo(3f);
      assertThat(mixed.diagonalSquare()).isEqualTo(5f);
    }
  }

  @Test
  void aRowWithoutSquaresIsMixedWithoutThem() {
    MatrixRow rested = row(1f, 0f, new int[] {2}, new float[] {0.5f}, new float[0]);
    MatrixRow mixed =
        RowChange.mixed(
            rested,
            List.of(
                new RowChange(row(1f, 0f, new int[] {4}, new float[] {3f}, new float[0]), false)),
            true);
    assertThat(mixed.columns()).containsExactly(2, 4);
    assertThat(mixed.levels()).containsExactly(0.5f, 3f);
    assertThat(mixed.squares()).isEmpty();
  }
}

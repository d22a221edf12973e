package io.github.sors.cli.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.BilinearModel;
import io.github.sors.cli.data.Partners.Partner;
import org.junit.jupiter.api.Test;

class PartnersTest {

  /**
   *
   *
   * <pre>
   *  1  -2  3
   *  0  -4  3
   *  .5  1  0
   * </pre>
   */
  private static final BilinearModel MODEL =
      BilinearModel.ofRows(
          3,
          3,
          new long[] {0, 3, 5, 7},
          new int[] {0, 1, 2, 1, 2, 0, 1},
          new float[] {1, -2, 3, -4, 3, 0.5f, 1});

  @Test
  void theExtremesOfARowAreWhatAQueryFeatureLooksFor() {
    Partners partners = Partners.ofQueryFeature(MODEL, 0, 5);
    assertThat(partners.attracted()).containsExactly(new Partner(2, 3), new Partner(0, 1));
    assertThat(partners.repelled()).containsExactly(new Partner(1, -2));
    assertThat(Partners.ofQueryFeature(MODEL, 0, 1).attracted()).containsExactly(new Partner(2, 3));
  }

  @Test
  void theExtremesOfAColumnAreWhatLooksForAnItemFeature() {
    Partners partners = Partners.ofItemFeature(MODEL, 1, 5);
    assertThat(partners.attracted()).containsExactly(new Partner(2, 1));
    assertThat(partners.repelled()).containsExactly(new Partner(1, -4), new Partner(0, -2));
    // a tie goes by index
    assertThat(Partners.ofItemFeature(MODEL, 2, 1).attracted()).containsExactly(new Partner(0, 3));
  }

  @Test
  void aFeatureBeyondTheMatrixIsRefused() {
    assertThatThrownBy(() -> Partners.ofQueryFeature(MODEL, 3, 1))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> Partners.ofItemFeature(MODEL, -1, 1))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }
}

package io.github.sors.spark.train;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.InvalidInputException;
import io.github.sors.encoder.EncoderModel;
import io.github.sors.learn.EncoderLearner;
import io.github.sors.learn.EncoderOptions;
import io.github.sors.learn.InitialRows;
import io.github.sors.spark.model.EncoderTable;
import org.junit.jupiter.api.Test;

/** On Spark, rows that were not learnt are random: another start is refused, not replaced. */
class EncoderOfIdentityTest {

  private static final EncoderOptions IDENTITY =
      EncoderOptions.DEFAULT.withInit(InitialRows.IDENTITY);

  @Test
  void isNotLearnt() {
    assertThatThrownBy(() -> EncoderTraining.requireSupported(IDENTITY))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("starts from random rows, found identity");
  }

  @Test
  void isNotSpread() {
    EncoderModel model = new EncoderLearner(IDENTITY).snapshot();
    assertThatThrownBy(() -> EncoderTable.rowsOf(model))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("started as the identity");
  }
}

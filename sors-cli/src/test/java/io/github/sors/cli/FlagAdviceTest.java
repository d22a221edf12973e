package io.github.sors.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.InvalidInputException;
import io.github.sors.Remedy;
import org.junit.jupiter.api.Test;

class FlagAdviceTest {

  private static String phrase(Remedy remedy) {
    return FlagAdvice.phrase(new InvalidInputException("bad rows", remedy));
  }

  @Test
  void namesTheFlag() {
    assertThat(phrase(Remedy.set("zeroBased").when("features count from 0")))
        .isEqualTo("bad rows: use --zero-based if features count from 0");
    assertThat(phrase(Remedy.set("normalization", "l2"))).isEqualTo("bad rows: use --normalize l2");
    assertThat(phrase(Remedy.leaveOut("labels").or("set the format")))
        .isEqualTo("bad rows: leave out --labels, or set the format");
  }

  @Test
  void aSettingWithoutAFlagIsCalledAsTheLibraryCallsIt() {
    assertThat(phrase(Remedy.leaveOut("separator"))).isEqualTo("bad rows: leave out separator");
  }

  @Test
  void aMessageWithoutARemedyStaysAsItIs() {
    assertThat(FlagAdvice.phrase(new InvalidInputException("no rows: give some")))
        .isEqualTo("no rows: give some");
  }
}

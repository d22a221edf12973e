package io.github.sors.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.InvalidInputException;
import io.github.sors.Remedy;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FlagPhrasingTest {

  private final FlagPhrasing phrasing =
      new FlagPhrasing(Map.of("zeroBased", "--zero-based", "labels", "--labels"));

  private String phrase(Remedy remedy) {
    return phrasing.apply(new InvalidInputException("bad rows", remedy));
  }

  @Test
  void namesTheFlag() {
    assertThat(phrase(Remedy.set("zeroBased").when("features count from 0")))
        .isEqualTo("bad rows: use --zero-based if features count from 0");
    assertThat(phrase(Remedy.set("labels", "l.txt"))).isEqualTo("bad rows: use --labels l.txt");
    assertThat(phrase(Remedy.leaveOut("labels").or("set the format")))
        .isEqualTo("bad rows: leave out --labels, or set the format");
  }

  @Test
  void aSettingWithoutAFlagIsCalledAsTheLibraryCallsIt() {
    assertThat(phrase(Remedy.leaveOut("separator"))).isEqualTo("bad rows: leave out separator");
    assertThat(phrasing.apply(new InvalidInputException("no rows: give some")))
        .isEqualTo("no rows: give some");
  }
}

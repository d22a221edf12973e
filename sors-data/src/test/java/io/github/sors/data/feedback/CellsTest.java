package io.github.sors.data.feedback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.InvalidInputException;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CellsTest {

  @ParameterizedTest
  @CsvSource({
    "2024-02-29T23:59:58Z, 2024-02-29T23:59:58Z",
    "2026-11-19T08:30:00.25Z, 2026-11-19T08:30:00.250Z",
    "2026-11-19T08:30:00+02:00, 2026-11-19T06:30:00Z",
    "2026-11-19 08:30, 2026-11-19T08:30:00Z",
    "2026-11-19, 2026-11-19T00:00:00Z",
    "1795077000, 2026-11-19T08:30:00Z",
    "1795077000.5, 2026-11-19T08:30:00.500Z",
    "1795077000500, 2026-11-19T08:30:00.500Z"
  })
  void readsTheUsualTimes(String text, Instant expected) {
    assertThat(Cells.time(text)).isEqualTo(expected);
  }

  @Test
  void noTimeIsUnknown() {
    assertThat(Cells.time(null)).isNull();
    assertThat(Cells.time(" ")).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"2025-02-29T00:00:00Z", "2026-11-19T24:30:00Z", "noon", "1e30", "NaN"})
  void refusesOtherTimes(String text) {
    assertThatThrownBy(() -> Cells.time(text))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageEndingWith("since 1970, found '" + text + "'");
  }
}

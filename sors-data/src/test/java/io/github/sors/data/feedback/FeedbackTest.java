package io.github.sors.data.feedback;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FeedbackTest {

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY, 2e6})
  void refusesWhatIsNoWeight(double weight) {
    assertThatThrownBy(() -> new Feedback("q", List.of("a"), List.of(), weight, null, ""))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("query 'q': expected a weight above 0 and at most 1000000.0, found " + weight);
  }

  @Test
  void refusesFeedbackAboutNothing() {
    assertThatThrownBy(() -> Feedback.of(" ", List.of("a"), List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("expected the id of a query, found a blank one");
    assertThatThrownBy(() -> Feedback.of("q", List.of(), List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("query 'q': expected preferred or rejected items, found none");
    assertThatThrownBy(() -> Feedback.of("q", List.of(), List.of("")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("query 'q': expected the id of an item, found a blank one");
  }
}

package io.github.sors.data.feedback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.InvalidInputException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KnownIdsTest {

  private static final KnownIds KNOWN =
      new KnownIds(Set.of("q"), new LinkedHashSet<>(List.of("a", "b", "c")));

  @Test
  void passesOnWhatIsKnown() {
    List<Feedback> feedback = List.of(Feedback.of("q", List.of("a"), List.of("b", "c")));
    assertThat(KNOWN.in(feedback).feedback()).isEqualTo(feedback);
    assertThat(KNOWN.in(feedback).notes()).isEmpty();
    assertThat(KNOWN.in(List.of()).feedback()).isEmpty();
  }

  @Test
  void takesUnknownIdsOutAndNamesThem() {
    List<Feedback> feedback =
        List.of(
            new Feedback("q", List.of("a", "x"), List.of("y", "b"), 2, null, "p"),
            Feedback.of("q", List.of("a"), List.of("y")),
            // what is left of a comparison is no dislike
            Feedback.of("q", List.of("x"), List.of("a")),
            Feedback.of("q", List.of(), List.of("a", "x")),
            Feedback.of("q", List.of(), List.of("x")),
            Feedback.of("z", List.of("a"), List.of()));
    KnownIds.Known known = KNOWN.in(feedback);
    assertThat(known.feedback())
        .containsExactly(
            new Feedback("q", List.of("a"), List.of("b"), 2, null, "p"),
            Feedback.of("q", List.of("a"), List.of()),
            Feedback.of("q", List.of(), List.of("a")));
    assertThat(known.notes())
        .containsExactly(
            "1 feedback names 1 query that is not there: z",
            "5 feedbacks name 2 items that are not there: x, y",
            "left out 3 of 6 feedbacks for unknown ids");
  }

  @Test
  void namesTheFirstFiveAndCountsTheOthers() {
    List<Feedback> feedback = new ArrayList<>(List.of(Feedback.of("q", List.of("a"), List.of())));
    for (int k = 1; k <= 7; k++) {
      feedback.add(Feedback.of("q", List.of("d" + k), List.of("d1")));
    }
    assertThat(KNOWN.in(feedback).notes())
        .containsExactly(
            "7 feedbacks name 7 items that are not there: d1, d2, d3, d4, d5 and 2 more",
            "left out 7 of 8 feedbacks for unknown ids");
  }

  @Test
  void refusesFeedbackOfWhichNothingIsLeft() {
    assertThatThrownBy(() -> KNOWN.in(List.of(Feedback.of("1", List.of("d1"), List.of()))))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage(
            "expected feedback about ids that are there, found none in 1 feedback: 1 feedback names"
                + " 1 query that is not there: 1; 1 feedback names 1 item that is not there: d1."
                + " Ids that are there: queries q; items a, b, c. Check that all files use the same"
                + " ids");
  }
}

package io.github.sors.learn.exactness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** No learner loses its matrix on a stream of a million rounds, or by an extreme value. */
class LongStreamsTest {

  static List<LearnerCase> cases() {
    return NamedCases.all();
  }

  /** The first rounds of each: long enough for levels to settle and for most extremes. */
  static Stream<LearnerCase> beginnings() {
    return cases().stream().map(learnerCase -> learnerCase.withRounds(100_000));
  }

  @Tag("full")
  @ParameterizedTest
  @MethodSource("cases")
  void staysTheLiteralAlgorithmToTheEnd(LearnerCase learnerCase) throws IOException {
    staysTheLiteralAlgorithm(learnerCase);
  }

  @ParameterizedTest
  @MethodSource("beginnings")
  void staysTheLiteralAlgorithm(LearnerCase learnerCase) throws IOException {
    Comparison comparison = Comparison.run(learnerCase, List.of());
    assertThat(comparison.isExact()).as("%s", comparison).isTrue();
  }
}

package io.github.sors.learn.exactness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** No learner loses its matrix on a stream of a million rounds, or by an extreme value. */
class LongStreamsTest {

  static List<LearnerCase> cases() {
    return NamedCases.all();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void staysTheLiteralAlgorithm(LearnerCase learnerCase) throws IOException {
    Comparison comparison = Comparison.run(learnerCase, List.of());
    assertThat(comparison.isExact()).as("%s", comparison).isTrue();
  }
}

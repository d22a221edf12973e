package io.github.sors.lab.paper;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.tune.SampleRows;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PublishedResultsTest {

  @Test
  void theTableIsThePapers() {
    assertThat(PublishedResults.of("bbc", "adasors-2"))
        .contains(
            new PublishedResults.Result(
                Optional.of(new PublishedResults.Value(94.09, 0.61)),
                Optional.of(new PublishedResults.Value(81.24, 2.35)),
                Optional.of(new PublishedResults.Value(364976.73, 1485.68))));
    assertThat(PublishedResults.of("sector", "oasis").orElseThrow().map())
        .contains(new PublishedResults.Value(65.18, 0.01));
  }

  @Test
  void whatThePaperCouldNotComputeIsEmpty() {
    assertThat(PublishedResults.of("bbc", "lmnn"))
        .contains(
            new PublishedResults.Result(Optional.empty(), Optional.empty(), Optional.empty()));
  }

  @Test
  void whatThePaperDoesNotHaveIsMissing() {
    assertThat(PublishedResults.of("rcv1", "lmnn")).isEmpty();
    assertThat(PublishedResults.of("usps", "oasis")).isEmpty();
  }

  @Test
  void otherDataUnderAPublishedNameIsTold() {
    assertThat(PublishedDataSets.difference("bbc", SampleRows.of(1, 30, 5, 3)).orElseThrow())
        .contains("2,225 rows", "30 rows");
    assertThat(PublishedDataSets.difference("mine", SampleRows.of(1, 30, 5, 3))).isEmpty();
    assertThat(PublishedDataSets.normalization("bbc")).isEqualTo("none");
    assertThat(PublishedDataSets.normalization("mine")).isEqualTo("l2");
  }
}

package io.github.sors.server.http.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class AnswersTest {

  @Test
  void aChangeThatTakesTooLongIsAnsweredAndGoesOn() {
    CompletableFuture<String> change = new CompletableFuture<>();
    Throwable late = catchThrowable(Answers.inTime(change, Duration.ofMillis(1))::join);
    assertThat(Answers.problem(late).status()).isEqualTo(504);
    assertThat(change).isNotDone();
    change.complete("done");
    assertThat(Answers.inTime(change, Duration.ofMinutes(1)).join()).isEqualTo("done");
  }
}

package io.github.sors.bench.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Short forms of the runs; {@code sors bench service} has the long ones. */
class ServiceRunsTest {

  @TempDir Path folder;

  @Test
  void aFewKillsLoseNothingAndTeachNothingTwice() throws Exception {
    CrashRun.Result result = new CrashRun(folder, 11).run(4);
    assertThat(result.isGood()).as("seed 11: %s", result).isTrue();
    assertThat(result.acknowledged()).isPositive();
  }

  @Test
  void hostileRequestsAreRefusedAndGoodOnesServed() throws Exception {
    HostileRun.Result result = new HostileRun(folder, 12).run(400);
    assertThat(result.isGood()).as("seed 12: %s", result).isTrue();
    assertThat(result.statuses()).containsKey(400);
  }

  @Test
  void searchesAndFeedbackAreAnsweredAtOnce() throws Exception {
    LoadRun.Result result = new LoadRun(folder, 100, 20, 0).run(1.5);
    assertThat(result.searches().failed() + result.feedback().failed()).isZero();
    assertThat(result.feedback().perSecond()).isPositive();
    assertThat(result.searches().perSecond()).isPositive();
  }
}

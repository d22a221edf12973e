package io.github.sors.bench.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Short forms of the attacks; {@code sors bench service} has the long ones. */
class AttackRunsTest {

  @TempDir Path folder;

  @Test
  void goodClientsAreServedBesideSlowOnes() throws Exception {
    SlowRun.Result result = new SlowRun(folder, new SlowRun.Attack(60, 100, 30)).run(1.5);
    assertThat(result.quiet().failed()).as("%s", result).isZero();
    assertThat(result.attacked().failed()).as("%s", result).isZero();
    assertThat(result.attacked().perSecond()).isPositive();
  }

  @Test
  void largeBodiesAreRefusedAndSearchesServed() throws Exception {
    BodiesRun.Result result = new BodiesRun(folder, 12).run(1.5);
    assertThat(result.isGood()).as("%s", result).isTrue();
    assertThat(result.statuses().keySet()).isNotEmpty();
  }
}

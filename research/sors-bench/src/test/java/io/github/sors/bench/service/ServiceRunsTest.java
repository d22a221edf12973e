package io.github.sors.bench.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Short forms of the runs; {@code sors bench service} has the long ones. */
class ServiceRunsTest {

  @TempDir Path folder;

  @Tag("full")
  @ParameterizedTest
  @ValueSource(strings = {"adasors-2", "encoder"})
  void severalKillsLoseNothingAndTeachNothingTwice(String algorithm) throws Exception {
    assertNothingIsLostBy(12, algorithm);
  }

  @ParameterizedTest
  @ValueSource(strings = {"adasors-2", "encoder"})
  void aFewKillsLoseNothingAndTeachNothingTwice(String algorithm) throws Exception {
    assertNothingIsLostBy(2, algorithm);
  }

  private void assertNothingIsLostBy(int kills, String algorithm) throws Exception {
    CrashRun.Result result = new CrashRun(folder, algorithm, 11).run(kills);
    assertThat(result.isGood()).as("seed 11: %s", result).isTrue();
    assertThat(result.acknowledged()).isPositive();
  }

  @Test
  void largeFeedbackAndManyItemsAreRefusedBeforeTheyFillTheMemory() throws Exception {
    assertGood(new StorageRuns(folder, 13).memory("-Xmx200m"));
  }

  @Test
  void aFullDiskLosesNothingAndIsOverByItself() throws Exception {
    Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/prlimit")), "needs prlimit");
    assertGood(new StorageRuns(folder, 14).disk(2));
  }

  @Test
  void unknownLogsAreRefused() throws Exception {
    assertGood(new StorageRuns(folder, 15).unknownLogs());
  }

  @Tag("full")
  @Test
  void manyFlippedBytesLoseNothing() throws Exception {
    assertGood(new StorageRuns(folder, 16).damage(149));
  }

  @Test
  void flippedBytesLoseNothing() throws Exception {
    assertGood(new StorageRuns(folder, 16).damage(599));
  }

  @Test
  void longRequestsLetOthersHaveTheirTurn() throws Exception {
    assertGood(new StorageRuns(folder, 17).fairness(100, 1000));
    assertGood(new StorageRuns(folder, 17).history(1));
  }

  private static void assertGood(List<Fact> facts) {
    assertThat(facts).isNotEmpty().allMatch(Fact::good);
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

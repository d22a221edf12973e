package io.github.sors.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class InterruptionTest {

  private final List<String> errors = Collections.synchronizedList(new ArrayList<>());

  @Test
  void nothingIsRequestedWithoutCtrlC() {
    try (Interruption interruption = new Interruption(errors::add, "the checkpoint")) {
      assertThat(interruption.requested()).isFalse();
    }
    assertThat(errors).isEmpty();
  }

  /** What the JVM does on Ctrl-C is to run the hook, here in a thread of the test. */
  @Test
  void theProcessWaitsUntilTheTaskHasEnded() throws InterruptedException {
    Interruption interruption = new Interruption(errors::add, "the checkpoint");
    Thread hook = new Thread(interruption::requestAndWait);
    hook.start();
    while (!interruption.requested()) {
      TimeUnit.MILLISECONDS.sleep(1);
    }
    assertThat(hook.isAlive()).isTrue();
    interruption.close();
    hook.join();
    assertThat(errors).isEmpty();
  }

  @Test
  void aHookThatIsInterruptedGivesUpWaiting() throws InterruptedException {
    try (Interruption interruption = new Interruption(errors::add, "the checkpoint")) {
      Thread hook = new Thread(interruption::requestAndWait);
      hook.start();
      hook.interrupt();
      hook.join();
      assertThat(interruption.requested()).isTrue();
    }
  }
}

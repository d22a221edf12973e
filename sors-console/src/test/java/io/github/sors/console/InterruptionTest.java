package io.github.sors.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
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
    while (hook.getState() != Thread.State.TIMED_WAITING) {
      assertThat(hook.isAlive()).as("the hook waits for the task").isTrue();
      Thread.onSpinWait();
    }
    assertThat(interruption.requested()).isTrue();
    interruption.close();
    hook.join();
    assertThat(errors).isEmpty();
  }

  /** One that the JVM still held would keep the memory of every task until the process ends. */
  @Test
  void whatIsClosedIsForgotten() throws InterruptedException {
    WeakReference<Interruption> closed = closed();
    for (int attempt = 0; attempt < 1000 && closed.get() != null; attempt++) {
      System.gc();
      Thread.sleep(5);
    }
    assertThat(closed.get()).isNull();
  }

  private WeakReference<Interruption> closed() {
    Interruption interruption = new Interruption(errors::add, "the checkpoint");
    interruption.close();
    return new WeakReference<>(interruption);
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

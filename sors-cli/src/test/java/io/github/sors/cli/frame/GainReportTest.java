package io.github.sors.cli.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.console.CommandFrame;
import io.github.sors.eval.Gain;
import io.github.sors.eval.Verdict;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is said first agrees with what is kept. */
class GainReportTest {

  private static String printed(Verdict verdict) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    new GainReport(verdict, 0.5, "BM25", "what was learnt")
        .print(new Console(new CommandFrame(stream, stream), false));
    return out.toString(StandardCharsets.UTF_8).replaceAll("\\s+", " ").strip();
  }

  private static Verdict verdict(double low, double high, int queries) {
    return Verdict.of(
        List.of(new Gain("MAP", "queries", 0.4, 0.4 + (low + high) / 2, low, high, queries)));
  }

  @Test
  void aGainThatIsKeptIsAGain() {
    assertThat(printed(verdict(0.05, 0.15, 50)))
        .startsWith(
            "gain on 50 held-out queries, which nothing was learnt from or chosen on: start %")
        .contains("40.00 50.00 +10.00 +5.00..+15.00");
  }

  @Test
  void whatIsNotKeptIsNotCalledAGainFirst() {
    assertThat(printed(verdict(-0.05, 0.15, 50)))
        .startsWith(
            "no gain beyond chance on 50 held-out queries, which nothing was learnt from or chosen"
                + " on; so the start is kept (BM25), and not what was learnt:");
    assertThat(printed(verdict(-0.15, -0.05, 50)))
        .startsWith("worse beyond chance in MAP on 50 held-out queries")
        .contains("; so the start is kept (BM25), and not what was learnt:");
    assertThat(printed(verdict(0.05, 0.15, 19)))
        .startsWith("too few to tell a gain from chance: 19 held-out queries, of 20 that it takes")
        .contains("about 40 queries in all would do; so the start is kept (BM25)");
  }

  @Test
  void theFoldsMayGainAlthoughNoOneWayOfLearningDoes() {
    assertThat(printed(verdict(0.05, 0.15, 50).notKept()))
        .startsWith(
            "no one way of learning is clearly better than the start, although what the folds chose"
                + " gains on 50 held-out queries, which nothing was learnt from or chosen on; so the"
                + " start is kept (BM25), and not what was learnt:");
  }

  @Test
  void whatIsKeptAsAskedIsNotCalledAGainEither() {
    assertThat(printed(verdict(-0.05, 0.15, 50).keptAsAsked()))
        .startsWith("no gain beyond chance on 50 held-out queries")
        .doesNotContain("so the start is kept");
  }
}

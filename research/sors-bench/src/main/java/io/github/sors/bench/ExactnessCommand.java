package io.github.sors.bench;

import io.github.sors.InvalidInputException;
import io.github.sors.console.CommandFrame;
import io.github.sors.learn.exactness.Comparison;
import io.github.sors.learn.exactness.LearnerCase;
import io.github.sors.learn.exactness.NamedCases;
import io.github.sors.learn.exactness.RandomCases;
import io.github.sors.learn.exactness.Variant;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Compares the learners with the literal algorithms. */
@Command(
    name = "exactness",
    mixinStandardHelpOptions = true,
    description = {
      "Compares the learners with the algorithms as printed in the papers, in double precision and"
          + " O(d²) per round, and with themselves in other variants: rows dense and hashed,"
          + " kernels vector and scalar, several threads, blocks of rounds, resumed from a"
          + " checkpoint.",
      "",
      "The exit code is 1 if the error of a matrix exceeds 1e-4, a loss is wrong, or a bit differs"
          + " between variants."
    })
final class ExactnessCommand implements Callable<Integer> {

  private static final long LONG_STREAM = 10_000_000;
  // the number of short streams per long one
  private static final int SHORT_STREAMS = 100;
  private static final long TIME_FOR_LONG_STREAM = TimeUnit.SECONDS.toNanos(60);

  @ParentCommand private BenchCommand parent;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      description =
          "Run a mix of short and long random streams and named cases for about N minutes (default: 1).")
  private Double minutes;

  @Option(
      names = "--cases",
      description = "Run the named cases, on streams of 10 million rounds, or of --rounds.")
  private boolean named;

  @Option(
      names = "--case",
      paramLabel = "NAME",
      description = "Run one case, by a name that --cases or an earlier run printed.")
  private String name;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Seed of the random cases (default: a new one in each run).")
  private Long seed;

  @Option(
      names = "--count",
      paramLabel = "C",
      description = "Run N short random cases instead of running for some time.")
  private Integer count;

  @Option(names = "--rounds", paramLabel = "N", description = "Rounds of --cases and --case.")
  private Long rounds;

  private long cases;
  private long roundsPlayed;
  private long inexact;
  private long differing;
  private double worstError;
  private String worstCase = "";

  @Override
  public Integer call() throws IOException {
    requireOneWay();
    long start = System.nanoTime();
    if (name != null) {
      LearnerCase found = find(name);
      run(rounds == null ? found : found.withRounds(rounds), 5, true);
    } else if (named) {
      for (LearnerCase namedCase : NamedCases.all()) {
        run(namedCase.withRounds(rounds == null ? LONG_STREAM : rounds), 1, true);
      }
    } else {
      runRandom(start);
    }
    parent
        .out()
        .println(
            String.format(
                Locale.ROOT,
                "%,d cases, %,d rounds in %,d s: %d not exact, differing bits in %d, worst error"
                    + " %.2g (%s)",
                cases,
                roundsPlayed,
                TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start),
                inexact,
                differing,
                worstError,
                worstCase));
    return inexact > 0 ? CommandFrame.FAILED : CommandFrame.DONE;
  }

  private void requireOneWay() {
    long ways = Stream.of(minutes, name, count).filter(given -> given != null).count();
    if (ways + (named ? 1 : 0) > 1) {
      throw new InvalidInputException("expected one of --minutes, --cases, --case and --count");
    }
    if (minutes != null && !(minutes > 0)) {
      throw new InvalidInputException("expected --minutes above 0, found " + minutes);
    }
    if (count != null && count < 1) {
      throw new InvalidInputException("expected --count of at least 1, found " + count);
    }
    if (rounds != null && (rounds < 1 || (name == null && !named))) {
      throw new InvalidInputException("expected --rounds of at least 1, with --cases or --case");
    }
    if (seed != null && (name != null || named)) {
      throw new InvalidInputException("--seed is for random cases: leave out --cases and --case");
    }
  }

  private static LearnerCase find(String name) {
    try {
      return LearnerCase.find(name);
    } catch (IllegalArgumentException e) {
      List<String> known = NamedCases.all().stream().map(LearnerCase::name).toList();
      throw new InvalidInputException(
          "--case: " + e.getMessage() + ": expected one of " + String.join(", ", known), e);
    }
  }

  private void runRandom(long start) throws IOException {
    long first = seed == null ? new SplittableRandom().nextLong() : seed;
    SplittableRandom seeds = new SplittableRandom(first);
    parent.err().println("seed " + first);
    if (count != null) {
      runShort(seeds, count, start + Long.MAX_VALUE);
      return;
    }
    long end = start + (long) ((minutes == null ? 1 : minutes) * TimeUnit.MINUTES.toNanos(1));
    Iterator<LearnerCase> longOnes =
        Stream.concat(
                NamedCases.all().stream().map(one -> one.withRounds(LONG_STREAM)),
                Stream.generate(() -> RandomCases.LONG.draw(seeds.nextLong())))
            .iterator();
    while (end - System.nanoTime() > 0) {
      runShort(seeds, SHORT_STREAMS, end);
      if (end - System.nanoTime() > TIME_FOR_LONG_STREAM) {
        run(longOnes.next(), 1, true);
      }
    }
  }

  private void runShort(SplittableRandom seeds, int most, long end) throws IOException {
    for (int k = 0; k < most && end - System.nanoTime() > 0; k++) {
      run(RandomCases.SHORT.draw(seeds.nextLong()), 5, false);
      if ((k + 1) % SHORT_STREAMS == 0) {
        parent
            .err()
            .println(
                String.format(
                    Locale.ROOT,
                    "%,d cases, %d not exact, worst error %.2g",
                    cases,
                    inexact,
                    worstError));
      }
    }
  }

  /** Runs a case in some variants, and prints the result if requested or if it failed. */
  private void run(LearnerCase learnerCase, int variants, boolean told) throws IOException {
    List<Variant> drawn = Variant.draw(learnerCase.seed());
    Comparison found =
        Comparison.run(learnerCase, drawn.subList(drawn.size() - variants, drawn.size()));
    cases++;
    roundsPlayed += found.rounds();
    differing += found.differing().isEmpty() ? 0 : 1;
    if (found.error() > worstError) {
      worstError = found.error();
      worstCase = learnerCase.name();
    }
    if (!found.isExact()) {
      inexact++;
    }
    if (told || !found.isExact()) {
      parent.out().println(found);
    }
  }
}

package io.github.sors.bench.service;

import io.github.sors.InvalidInputException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code sors bench service}: stress tests of the service. */
@Command(
    name = "service",
    mixinStandardHelpOptions = true,
    description =
        "Stress tests of the service: kills it under load, measures it, fills its memory and its"
            + " disk, damages its files, or sends it invalid requests.")
public final class ServiceCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "RUN",
      description =
          "crash, load, hostile, slow, bodies, memory, disk, unknown-log, damage or fairness.")
  private String run;

  @Option(names = "--kills", paramLabel = "N", description = "crash: kills (default: 50).")
  private int kills = 50;

  @Option(
      names = "--algorithm",
      paramLabel = "NAME",
      description = "crash: algorithm of the service (default: adasors-2).")
  private String algorithm = "adasors-2";

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description =
          "load: duration of the warm-up and of the measurement; slow, bodies: duration (default: 30).")
  private double seconds = 30;

  @Option(
      names = "--searches",
      paramLabel = "N",
      description = "load: searches per second (default: 50).")
  private int searches = 50;

  @Option(
      names = "--feedback",
      paramLabel = "N",
      description =
          "load: feedback per second, in addition to the searches; 0 for as much as possible"
              + " (default: 1020).")
  private int feedback = 1020;

  @Option(
      names = "--requests",
      paramLabel = "N",
      description = "hostile: requests (default: 10000).")
  private int requests = 10_000;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of all random choices (default: 1).")
  private long seed = 1;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("sors-service");
    PrintWriter out = spec.commandLine().getOut();
    boolean good =
        switch (run) {
          case "crash" -> crash(folder, out);
          case "load" -> load(folder, out);
          case "hostile" -> hostile(folder, out);
          case "slow" -> slow(folder, out);
          case "bodies" -> bodies(folder, out);
          case "memory" -> print(storage(folder).memory("-Xmx1g"), out);
          case "disk" -> print(storage(folder).disk(5), out);
          case "unknown-log" -> print(storage(folder).unknownLogs(), out);
          case "damage" -> print(storage(folder).damage(1), out);
          case "fairness" -> fairness(folder, out);
          default ->
              throw new InvalidInputException(
                  "expected crash, load, hostile, slow, bodies, memory, disk, unknown-log, damage or"
                      + " fairness, found '"
                      + run
                      + "'");
        };
    out.flush();
    return good ? 0 : 1;
  }

  private StorageRuns storage(Path folder) {
    return new StorageRuns(folder, seed);
  }

  private boolean fairness(Path folder, PrintWriter out) throws IOException, InterruptedException {
    boolean turns = print(storage(folder).fairness(1000, 4096), out);
    boolean history = print(storage(folder).history(60), out);
    return turns && history;
  }

  private static boolean print(List<Fact> facts, PrintWriter out) {
    facts.forEach(fact -> out.println((fact.good() ? "good  " : "BAD   ") + fact.text()));
    return facts.stream().allMatch(Fact::good);
  }

  private boolean crash(Path folder, PrintWriter out) throws IOException, InterruptedException {
    CrashRun.Result result = new CrashRun(folder, algorithm, seed).run(kills);
    out.printf(
        Locale.ROOT,
        "%d kills, %d full disks, %,d acknowledged, %,d sent again, %d lost, %,d learnt,"
            + " model %s by the log alone%n",
        result.kills(),
        result.fullDisks(),
        result.acknowledged(),
        result.retried(),
        result.lost(),
        result.comparisons(),
        result.sameModel() ? "the same" : "ANOTHER");
    return result.isGood();
  }

  private boolean load(Path folder, PrintWriter out) throws IOException, InterruptedException {
    if (searches < 1 || feedback < 0 || !(seconds > 0)) {
      throw new InvalidInputException(
          "expected --searches of at least 1, --feedback of at least 0 and --seconds above 0, found "
              + searches
              + ", "
              + feedback
              + " and "
              + seconds);
    }
    LoadRun.Result result = new LoadRun(folder, 5000, searches, feedback).run(seconds);
    print("search", result.searches(), out);
    print("feedback", result.feedback(), out);
    out.printf(Locale.ROOT, "%,d non-zeros at the end%n", result.nonZeros());
    return result.searches().failed() + result.feedback().failed() == 0;
  }

  private static void print(String kind, LoadRun.Timing timing, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "%-9s %,8.0f a second, p50 %.1f ms, p99 %.1f ms, %d failed%n",
        kind,
        timing.perSecond(),
        timing.medianMillis(),
        timing.slowestPercentMillis(),
        timing.failed());
  }

  private boolean hostile(Path folder, PrintWriter out) throws IOException, InterruptedException {
    HostileRun.Result result = new HostileRun(folder, seed).run(requests);
    out.printf(
        Locale.ROOT,
        "%,d hostile requests answered %s (0: closed); %,d good ones, %d failed; threads %d, then %d;"
            + " live heap %.1f MiB, then %.1f%n",
        result.sent(),
        result.statuses(),
        result.good(),
        result.goodFailed(),
        result.threadsBefore(),
        result.threadsAfter(),
        result.heapBefore() / 1048576.0,
        result.heapAfter() / 1048576.0);
    return result.isGood();
  }

  private boolean slow(Path folder, PrintWriter out) throws IOException, InterruptedException {
    SlowRun.Result result = new SlowRun(folder, SlowRun.Attack.FULL).run(seconds);
    print("quiet", result.quiet(), out);
    print("attacked", result.attacked(), out);
    out.printf(
        Locale.ROOT,
        "%,d connections held, %,d times closed by the service and opened again%n",
        SlowRun.Attack.FULL.connections(),
        result.reopened());
    return result.isGood();
  }

  private boolean bodies(Path folder, PrintWriter out) throws IOException, InterruptedException {
    BodiesRun.Result result = new BodiesRun(folder, 44).run(seconds);
    out.printf(Locale.ROOT, "large bodies answered %s (0: closed)%n", result.statuses());
    print("searches", result.searches(), out);
    return result.isGood();
  }
}

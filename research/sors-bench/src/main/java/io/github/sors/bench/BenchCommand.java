package io.github.sors.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.sors.InvalidInputException;
import io.github.sors.Provenance;
import io.github.sors.bench.embedding.EmbeddingCommand;
import io.github.sors.bench.ranking.RankingCommand;
import io.github.sors.bench.service.ServiceCommand;
import io.github.sors.console.CommandFrame;
import io.github.sors.console.StandardError;
import io.github.sors.data.registry.DataFolders;
import io.github.sors.data.registry.Registry;
import io.github.sors.learn.Algorithm;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code sors bench}: measures whole runs of the learners on shapes of data. */
@Command(
    name = "sors bench",
    mixinStandardHelpOptions = true,
    versionProvider = CommandFrame.Version.class,
    description = "Measures how fast the learners are, and how much memory they take.",
    footerHeading = "%n",
    footer = {
      "limit: the time divided by that of a plain loop over the same entries, on one",
      "       thread",
      "paper: how many times faster than the paper's training time, for the same",
      "       number of rounds",
      "Each measurement runs in a separate process; see docs/explanation/performance.md."
    },
    subcommands = {
      SearchBench.class,
      BatchSearchBench.class,
      ExpansionBench.class,
      ServiceCommand.class,
      ExactnessCommand.class,
      DefaultsCommand.class,
      EmbeddingCommand.class,
      RankingCommand.class,
      NoiseCommand.class
    })
public final class BenchCommand implements Callable<Integer> {

  // the load that the system itself may cause
  private static final double QUIET_LOAD = 0.5;
  private static final String ROW = "%-11s  %-9s  %9s  %8s  %7s  %8s  %6s  %8s";

  @Option(
      names = "--shape",
      split = ",",
      paramLabel = "NAME",
      description =
          "protein, gisette1000, dense5000, bbc, rcv1, sector, news20 or stream (default: all).")
  private List<String> shapes =
      Arrays.stream(BenchmarkShape.values()).map(BenchmarkShape::label).toList();

  @Option(
      names = "--algorithm",
      split = ",",
      paramLabel = "NAME",
      description = "The algorithms (default: sors-1,adasors-2).")
  private List<String> algorithms = List.of("sors-1", "adasors-2");

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "Rounds to play (default: 20000; 640 on dense5000).")
  private Integer rounds;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads that share a large round (default: 1).")
  private int threads = 1;

  @Option(
      names = "--clock",
      paramLabel = "NAME",
      description =
          "wall: elapsed time; processor: processor time of the learning thread, for a machine with"
              + " other work (default: wall).")
  private Clock clock = Clock.WALL;

  @Option(names = "--json", description = "Print one line of JSON instead of a table.")
  private boolean json;

  private final PrintStream out;
  private final PrintStream err;

  private BenchCommand(CommandFrame frame) {
    this.out = frame.out();
    this.err = frame.err();
  }

  public static void main(String[] arguments) {
    StandardError.restore();
    System.exit(run(CommandFrame.ofThisProcess(), arguments));
  }

  /** Runs one command line and returns its exit code. */
  public static int run(CommandFrame frame, String... arguments) {
    return frame.run(new BenchCommand(frame), arguments);
  }

  /** Where the tables go. */
  public PrintStream out() {
    return out;
  }

  PrintStream err() {
    return err;
  }

  /** A shape that is not measured, and why. */
  private record Skipped(String shape, String reason) {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (threads < 1) {
      throw new InvalidInputException("expected --threads of at least 1, found " + threads);
    }
    if (rounds != null && rounds < 1) {
      throw new InvalidInputException("expected --rounds of at least 1, found " + rounds);
    }
    if (clock == Clock.PROCESSOR && threads > 1) {
      throw new InvalidInputException("--clock processor measures one thread: leave out --threads");
    }
    List<BenchmarkShape> wanted = shapes.stream().map(BenchmarkShape::parse).distinct().toList();
    List<Algorithm> learners = algorithms.stream().map(BenchCommand::algorithm).distinct().toList();
    Registry registry = Registry.standard(DataFolders.ofThisProcess());
    noteBusyMachine();
    if (!json) {
      out.println(heading());
    }
    List<Measurement> measurements = new ArrayList<>();
    List<Skipped> skipped = new ArrayList<>();
    boolean failed = false;
    for (BenchmarkShape shape : wanted) {
      try {
        shape.requireData(registry);
      } catch (InvalidInputException e) {
        skipped.add(new Skipped(shape.label(), e.getMessage()));
        err.println(shape.label() + ": skipped: " + e.getMessage());
        continue;
      }
      for (Algorithm algorithm : learners) {
        try {
          Measurement measured = measure(shape, algorithm);
          measurements.add(measured);
          if (!json) {
            // printed at once, so that an interrupted run shows its results
            out.println(row(measured));
          }
        } catch (IOException e) {
          // continue with the other measurements
          failed = true;
          err.println("sors: " + e.getMessage());
        }
      }
    }
    if (json) {
      printJson(measurements, skipped);
    }
    return failed ? CommandFrame.FAILED : CommandFrame.DONE;
  }

  private void noteBusyMachine() {
    // negative if unknown
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    if (load > QUIET_LOAD && clock == Clock.WALL) {
      err.println(
          text("note: the machine is busy (load %.1f), so times will be too long:", load)
              + " consider --clock processor");
    }
  }

  private static Algorithm algorithm(String label) {
    try {
      return Algorithm.parse(label);
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException("--algorithm: " + e.getMessage(), e);
    }
  }

  private Measurement measure(BenchmarkShape shape, Algorithm algorithm)
      throws IOException, InterruptedException {
    int asked = rounds == null ? shape.usualRounds() : rounds;
    String name = shape.label() + ", " + algorithm.label() + ": ";
    err.println(name + text("%,d rounds…", asked));
    Measurement measured = MeasuringProcess.measure(shape, algorithm, asked, threads, clock);
    if (measured.rounds() < asked) {
      err.println(
          name
              + text("stopped after %,d rounds, as the matrix took a third of", measured.rounds())
              + " Java's memory: SORS_JAVA_OPTIONS=-Xmx… gives it more");
    }
    return measured;
  }

  private void printJson(List<Measurement> measurements, List<Skipped> skipped) throws IOException {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("version", Provenance.softwareVersion());
    result.put("java", Runtime.version().toString());
    result.put("architecture", System.getProperty("os.arch"));
    result.put("processors", Runtime.getRuntime().availableProcessors());
    result.put("measurements", measurements);
    result.put("skipped", skipped);
    out.println(new ObjectMapper().writeValueAsString(result));
  }

  private static String heading() {
    return text(
        ROW, "shape", "algorithm", "rounds/s", "ns/entry", "B/entry", "peak MiB", "limit", "paper");
  }

  /** The line of the table that shows a measurement. */
  static String row(Measurement measured) {
    return text(
        ROW,
        measured.shape(),
        measured.algorithm(),
        rough(measured.roundsPerSecond()),
        text("%.2f", measured.nanosecondsPerEntry()),
        orDash("%.1f", measured.bytesPerNonZero()),
        text("%,d", measured.peakBytes() >> 20),
        orDash("%.2f", measured.timesLimit()),
        measured.timesFasterThanPaper() == null ? "-" : rough(measured.timesFasterThanPaper()));
  }

  private static String rough(double value) {
    return text(value < 100 ? "%,.1f" : "%,.0f", value);
  }

  private static String orDash(String format, Double value) {
    return value == null ? "-" : text(format, value);
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}

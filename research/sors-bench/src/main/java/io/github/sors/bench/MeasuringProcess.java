package io.github.sors.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.sors.data.registry.DataFolders;
import io.github.sors.data.registry.Registry;
import io.github.sors.learn.Algorithm;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes one measurement in a separate process, so that the memory and the compiled code of other
 * measurements do not affect it.
 */
final class MeasuringProcess {

  private MeasuringProcess() {}

  /** Runs {@link #main} in a new process, with the Java and the options of this one. */
  static Measurement measure(
      BenchmarkShape shape, Algorithm algorithm, int rounds, int threads, Clock clock)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(MeasuringProcess.class.getName());
    command.add(shape.label());
    command.add(algorithm.label());
    command.add(Integer.toString(rounds));
    command.add(Integer.toString(threads));
    command.add(clock.name());
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    Thread stopsWithUs = new Thread(process::destroy);
    Runtime.getRuntime().addShutdownHook(stopsWithUs);
    String answer;
    try {
      answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } finally {
      Runtime.getRuntime().removeShutdownHook(stopsWithUs);
    }
    int exitCode = process.waitFor();
    if (exitCode != 0) {
      throw new IOException(
          "measuring "
              + algorithm.label()
              + " on "
              + shape.label()
              + " failed with exit code "
              + exitCode
              + ": see the messages above");
    }
    return new ObjectMapper().readValue(answer, Measurement.class);
  }

  public static void main(String[] arguments) throws IOException {
    BenchmarkShape shape = BenchmarkShape.parse(arguments[0]);
    Algorithm algorithm = Algorithm.parse(arguments[1]);
    TripletStream triplets = shape.load(Registry.standard(DataFolders.ofThisProcess()));
    Measurement measurement =
        new MacroRun(
                shape,
                triplets,
                algorithm,
                Integer.parseInt(arguments[3]),
                Clock.valueOf(arguments[4]))
            .measure(Integer.parseInt(arguments[2]));
    System.out.println(new ObjectMapper().writeValueAsString(measurement));
  }
}

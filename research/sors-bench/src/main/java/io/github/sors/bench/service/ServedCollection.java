package io.github.sors.bench.service;

import io.github.sors.server.HttpServer;
import io.github.sors.server.SorsService;
import io.github.sors.server.collection.CollectionLimits;
import io.github.sors.server.collection.CollectionSettings;
import io.github.sors.server.http.RequestLimits;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** A service in a separate process, on the loopback interface and a free port. */
final class ServedCollection implements AutoCloseable {

  private static final String VECTOR_MODULE = "jdk.incubator.vector";

  private final Process process;
  private final int port;

  private ServedCollection(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  /** Starts a service and waits until it answers. */
  static ServedCollection start(Path folder, int comparisonsBetweenSnapshots) throws IOException {
    return start(folder, comparisonsBetweenSnapshots, "-Xmx6g");
  }

  /**
   * Starts a service and waits until it answers.
   *
   * @param heap the Java option for the size of the heap
   */
  static ServedCollection start(Path folder, int comparisonsBetweenSnapshots, String heap)
      throws IOException {
    return start(folder, comparisonsBetweenSnapshots, heap, CollectionSettings.DEFAULT.algorithm());
  }

  /**
   * Starts a service and waits until it answers.
   *
   * @param heap the Java option for the size of the heap
   * @param algorithm the algorithm of a new collection
   */
  static ServedCollection start(
      Path folder, int comparisonsBetweenSnapshots, String heap, String algorithm)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // the options of 'sors serve'
    command.addAll(
        List.of(
            heap,
            "-XX:+UseG1GC",
            "-XX:+UseTransparentHugePages",
            "-XX:-ClassUnloadingWithConcurrentMark"));
    // the same kernels as this process
    command.addAll(
        ModuleLayer.boot().findModule(VECTOR_MODULE).isPresent()
            ? List.of("--add-modules", VECTOR_MODULE)
            : List.of("-Dsors.kernels=scalar"));
    command.addAll(
        List.of(
            "-cp",
            System.getProperty("java.class.path"),
            ServedCollection.class.getName(),
            folder.toString(),
            Integer.toString(comparisonsBetweenSnapshots),
            algorithm));
    Process process =
        new ProcessBuilder(command)
            .redirectError(folder.resolveSibling(folder.getFileName() + ".log").toFile())
            .start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    String line = lines.readLine();
    if (line == null) {
      throw new IOException("the service did not start, see " + folder + ".log");
    }
    return new ServedCollection(process, Integer.parseInt(line.strip()));
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    SorsService service =
        SorsService.start(
            Path.of(arguments[0]),
            new CollectionSettings(arguments[2], Map.of(), CollectionSettings.DEFAULT.analyzer()),
            null,
            CollectionLimits.DEFAULT.withComparisonsBetweenSnapshots(
                Integer.parseInt(arguments[1])),
            null,
            new HttpServer.Options("127.0.0.1", 0, null, false, true, RequestLimits.DEFAULT));
    var unused =
        service.collection().fatalError().thenAccept(error -> Runtime.getRuntime().halt(1));
    System.out.println(service.port());
    new CountDownLatch(1).await();
  }

  int port() {
    return port;
  }

  String address() {
    return "http://127.0.0.1:" + port;
  }

  /** The used bytes of its heap after a garbage collection. */
  long liveHeap() throws IOException {
    Process histogram =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                Long.toString(process.pid()),
                "GC.class_histogram")
            .start();
    try (BufferedReader lines = histogram.inputReader(StandardCharsets.UTF_8)) {
      return lines
          .lines()
          .filter(line -> line.startsWith("Total "))
          .mapToLong(line -> Long.parseLong(line.strip().split("\\s+", -1)[2]))
          .findFirst()
          .orElseThrow(() -> new IOException("jcmd tells nothing of the heap of the service"));
    }
  }

  /**
   * Simulates a full disk with a limit on the size of files, or ends that.
   *
   * @return false if the system does not allow it
   */
  boolean setDiskFull(boolean full) throws IOException, InterruptedException {
    Path limiter = Path.of("/usr/bin/prlimit");
    if (!Files.isExecutable(limiter)) {
      return false;
    }
    return new ProcessBuilder(
                limiter.toString(),
                "--pid",
                Long.toString(process.pid()),
                "--fsize=" + (full ? "0:unlimited" : "unlimited:unlimited"))
            .start()
            .waitFor()
        == 0;
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Kills the process at once, as kill -9 does. */
  void kill() {
    process.destroyForcibly().onExit().join();
  }

  @Override
  public void close() {
    kill();
  }
}

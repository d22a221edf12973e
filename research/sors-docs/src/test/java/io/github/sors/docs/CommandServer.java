package io.github.sors.docs;

import io.github.sors.bench.BenchCommand;
import io.github.sors.cli.SorsCommand;
import io.github.sors.console.CommandFrame;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs commands in one warm process: the script {@code sors} of {@link PageShell} sends its words
 * here, since a Java process of its own for each command would take a second each.
 *
 * <p>A request is words that end in a zero byte: their number, a folder for the answer, and the
 * words of the command. The answer is the exit code in one line, after the streams were written to
 * {@code out} and {@code err} of the folder. {@code serve} is answered once it listens, and runs on
 * until the next {@code serve} or the end of the process; its port is written to {@code port}.
 */
final class CommandServer {

  private static final Pattern ADDRESS = Pattern.compile("serving .* at http://\\S+:(\\d+)\\s");

  private Thread service;

  private CommandServer() {}

  /** Prints its port and answers until its input ends. */
  public static void main(String[] arguments) throws IOException {
    CommandServer commands = new CommandServer();
    endWithTheInput();
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      System.out.println(server.getLocalPort());
      while (true) {
        try (Socket client = server.accept()) {
          commands.answer(client);
        }
      }
    }
  }

  private static void endWithTheInput() {
    Thread watch =
        new Thread(
            () -> {
              try {
                while (System.in.read() >= 0) {}
              } catch (IOException e) {
                // the test has gone, as at the end of the input
              }
              Runtime.getRuntime().halt(0);
            });
    watch.setDaemon(true);
    watch.start();
  }

  private void answer(Socket client) throws IOException {
    DataInputStream in = new DataInputStream(client.getInputStream());
    int count = Integer.parseInt(word(in));
    Path answer = Path.of(word(in));
    List<String> words = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      words.add(word(in));
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    CommandFrame frame =
        new CommandFrame(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8));
    int code =
        words.contains("serve") && !words.contains("--help")
            ? serve(frame, out, words, answer)
            : run(frame, words);
    Files.write(answer.resolve("out"), out.toByteArray());
    Files.write(answer.resolve("err"), err.toByteArray());
    client.getOutputStream().write((code + "\n").getBytes(StandardCharsets.UTF_8));
  }

  private static int run(CommandFrame frame, List<String> words) {
    boolean bench = words.get(0).equals("bench");
    String[] arguments = words.subList(bench ? 1 : 0, words.size()).toArray(String[]::new);
    return bench ? BenchCommand.run(frame, arguments) : SorsCommand.run(frame, arguments);
  }

  private int serve(CommandFrame frame, ByteArrayOutputStream out, List<String> words, Path answer)
      throws IOException {
    stopService();
    List<String> withPort = new ArrayList<>(words);
    withPort.addAll(List.of("--port", "0"));
    int[] code = {0};
    service = new Thread(() -> code[0] = run(frame, withPort));
    service.start();
    while (service.isAlive()) {
      Matcher address = ADDRESS.matcher(out.toString(StandardCharsets.UTF_8));
      if (address.find()) {
        Files.writeString(answer.resolveSibling("port"), address.group(1));
        return 0;
      }
      pause();
    }
    return code[0];
  }

  private void stopService() {
    while (service != null && service.isAlive()) {
      service.interrupt();
      pause();
    }
  }

  private static void pause() {
    try {
      Thread.sleep(5);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String word(DataInputStream in) throws IOException {
    ByteArrayOutputStream word = new ByteArrayOutputStream();
    for (int next = in.read(); next != 0; next = in.read()) {
      if (next < 0) {
        throw new EOFException("a request that ends within a word");
      }
      word.write(next);
    }
    return word.toString(StandardCharsets.UTF_8);
  }
}

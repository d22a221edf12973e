package io.github.sors.lab.paper;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The paper's Table II, by data set and method.
 *
 * @since 0.1.0
 */
public final class PublishedResults {

  private static final String RESOURCE = "table2.csv";
  private static final String NOT_AVAILABLE = "NA";
  private static final Map<String, Result> RESULTS = read();

  private PublishedResults() {}

  /**
   * A mean and its deviation.
   *
   * @param mean the mean over the paper's repetitions, whose number it does not give
   * @param deviation the number after the paper's ±
   */
  public record Value(double mean, double deviation) {}

  /**
   * A row of the table; empty if the paper has NA.
   *
   * @param map the MAP in per cent
   * @param sparsity the sparsity in per cent
   * @param seconds the training time
   */
  public record Result(Optional<Value> map, Optional<Value> sparsity, Optional<Value> seconds) {}

  /** The paper's result of a method on a data set, both by their names on the command line. */
  public static Optional<Result> of(String dataSet, String method) {
    return Optional.ofNullable(RESULTS.get(dataSet + "," + method));
  }

  private static Map<String, Result> read() {
    Map<String, Result> results = new HashMap<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(PublishedResults.class.getResourceAsStream(RESOURCE)),
                StandardCharsets.UTF_8))) {
      lines.readLine(); // the headings
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] cells = line.split(",", -1);
        results.put(
            cells[0] + "," + cells[1],
            new Result(
                value(cells[2], cells[3]), value(cells[4], cells[5]), value(cells[6], cells[7])));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return results;
  }

  private static Optional<Value> value(String mean, String deviation) {
    return mean.equals(NOT_AVAILABLE)
        ? Optional.empty()
        : Optional.of(new Value(Double.parseDouble(mean), Double.parseDouble(deviation)));
  }
}

package io.github.sors.lab.paper;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
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
 * <p>Threads: any thread may call it. Failures: what the paper does not give is empty.
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
    try (CsvReader<CsvRecord> rows =
        CsvReader.builder()
            .ofCsvRecord(
                new InputStreamReader(
                    Objects.requireNonNull(PublishedResults.class.getResourceAsStream(RESOURCE)),
                    StandardCharsets.UTF_8))) {
      rows.stream()
          .skip(1) // the headings
          .forEach(
              row ->
                  results.put(
                      row.getField(0) + "," + row.getField(1),
                      new Result(value(row, 2), value(row, 4), value(row, 6))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return results;
  }

  /** The mean in a column and the deviation in the next one. */
  private static Optional<Value> value(CsvRecord row, int column) {
    String mean = row.getField(column);
    return mean.equals(NOT_AVAILABLE)
        ? Optional.empty()
        : Optional.of(
            new Value(Double.parseDouble(mean), Double.parseDouble(row.getField(column + 1))));
  }
}

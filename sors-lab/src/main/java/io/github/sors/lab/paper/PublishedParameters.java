package io.github.sors.lab.paper;

import java.util.Map;
import java.util.Optional;

/**
 * The parameters that the paper gives for its figures, which were chosen by cross-validation; it
 * gives none for RCV1 and Sector.
 *
 * <p>Caltech10, of which the paper shows only the trade-off, has those of Caltech50.
 */
public final class PublishedParameters {

  private static final Map<String, Values> BY_DATA_SET =
      Map.of(
          "protein", new Values("0.01", "60", "1e-6", "0.1", "1e-4", "0.1", "5"),
          "caltech10", new Values("0.06", "13", "1e-6", "0.1", "1e-6", "0.1", "0.1"),
          "gisette", new Values("0.01", "90", "1e-6", "0.06", "1e-5", "0.06", "20"),
          "bbc", new Values("0.01", "90", "1e-6", "0.1", "1e-6", "0.1", "0.1"));

  private PublishedParameters() {}

  /** The values by name for a method on a data set, if the paper gives any. */
  public static Optional<Map<String, String>> of(String dataSet, String method) {
    return Optional.ofNullable(BY_DATA_SET.get(dataSet)).map(values -> values.of(method));
  }

  private record Values(
      String c,
      String r,
      String sorsLambda,
      String sorsEta,
      String adaLambda,
      String adaEta,
      String adaDelta) {

    Map<String, String> of(String method) {
      return switch (method) {
        case "sors-1", "sors-2" -> Map.of("lambda", sorsLambda, "eta", sorsEta);
        case "adasors-1", "adasors-2" ->
            Map.of("lambda", adaLambda, "eta", adaEta, "delta", adaDelta);
        case "oasis" -> Map.of("c", c);
        case "aroma" -> Map.of("r", r);
        default -> Map.of();
      };
    }
  }
}

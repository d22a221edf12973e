package io.github.sors.lab;

import io.github.sors.lab.paper.PublishedParameters;
import io.github.sors.tune.Method;
import io.github.sors.tune.Methods;
import io.github.sors.tune.OnlineMethod;
import io.github.sors.tune.Parameters;
import java.util.List;
import java.util.Optional;

/**
 * What the paper says of the methods: which ones it compares, and with which parameters.
 *
 * <p>Threads: any thread may call it. Failures: what the paper does not give is empty.
 */
public final class PaperMethods {

  // the methods of its table, and the cosine
  private static final List<String> NAMES =
      List.of(
          "euclidean",
          "cosine",
          "lmnn",
          "itml",
          "lego",
          "rdml",
          "oasis",
          "aroma",
          "sors-1",
          "sors-2",
          "adasors-1",
          "adasors-2");

  private PaperMethods() {}

  /** The methods that the paper compares, and the cosine, in the order of its table. */
  public static List<Method> compared() {
    return Methods.allMethods().stream().filter(method -> NAMES.contains(method.name())).toList();
  }

  /** The parameters that the paper gives a method for one of its data sets, if it does. */
  public static Optional<Parameters> published(Method method, String dataSet) {
    if (method.kind() == Method.Kind.UNLEARNT) {
      return Optional.of(Parameters.NONE);
    }
    if (method instanceof MetricMethod metric) {
      return PublishedParameters.of(
              dataSet, metric.algorithm().label(), metric.algorithm().optionNames())
          .map(Parameters::new);
    }
    if (method instanceof OnlineMethod online) {
      return PublishedParameters.of(
              dataSet, online.algorithm().label(), online.algorithm().ownNames())
          .map(values -> new Parameters(values).with(online.changed()));
    }
    return Optional.empty();
  }
}

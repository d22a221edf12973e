package io.github.sors.tune;

import io.github.sors.InvalidInputException;
import io.github.sors.data.fit.AutomaticTraining;
import io.github.sors.learn.Algorithm;
import io.github.sors.learn.EncoderLearner;
import io.github.sors.learn.Learners;
import io.github.sors.option.AlgorithmDescriptor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/**
 * All methods by name: the learners of this project, and those that a {@link MethodProvider} adds.
 *
 * <p>Threads: any thread may call it. Failures: an unknown name throws {@link
 * io.github.sors.InvalidInputException} with all names.
 */
public final class Methods {

  // in the order of the paper's table: the simplest first, the paper's own last
  private static final List<String> ORDER =
      List.of(
          "ogd",
          "oasis",
          "aroma",
          "sors-1",
          "sors-2",
          "adasors-1",
          "adasors-2",
          "adasors-2-logistic",
          "encoder",
          "encoder-batch");

  // these come first in tables and last in figures
  private static final List<String> UNORDERED =
      Learners.descriptors().stream()
          .map(AlgorithmDescriptor::label)
          .filter(label -> !ORDER.contains(label))
          .toList();

  private static final List<Method> ALL = all();

  private Methods() {}

  private static List<Method> all() {
    List<Method> online = new ArrayList<>();
    Learners.descriptors().forEach(descriptor -> online.add(new OnlineMethod(descriptor)));
    online.add(
        new OnlineMethod(Algorithm.ADASORS_II.descriptor())
            .variant(
                "logistic", "AdaSORS-II, logistic loss", Parameters.of("loss", "logistic:0.2")));
    online.add(
        new OnlineMethod(EncoderLearner.DESCRIPTOR)
            .variant(
                "batch",
                "Batch encoder",
                Parameters.of("batch", Integer.toString(AutomaticTraining.BATCH))));
    online.sort(Comparator.comparingInt(method -> ORDER.indexOf(method.name())));
    List<Method> all = new ArrayList<>(online);
    all.add(AutomaticMethod.INSTANCE);
    ServiceLoader.load(MethodProvider.class).forEach(provider -> all.addAll(provider.methods()));
    // stable: those of a kind stay in their order
    all.sort(Comparator.comparing(Method::kind));
    return List.copyOf(all);
  }

  /** The position of an online method among all of them, the same in every study. */
  public static int onlinePlace(Method method) {
    int place = ORDER.indexOf(method.name());
    return place >= 0 ? place : ORDER.size() + UNORDERED.indexOf(method.name());
  }

  /** All methods, in the order of a table. */
  public static List<Method> allMethods() {
    return ALL;
  }

  /**
   * Returns the method with a name.
   *
   * @throws InvalidInputException if there is none; the message has all names
   */
  public static Method named(String name) {
    return ALL.stream()
        .filter(method -> method.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidInputException(
                    "unknown algorithm '"
                        + name
                        + "': expected one of "
                        + ALL.stream().map(Method::name).collect(Collectors.joining(", "))));
  }
}

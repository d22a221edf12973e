package io.github.sors.cli.input;

import io.github.sors.option.OptionList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/** Adds learners of distances to {@code sors train}, which finds it with {@link ServiceLoader}. */
public interface DistanceAlgorithms {

  /** The algorithms that the modules of research/ add. */
  List<String> OF_RESEARCH =
      List.of(
          "lmnn", "itml", "lego", "rdml", "pola", "sdml", "aroma-factored", "euclidean", "cosine");

  /** The algorithms. */
  List<DistanceAlgorithm> algorithms();

  /** The same algorithms with their options, for the help. */
  OptionList options();

  /** The options of some algorithms, followed by those of all learners of distances. */
  static OptionList addedTo(OptionList others) {
    OptionList all = others;
    for (DistanceAlgorithms provider : ServiceLoader.load(DistanceAlgorithms.class)) {
      all = all.and(provider.options());
    }
    return all;
  }

  /** What a help text says of algorithms that are known, but not there; empty if they are. */
  static String absent() {
    return ServiceLoader.load(DistanceAlgorithms.class).findFirst().isPresent()
        ? ""
        : "; of research, built when named: " + String.join(", ", OF_RESEARCH);
  }

  /** Finds an algorithm by the name on the command line. */
  static Optional<DistanceAlgorithm> find(String label) {
    return ServiceLoader.load(DistanceAlgorithms.class).stream()
        .flatMap(provider -> provider.get().algorithms().stream())
        .filter(algorithm -> algorithm.label().equals(label))
        .findFirst();
  }
}

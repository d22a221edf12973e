package io.github.sors;

import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Where a model comes from, so that it can be reproduced.
 *
 * <p>Threads: immutable. Failures: null throws {@link NullPointerException}.
 *
 * @param algorithm the name of the algorithm, such as {@code sors-1}
 * @param options the algorithm's options by name, as text
 * @param rounds the number of rounds it has learnt
 * @param training what is known about the data it has learnt from: file, hash, seed, held-out share
 * @param version the version of the software that made it
 */
public record Provenance(
    String algorithm,
    Map<String, String> options,
    long rounds,
    Map<String, String> training,
    String version) {

  /** The provenance of a model that was not learnt here. */
  public static final Provenance UNKNOWN =
      new Provenance("unknown", Map.of(), 0, Map.of(), softwareVersion());

  public Provenance {
    Objects.requireNonNull(algorithm, "algorithm");
    Objects.requireNonNull(version, "version");
    options = Collections.unmodifiableMap(new TreeMap<>(options));
    training = Collections.unmodifiableMap(new TreeMap<>(training));
  }

  /** The version of this software, or {@code development} if it runs from class files. */
  public static String softwareVersion() {
    Module module = Provenance.class.getModule();
    if (module.isNamed()) {
      return module.getDescriptor().rawVersion().orElse("development");
    }
    String version = Provenance.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

  /** This provenance with another description of the training. */
  public Provenance withTraining(Map<String, String> description) {
    return new Provenance(algorithm, options, rounds, description, version);
  }
}

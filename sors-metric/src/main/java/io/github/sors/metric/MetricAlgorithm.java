package io.github.sors.metric;

import io.github.sors.BilinearModel;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The learners of distances by name, with options as text: for command lines and studies. */
public enum MetricAlgorithm {
  LMNN("lmnn", "LMNN", 1_000),
  ITML("itml", "ITML", 10_000),
  LEGO("lego", "LEGO", 10_000),
  RDML("rdml", "RDML", 10_000),
  POLA("pola", "POLA", 10_000),
  SDML("sdml", "SDML", 10_000),
  /** Learns a similarity, not a distance, but as dense as they are. */
  FACTORED_AROMA("aroma-factored", "AROMA, factored", 10_000),
  EUCLIDEAN("euclidean", "Euclidean", 0),
  /** Wants rows of length 1, see {@link #normalization}. */
  COSINE("cosine", "Cosine", 0);

  private final String label;
  private final String title;
  private final long defaultIterations;

  MetricAlgorithm(String label, String title, long defaultIterations) {
    this.label = label;
    this.title = title;
    this.defaultIterations = defaultIterations;
  }

  /** The name on the command line, such as {@code lmnn}. */
  public String label() {
    return label;
  }

  /** The name in a table, such as {@code LMNN}. */
  public String title() {
    return title;
  }

  /**
   * How many iterations to take where nobody has said: steps of {@link #LMNN}, triplets for all
   * others, and none where there is nothing to learn.
   */
  public long defaultIterations() {
    return defaultIterations;
  }

  /** Whether it learns from triplets, and not from the labels alone. */
  public boolean needsTriplets() {
    return this != LMNN && defaultIterations > 0;
  }

  /** The names of the options that are this algorithm's own: {@code k}, {@code mu}, …. */
  public List<String> optionNames() {
    return switch (this) {
      case LMNN -> List.of("k", "mu", "tolerance", WithForm.OPTION);
      case ITML -> List.of("gamma", "sweeps", "tolerance", WithForm.OPTION);
      case LEGO -> List.of("eta", WithForm.OPTION);
      case RDML -> List.of("eta", "threshold", "epsilon", WithForm.OPTION);
      case POLA -> List.of(WithForm.OPTION);
      case SDML -> List.of("lambda", "balance", WithForm.OPTION);
      case FACTORED_AROMA -> List.of("r");
      case EUCLIDEAN, COSINE -> List.of();
    };
  }

  /** How to normalise rows for this algorithm where a person has asked for a chain of steps. */
  public String normalization(String chain) {
    if (this != COSINE || chain.equals("l2") || chain.endsWith(",l2")) {
      return chain;
    }
    return chain.equals("none") ? "l2" : chain + ",l2";
  }

  /** Finds an algorithm by the name on the command line. */
  public static Optional<MetricAlgorithm> find(String label) {
    return Arrays.stream(values()).filter(algorithm -> algorithm.label.equals(label)).findFirst();
  }

  /**
   * Creates a learner.
   *
   * @param options by name, those of {@link #optionNames}; whatever is missing has its default
   * @throws IllegalArgumentException if a value is not valid
   */
  public MetricLearner create(Map<String, String> options) {
    OptionTexts texts = new OptionTexts(options);
    return switch (this) {
      case FACTORED_AROMA, EUCLIDEAN, COSINE -> withItsOwnForm(texts);
      case LMNN, ITML, LEGO, RDML, POLA, SDML ->
          new WithForm(
              withItsOwnForm(texts), texts.form(WithForm.OPTION, BilinearModel.Form.DISTANCE));
    };
  }

  private MetricLearner withItsOwnForm(OptionTexts texts) {
    return switch (this) {
      case LMNN -> {
        Lmnn.Options defaults = Lmnn.Options.DEFAULT;
        yield new Lmnn(
            new Lmnn.Options(
                texts.count("k", defaults.k()),
                texts.number("mu", defaults.mu()),
                texts.number("tolerance", defaults.tolerance())));
      }
      case ITML -> {
        Itml.Options defaults = Itml.Options.DEFAULT;
        yield new Itml(
            new Itml.Options(
                texts.number("gamma", defaults.gamma()),
                texts.count("sweeps", defaults.sweeps()),
                texts.number("tolerance", defaults.tolerance())));
      }
      case LEGO -> new Lego(new Lego.Options(texts.number("eta", Lego.Options.DEFAULT.eta())));
      case RDML -> {
        Rdml.Options defaults = Rdml.Options.DEFAULT;
        yield new Rdml(
            new Rdml.Options(
                texts.number("eta", defaults.eta()),
                texts.number("threshold", defaults.threshold()),
                texts.number("epsilon", defaults.epsilon())));
      }
      case POLA -> new Pola();
      case SDML -> {
        Sdml.Options defaults = Sdml.Options.DEFAULT;
        yield new Sdml(
            new Sdml.Options(
                texts.number("lambda", defaults.lambda()),
                texts.number("balance", defaults.balance())));
      }
      case FACTORED_AROMA ->
          new FactoredAroma(
              new FactoredAroma.Options(
                  texts.number("r", FactoredAroma.Options.DEFAULT.regularization())));
      case EUCLIDEAN -> Unlearnt.euclidean();
      case COSINE -> Unlearnt.cosine();
    };
  }
}

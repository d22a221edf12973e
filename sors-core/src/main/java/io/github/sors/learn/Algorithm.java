package io.github.sors.learn;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The learners by name, with options as text: for command lines, files and services. */
public enum Algorithm {
  SORS_I("sors-1", "SORS-I"),
  SORS_II("sors-2", "SORS-II"),
  ADASORS_I("adasors-1", "AdaSORS-I"),
  ADASORS_II("adasors-2", "AdaSORS-II"),
  OASIS("oasis", "OASIS"),
  AROMA("aroma", "AROMA"),
  ONLINE_GRADIENT_DESCENT("ogd", "OGD");

  private final String label;
  private final String title;

  Algorithm(String label, String title) {
    this.label = label;
    this.title = title;
  }

  /** The name on the command line, such as {@code adasors-2}. */
  public String label() {
    return label;
  }

  /** The name in a table, such as {@code AdaSORS-II}. */
  public String title() {
    return title;
  }

  /** The names of the options that are this algorithm's own: {@code lambda}, {@code eta}, …. */
  public List<String> optionNames() {
    return switch (this) {
      case SORS_I, SORS_II -> List.of("lambda", "eta");
      case ADASORS_I, ADASORS_II -> List.of("lambda", "eta", "delta");
      case OASIS -> List.of("c");
      case AROMA -> List.of("r", "covariance");
      case ONLINE_GRADIENT_DESCENT -> List.of("eta");
    };
  }

  /**
   * Finds an algorithm by the name on the command line.
   *
   * @throws IllegalArgumentException if there is none of that name
   */
  public static Algorithm parse(String label) {
    for (Algorithm algorithm : values()) {
      if (algorithm.label.equals(label)) {
        return algorithm;
      }
    }
    throw new IllegalArgumentException(
        "unknown algorithm '"
            + label
            + "': expected one of "
            + Arrays.stream(values()).map(Algorithm::label).collect(Collectors.joining(", ")));
  }

  /**
   * Creates a learner.
   *
   * @param options by name: those of {@link #optionNames}, and {@code init}, {@code margin}, {@code
   *     queryDimension}, {@code itemDimension}, {@code sharedFeatures}; whatever is missing has its
   *     default
   * @throws IllegalArgumentException if a value is not valid
   */
  public OnlineBilinearLearner create(Map<String, String> options) {
    Options texts = new Options(options);
    LearningSetup defaults = LearningSetup.DEFAULT;
    LearningSetup setup =
        new LearningSetup(
            InitialMatrix.parse(texts.text("init", defaults.start().label())),
            texts.number("margin", defaults.margin()),
            new FeatureSpaces(
                texts.count("queryDimension"),
                texts.count("itemDimension"),
                Boolean.parseBoolean(texts.text("sharedFeatures", "true"))));
    return switch (this) {
      case SORS_I -> new SorsI(sorsOptions(texts, setup));
      case SORS_II -> new SorsII(sorsOptions(texts, setup));
      case ADASORS_I -> new AdaSorsI(adaSorsOptions(texts, setup));
      case ADASORS_II -> new AdaSorsII(adaSorsOptions(texts, setup));
      case OASIS -> new Oasis(oasisOptions(texts, setup));
      case AROMA -> new Aroma(aromaOptions(texts, setup));
      case ONLINE_GRADIENT_DESCENT ->
          new OnlineGradientDescent(gradientDescentOptions(texts, setup));
    };
  }

  private static SorsOptions sorsOptions(Options options, LearningSetup setup) {
    SorsOptions defaults = SorsOptions.DEFAULT;
    return new SorsOptions(
        options.number("lambda", defaults.lambda()), options.stepSize(defaults.eta()), setup);
  }

  private static AdaSorsOptions adaSorsOptions(Options options, LearningSetup setup) {
    AdaSorsOptions defaults = AdaSorsOptions.DEFAULT;
    return new AdaSorsOptions(
        options.number("lambda", defaults.lambda()),
        options.stepSize(defaults.eta()),
        options.number("delta", defaults.delta()),
        setup);
  }

  private static Oasis.Options oasisOptions(Options options, LearningSetup setup) {
    return new Oasis.Options(options.number("c", Oasis.Options.DEFAULT.aggressiveness()), setup);
  }

  private static Aroma.Options aromaOptions(Options options, LearningSetup setup) {
    Aroma.Options defaults = Aroma.Options.DEFAULT;
    return new Aroma.Options(
        options.number("r", defaults.regularization()),
        Aroma.Covariance.parse(options.text("covariance", defaults.covariance().label())),
        setup);
  }

  private static OnlineGradientDescent.Options gradientDescentOptions(
      Options options, LearningSetup setup) {
    return new OnlineGradientDescent.Options(
        options.stepSize(OnlineGradientDescent.Options.DEFAULT.eta()), setup);
  }

  /** Options as text, each with a default. */
  private record Options(Map<String, String> texts) {

    String text(String name, String otherwise) {
      return texts.getOrDefault(name, otherwise);
    }

    double number(String name, double otherwise) {
      String text = texts.get(name);
      try {
        return text == null ? otherwise : Double.parseDouble(text);
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException(
            "a number expected for " + name + ", found '" + text + "'", e);
      }
    }

    int count(String name) {
      String text = texts.getOrDefault(name, "0");
      try {
        return Integer.parseInt(text);
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException(
            "a whole number expected for " + name + ", found '" + text + "'", e);
      }
    }

    StepSize stepSize(StepSize otherwise) {
      String text = texts.get("eta");
      return text == null ? otherwise : StepSize.parse(text);
    }
  }
}

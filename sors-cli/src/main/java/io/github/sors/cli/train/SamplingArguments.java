package io.github.sors.cli.train;

import io.github.sors.InvalidInputException;
import io.github.sors.cli.frame.ShellCommand;
import io.github.sors.data.triplet.LocalTripletSampler;
import io.github.sors.data.triplet.NearestRowsFinder;
import java.util.Locale;
import picocli.CommandLine.Option;

/** The options that say how triplets are drawn from the labels. */
final class SamplingArguments {

  /** The source of the triplets. */
  enum Sampling {
    /** As in the paper: any other row of the class, any row of another class. */
    UNIFORM,
    /** Neighbours of the query. */
    LOCAL,
    /** Some of each. */
    MIXED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The similarity that finds neighbours. */
  enum NeighboursBy {
    /** The cosine, once. */
    START,
    /** The model so far, from time to time. */
    MODEL;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final long REFRESH_EVERY = 10_000;

  @Option(
      names = "--sampling",
      paramLabel = "HOW",
      description =
          "uniform: as in the paper; local: positive and negative are neighbours of the query;"
              + " mixed: some of each (default: uniform).")
  private Sampling sampling = Sampling.UNIFORM;

  @Option(
      names = "--nearest-positives",
      paramLabel = "N",
      description =
          "Local triplets: draw the positive from the N nearest rows of the class (default: 5).")
  private Integer positives;

  @Option(
      names = "--nearest-negatives",
      paramLabel = "N",
      description =
          "Local triplets: draw the negative from the N nearest rows of other classes"
              + " (default: 20).")
  private Integer negatives;

  @Option(
      names = "--local-share",
      paramLabel = "X",
      description = "Share of local triplets with --sampling mixed (default: 0.5).")
  private Double localShare;

  @Option(
      names = "--neighbours",
      paramLabel = "BY",
      description =
          "start: find neighbours once, by cosine; model: find them by cosine first, and again"
              + " with the present model every --refresh rounds (default: start).")
  private NeighboursBy neighbours;

  @Option(
      names = "--refresh",
      paramLabel = "N",
      description = "Rounds between two searches with --neighbours model (default: 10000).")
  private Long refresh;

  /** Mixed triplets with the defaults of all other options. */
  static SamplingArguments mixed() {
    SamplingArguments arguments = new SamplingArguments();
    arguments.sampling = Sampling.MIXED;
    return arguments;
  }

  /** Whether neighbours are drawn at all. */
  boolean needsNeighbours() {
    return sampling != Sampling.UNIFORM;
  }

  boolean findsNeighboursByModel() {
    return needsNeighbours() && neighbours == NeighboursBy.MODEL;
  }

  int nearestPositives() {
    return positives == null ? NearestRowsFinder.USUAL_POSITIVES : positives;
  }

  int nearestNegatives() {
    return negatives == null ? NearestRowsFinder.USUAL_NEGATIVES : negatives;
  }

  /** The share of the triplets that are local. */
  double localShare() {
    return sampling == Sampling.LOCAL
        ? 1
        : localShare == null ? LocalTripletSampler.USUAL_SHARE : localShare;
  }

  /** The rounds between two searches for neighbours by the model. */
  long refreshInterval() {
    return refresh == null ? REFRESH_EVERY : refresh;
  }

  /** Checks that triplets can be drawn with these options. */
  void requirePlausible() {
    if (!needsNeighbours() && isAnyGiven()) {
      throw new InvalidInputException(
          "--nearest-positives, --nearest-negatives, --local-share, --neighbours and --refresh are"
              + " for --sampling local or mixed");
    }
    if (localShare != null && sampling != Sampling.MIXED) {
      throw new InvalidInputException("--local-share is for --sampling mixed");
    }
    if (refresh != null && neighbours != NeighboursBy.MODEL) {
      throw new InvalidInputException("--refresh is for --neighbours model");
    }
    if (nearestPositives() < 1 || nearestNegatives() < 1) {
      throw new InvalidInputException(
          "expected --nearest-positives and --nearest-negatives of at least 1, found "
              + nearestPositives()
              + " and "
              + nearestNegatives());
    }
    if (!(localShare() > 0 && localShare() <= 1)) {
      throw new InvalidInputException(
          "expected --local-share above 0 and at most 1, found " + localShare());
    }
    if (refreshInterval() < 1) {
      throw new InvalidInputException("expected --refresh of at least 1, found " + refresh);
    }
  }

  private boolean isAnyGiven() {
    return positives != null
        || negatives != null
        || localShare != null
        || neighbours != null
        || refresh != null;
  }

  /**
   * The description of local triplets that a checkpoint stores, so that a resumed run draws the
   * same.
   */
  String description() {
    return String.format(
        Locale.ROOT,
        "%s, share %s, %d nearest of the class, %d nearest of others, by the %s",
        sampling,
        localShare(),
        nearestPositives(),
        nearestNegatives(),
        findsNeighboursByModel() ? "model every " + refreshInterval() + " rounds" : "start");
  }

  /** Adds the options to draw the same triplets again. */
  ShellCommand addTo(ShellCommand command) {
    return command
        .option("--sampling", needsNeighbours() ? sampling : null)
        .option("--nearest-positives", positives)
        .option("--nearest-negatives", negatives)
        .option("--local-share", localShare)
        .option("--neighbours", neighbours)
        .option("--refresh", refresh);
  }
}

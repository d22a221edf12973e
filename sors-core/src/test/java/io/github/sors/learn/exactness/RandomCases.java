package io.github.sors.learn.exactness;

import io.github.sors.learn.Algorithm;
import io.github.sors.learn.exactness.StreamShape.Pattern;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Cases drawn at random: every seed is a case. */
public enum RandomCases {
  /** Streams of hundreds to thousands of rounds over all shapes. */
  SHORT("short-"),
  /** Streams of 10⁵ to 10⁷ rounds over few features. */
  LONG("long-");

  private static final long SHRINKAGE = 0x5352494E4BL;

  private final String prefix;

  RandomCases(String prefix) {
    this.prefix = prefix;
  }

  /** What the names of these cases begin with; the seed follows. */
  public String prefix() {
    return prefix;
  }

  /** The case of a seed, always the same. */
  public LearnerCase draw(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Algorithm> algorithms = List.of(Algorithm.values());
    Algorithm algorithm = algorithms.get(random.nextInt(algorithms.size()));
    StreamShape stream = stream(random);
    Map<String, String> options = options(random);
    // drawn apart, so that the other draws of a seed stay what they were
    if (stream.shared() && new SplittableRandom(seed ^ SHRINKAGE).nextInt(3) == 0) {
      options.put("shrink-to", "identity");
    }
    options.keySet().removeIf(name -> isForeign(name, algorithm));
    return new LearnerCase(
        prefix + seed,
        algorithm,
        options,
        stream,
        random.nextLong(),
        rounds(random, stream),
        false);
  }

  private static boolean isForeign(String name, Algorithm algorithm) {
    return algorithm.descriptor().parameter(name).isEmpty();
  }

  private static Map<String, String> options(SplittableRandom random) {
    Map<String, String> options = new HashMap<>();
    String[] schedules = {"", "", "/sqrt(t)", "/t"};
    options.put("eta", between(random, 1e-4, 1) + schedules[random.nextInt(schedules.length)]);
    options.put("lambda", random.nextInt(6) == 0 ? "0" : "" + between(random, 1e-6, 0.3));
    options.put("delta", "" + between(random, 1e-3, 10));
    options.put("c", "" + between(random, 1e-4, 10));
    options.put("r", "" + between(random, 1e-2, 100));
    options.put("covariance", random.nextBoolean() ? "exact" : "projected");
    options.put("init", random.nextBoolean() ? "identity" : "zero");
    options.put("loss", random.nextInt(3) > 0 ? "hinge" : "logistic:" + between(random, 1e-3, 10));
    options.put("margin", random.nextBoolean() ? "1" : "" + between(random, 0.01, 100));
    return options;
  }

  private StreamShape stream(SplittableRandom random) {
    Pattern pattern = pattern(random);
    boolean shared = random.nextInt(3) > 0;
    int rows = dimension(random);
    int columns = shared ? rows : dimension(random);
    int spacing = random.nextBoolean() ? 1 : 2 + random.nextInt(40);
    double density = random.nextInt(3) == 0 ? 1 : between(random, 0.02, 1);
    boolean plain = random.nextBoolean();
    double queryScale = plain ? 1 : between(random, 1e-4, 1e4);
    double itemScale = plain ? 1 : between(random, 1e-4, 1e4);
    int degenerateEvery = random.nextInt(3) == 0 ? 1 + random.nextInt(70) : 0;
    return new StreamShape(
        pattern,
        rows,
        columns,
        shared,
        spacing,
        density,
        queryScale,
        itemScale,
        degenerateEvery == 1 ? 2 : degenerateEvery);
  }

  private static Pattern pattern(SplittableRandom random) {
    return switch (random.nextInt(8)) {
      case 0 -> Pattern.ONE_HOT;
      case 1 -> Pattern.DIAGONAL;
      case 2 -> Pattern.LARGE_FIRST;
      default -> Pattern.CLASSES;
    };
  }

  private int dimension(SplittableRandom random) {
    if (this == LONG) {
      return 1 + random.nextInt(5);
    }
    // small ones, those around the lanes of vectors, and rounds large enough for threads
    return switch (random.nextInt(8)) {
      case 0 -> 1;
      case 1, 2, 3 -> 2 + random.nextInt(7);
      case 4, 5, 6 -> 9 + random.nextInt(32);
      default -> 60 + random.nextInt(30);
    };
  }

  private long rounds(SplittableRandom random, StreamShape stream) {
    if (this == LONG) {
      return Math.round(between(random, 1e5, 1e7));
    }
    // the literal algorithm sweeps all entries in every round
    long cells = (long) stream.rows() * stream.columns();
    return 100 + Math.round(between(random, 1, Math.min(4000, 400_000.0 / cells)));
  }

  /** A number between two others, evenly in its logarithm. */
  private static double between(SplittableRandom random, double least, double most) {
    return least * Math.pow(most / least, random.nextDouble());
  }
}

package io.github.sors.learn.exactness;

import java.util.List;
import java.util.SplittableRandom;

/**
 * A way to run a learner that must not change a bit of what it learns.
 *
 * @param rows how rows are stored
 * @param threads how many threads share a large round
 * @param block the most triplets that are learnt at once; 1 for one by one
 * @param resumed whether the learner is written to a checkpoint and read again on the way
 * @param scalar whether the kernels are those in plain Java, whatever this process has
 * @param expecting whether the learner is told beforehand which vectors will come
 */
public record Variant(
    Rows rows, int threads, int block, boolean resumed, boolean scalar, boolean expecting) {

  /** How the rows of the matrix are stored. */
  enum Rows {
    DENSE,
    HASHED,
    /** Hashed, with memory to spare, so that many of them become dense. */
    HASHED_GENEROUSLY;

    static Rows draw(SplittableRandom random) {
      return values()[random.nextInt(values().length)];
    }
  }

  /** What the others are compared with: one by one, on one thread, with this process's kernels. */
  public static final Variant PLAIN = new Variant(Rows.DENSE, 1, 1, false, false, false);

  /** Variants in which each way occurs alone or with others. */
  public static List<Variant> draw(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return List.of(
        new Variant(Rows.HASHED, 1, 1, false, false, false),
        new Variant(Rows.DENSE, 2, 1 + random.nextInt(200), false, false, false),
        new Variant(Rows.draw(random), 1, 1 + random.nextInt(20), true, false, false),
        new Variant(Rows.draw(random), 1, 1 + random.nextInt(100), false, true, false),
        new Variant(Rows.draw(random), 1, 1 + random.nextInt(20), false, false, true),
        new Variant(
            Rows.draw(random),
            1 + random.nextInt(3),
            1 + random.nextInt(300),
            random.nextBoolean(),
            random.nextBoolean(),
            random.nextBoolean()));
  }

  /** The text that {@link #parse} reads. */
  String text() {
    return rows + " " + threads + " " + block + " " + resumed + " " + scalar + " " + expecting;
  }

  static Variant parse(String text) {
    String[] parts = text.split(" ", -1);
    return new Variant(
        Rows.valueOf(parts[0]),
        Integer.parseInt(parts[1]),
        Integer.parseInt(parts[2]),
        Boolean.parseBoolean(parts[3]),
        Boolean.parseBoolean(parts[4]),
        Boolean.parseBoolean(parts[5]));
  }
}

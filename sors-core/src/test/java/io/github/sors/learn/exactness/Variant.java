package io.github.sors.learn.exactness;

import java.util.List;
import java.util.SplittableRandom;

/**
 * A way to run a learner that must not change a bit of what it learns.
 *
 * @param hashed whether the rows are hashed instead of dense
 * @param threads how many threads share a large round
 * @param block the most triplets that are learnt at once; 1 for one by one
 * @param resumed whether the learner is written to a checkpoint and read again on the way
 * @param scalar whether the kernels are those in plain Java, whatever this process has
 * @param expecting whether the learner is told beforehand which vectors will come
 */
public record Variant(
    boolean hashed, int threads, int block, boolean resumed, boolean scalar, boolean expecting) {

  /** What the others are compared with: one by one, on one thread, with this process's kernels. */
  public static final Variant PLAIN = new Variant(false, 1, 1, false, false, false);

  /** Variants in which each way occurs alone or with others. */
  public static List<Variant> draw(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return List.of(
        new Variant(true, 1, 1, false, false, false),
        new Variant(false, 2, 1 + random.nextInt(200), false, false, false),
        new Variant(random.nextBoolean(), 1, 1 + random.nextInt(20), true, false, false),
        new Variant(random.nextBoolean(), 1, 1 + random.nextInt(100), false, true, false),
        new Variant(random.nextBoolean(), 1, 1 + random.nextInt(20), false, false, true),
        new Variant(
            random.nextBoolean(),
            1 + random.nextInt(3),
            1 + random.nextInt(300),
            random.nextBoolean(),
            random.nextBoolean(),
            random.nextBoolean()));
  }

  /** The text that {@link #parse} reads. */
  String text() {
    return hashed + " " + threads + " " + block + " " + resumed + " " + scalar + " " + expecting;
  }

  static Variant parse(String text) {
    String[] parts = text.split(" ", -1);
    return new Variant(
        Boolean.parseBoolean(parts[0]),
        Integer.parseInt(parts[1]),
        Integer.parseInt(parts[2]),
        Boolean.parseBoolean(parts[3]),
        Boolean.parseBoolean(parts[4]),
        Boolean.parseBoolean(parts[5]));
  }
}

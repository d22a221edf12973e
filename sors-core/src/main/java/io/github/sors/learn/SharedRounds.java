package io.github.sors.learn;

import io.github.sors.Triplet;
import io.github.sors.encoder.row.RowSource;
import io.github.sors.encoder.row.Slabs;
import io.github.sors.encoder.row.TripletRows;
import io.github.sors.kernel.EncoderKernels;
import java.util.Arrays;
import java.util.List;

/**
 * Plays rounds of an encoder with several threads, each of which has some columns of W for all of
 * them.
 *
 * <p>In a round the threads exchange nothing but the inner products of their columns, twice: those
 * of the encodings and those of the gradients. Everything that follows from these is worked out by
 * each thread for itself, the sums of squares in a copy of its own, so that nothing else travels
 * between processors. The products are added slab by slab, as one thread alone does, and no bit
 * depends on the number of threads.
 *
 * <p>Whether this pays is for {@link FasterWay} to say. Without shrinkage only.
 */
final class SharedRounds {

  /** The fewest columns that are worth a thread of their own. */
  static final int LEAST_COLUMNS = 2 * Slabs.COLUMNS;

  // below it a round is over before the others notice
  private static final long LEAST_ADDITIONS = 30_000;
  private static final int LEAST_ROUNDS = 64;

  private final EncoderOptions options;
  private final EncodingRows queryRows;
  private final EncodingRows itemRows;
  private final Member[] members;
  private final int slabs;
  // whether rounds were played that the copies know nothing of
  private boolean stale = true;

  SharedRounds(EncoderOptions options, EncodingRows queryRows, EncodingRows itemRows, int threads) {
    this.options = options;
    this.queryRows = queryRows;
    this.itemRows = itemRows;
    this.slabs = Slabs.count(options.dimensions());
    this.members = new Member[threads];
    for (int thread = 0; thread < threads; thread++) {
      members[thread] = new Member(thread);
    }
  }

  /** Whether rounds are large enough to be shared at all. */
  static boolean areLarge(long additions, int rounds) {
    return rounds >= LEAST_ROUNDS && additions >= LEAST_ADDITIONS * rounds;
  }

  /** Notes that rounds were played elsewhere. */
  void playedElsewhere() {
    stale = true;
  }

  /**
   * Plays rounds; the steps of the rounds before must have been taken.
   *
   * @param losses where the loss of each goes
   * @param scratch used to start rows that are new
   * @return the additions of each round
   */
  long[] play(List<Triplet> triplets, double[] losses, TripletRows scratch) {
    for (Triplet triplet : triplets) {
      if (!queryRows.isReady(triplet.query())
          || !itemRows.isReady(triplet.positive())
          || !itemRows.isReady(triplet.negative())) {
        // in the order in which one thread alone meets them
        scratch.locate(triplet, queryRows, itemRows);
      }
    }
    scratch.clear();
    ColumnExchange exchange = new ColumnExchange(members.length, Cosines.PRODUCTS.length * slabs);
    long[] additions = new long[losses.length];
    for (Member member : members) {
      member.prepare(exchange, stale);
    }
    stale = false;
    Thread[] helpers = new Thread[members.length - 1];
    try {
      for (int helper = 0; helper < helpers.length; helper++) {
        Member member = members[helper + 1];
        helpers[helper] =
            new Thread(
                () -> member.play(triplets, new double[losses.length], null), "sors-columns");
        helpers[helper].setDaemon(true);
        helpers[helper].start();
      }
    } catch (OutOfMemoryError e) {
      // there are no more threads: those that have started must not wait
      exchange.fail();
      throw e;
    }
    members[0].play(triplets, losses, additions);
    for (Thread helper : helpers) {
      join(helper);
    }
    for (Member member : members) {
      member.throwFailure();
    }
    return additions;
  }

  private static void join(Thread helper) {
    boolean interrupted = false;
    while (true) {
      try {
        helper.join();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** A thread with its columns. */
  private final class Member {

    private final int number;
    private final int firstSlab;
    private final int endSlab;
    private final int first;
    private final int end;
    private final int[] owners = new int[slabs];
    private final double[] products = new double[Cosines.PRODUCTS.length];
    private final double[] squaredGradients = new double[3];
    private TripletRows current = new TripletRows(options.dimensions());
    private TripletRows last = new TripletRows(options.dimensions());
    private double[] querySquares;
    private double[] itemSquares;
    private ColumnExchange exchange;
    private long turn;
    private volatile Throwable failure;

    Member(int number) {
      this.number = number;
      this.firstSlab = slabs * number / members.length;
      this.endSlab = slabs * (number + 1) / members.length;
      this.first = firstSlab * Slabs.COLUMNS;
      this.end = Math.min(options.dimensions(), endSlab * Slabs.COLUMNS);
      for (int thread = 0; thread < members.length; thread++) {
        Arrays.fill(
            owners, slabs * thread / members.length, slabs * (thread + 1) / members.length, thread);
      }
    }

    /** Gets ready for rounds, with the sums of squares as they are. */
    void prepare(ColumnExchange newExchange, boolean copiesAreStale) {
      exchange = newExchange;
      turn = 0;
      failure = null;
      if (number == 0) {
        querySquares = queryRows.squares();
        itemSquares = itemRows.squares();
        return;
      }
      querySquares = copy(querySquares, queryRows.squares(), copiesAreStale);
      itemSquares =
          itemRows == queryRows
              ? querySquares
              : copy(itemSquares, itemRows.squares(), copiesAreStale);
    }

    private double[] copy(double[] known, double[] sums, boolean isStale) {
      return isStale || known == null || known.length != sums.length ? sums.clone() : known;
    }

    void play(List<Triplet> triplets, double[] losses, long[] additions) {
      try {
        RowSource ofQueries = queryRows.ready();
        RowSource ofItems = itemRows == queryRows ? ofQueries : itemRows.ready();
        for (int round = 0; round < losses.length; round++) {
          Triplet triplet = triplets.get(round);
          current.locate(triplet, ofQueries, ofItems);
          if (additions != null) {
            additions[round] = (long) options.dimensions() * current.rows();
          }
          losses[round] = play(triplet);
        }
        last.move(first, end);
        last.clear();
      } catch (RuntimeException | Error e) {
        failure = e;
        exchange.fail();
      }
    }

    /** Throws what has ended the play of this thread, unless that was the end of another's. */
    void throwFailure() {
      if (failure instanceof Error error) {
        throw error;
      }
      if (failure != null && !(failure instanceof ColumnExchange.AbandonedException)) {
        throw new IllegalStateException("rounds could not be shared", failure);
      }
    }

    private double play(Triplet triplet) {
      last.move(first, end);
      last.clear();
      current.sumUp(first, end);
      for (int p = 0; p < products.length; p++) {
        int[] pair = Cosines.PRODUCTS[p];
        put(p, current.sum(pair[0]), current.sum(pair[1]));
      }
      add(products);
      Cosines cosines = Cosines.of(products);
      double loss = cosines.loss(options.tau(), triplet.weight());
      if (cosines.teach()) {
        cosines.gradients(cosines.slope(options.tau(), triplet.weight()), current, first, end);
        for (int v = 0; v < squaredGradients.length; v++) {
          put(v, current.gradient(v), current.gradient(v));
        }
        add(squaredGradients);
        for (int v = 0; v < squaredGradients.length; v++) {
          squaredGradients[v] /= options.dimensions();
        }
        planSteps();
        TripletRows reused = last;
        last = current;
        current = reused;
      }
      return loss;
    }

    private void planSteps() {
      double eta = options.eta();
      queryRows.planCommonSteps(current, squaredGradients, eta, querySquares);
      queryRows.planSteps(current.own(0), squaredGradients[0], eta, querySquares);
      itemRows.planSteps(current.own(1), squaredGradients[1], eta, itemSquares);
      itemRows.planSteps(current.own(2), squaredGradients[2], eta, itemSquares);
    }

    /** Puts the inner products of the own slabs of two vectors into the exchange. */
    private void put(int product, float[] left, float[] right) {
      for (int slab = firstSlab; slab < endSlab; slab++) {
        int at = slab * Slabs.COLUMNS;
        int count = Math.min(Slabs.COLUMNS, options.dimensions() - at);
        exchange.put(
            number, turn, product * slabs + slab, EncoderKernels.dot(left, at, right, at, count));
      }
    }

    /** Exchanges the products, and adds up those of all slabs as {@link Slabs#dot} does. */
    private void add(double[] sums) {
      exchange.publishAndAwait(number, turn);
      for (int product = 0; product < sums.length; product++) {
        double sum = 0;
        for (int slab = 0; slab < slabs; slab++) {
          sum += exchange.get(owners[slab], turn, product * slabs + slab);
        }
        sums[product] = sum;
      }
      turn++;
    }
  }
}

package io.github.sors.data.triplet;

import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Draws triplets of neighbours: the positive is one of the nearest rows of the query's class, the
 * negative one of the nearest rows of all other classes, each uniformly.
 *
 * <p>Such triplets teach nearest neighbours and little about distant rows. So only a share of the
 * triplets is local, each with that probability; the others come from a {@link TripletSampler} or,
 * with {@link #withOthers}, from another source. The query of a local triplet is that of the
 * sampler.
 *
 * <p>A triplet is a pure function of the sampler, the position and the neighbours. These are found
 * once ({@link #of}), or again at fixed positions ({@link #refreshing}). In the second case a
 * triplet also depends on the model at the last such position, learning can resume only there, see
 * {@link TripletSource#canResumeAt}.
 *
 * <p>Threads: immutable with neighbours that were found once; with {@link #refreshing} it belongs
 * to the thread of the learner. Failures: a share or an interval out of range, and a sampler that
 * allows the query as the positive, throw {@link IllegalArgumentException}.
 */
public final class LocalTripletSampler implements TripletSource {

  /** The usual share of local triplets where others are mixed with them. */
  public static final double USUAL_SHARE = 0.5;

  // a counter that no other draw of a triplet uses
  private static final int COIN = -1;

  private final TripletSampler sampler;
  // the triplets that are not local
  private final TripletSource others;
  private final double share;
  private final LongFunction<NearestRows> finder;
  private final long interval;
  // what the finder returned last if it is asked again and again, and for which position
  private @Nullable NearestRows nearest;
  private long foundAt;

  private LocalTripletSampler(
      TripletSampler sampler,
      TripletSource others,
      double share,
      LongFunction<NearestRows> finder,
      long interval) {
    if (!(share > 0 && share <= 1)) {
      throw new IllegalArgumentException(
          "expected a share of local triplets above 0 and at most 1, found " + share);
    }
    if (sampler.allowsSelf()) {
      throw new IllegalArgumentException(
          "expected a sampler whose positive is never the query itself");
    }
    this.sampler = sampler;
    this.others = others;
    this.share = share;
    this.finder = finder;
    this.interval = interval;
  }

  /**
   * Draws from fixed neighbours.
   *
   * @param share the share of triplets that are local, above 0; 1 for all
   */
  public static LocalTripletSampler of(TripletSampler sampler, double share, NearestRows nearest) {
    return new LocalTripletSampler(sampler, sampler, share, always -> nearest, NEVER_REFRESHED);
  }

  /**
   * Draws from neighbours that are searched for before position 0 and again at regular intervals.
   *
   * @param finder returns the neighbours for the positions from the given one on; called when all
   *     triplets before it have been learnt
   * @param interval the number of positions
   */
  public static LocalTripletSampler refreshing(
      TripletSampler sampler, double share, LongFunction<NearestRows> finder, long interval) {
    if (interval < 1) {
      throw new IllegalArgumentException(
          "expected at least 1 round between two searches for neighbours, found " + interval);
    }
    return new LocalTripletSampler(sampler, sampler, share, finder, interval);
  }

  /**
   * Returns a new sampler with another source for the triplets that are not local, such as hard
   * negatives.
   */
  public LocalTripletSampler withOthers(TripletSource newOthers) {
    return new LocalTripletSampler(sampler, newOthers, share, finder, interval);
  }

  @Override
  public boolean isApart(int query, int item) {
    return sampler.isApart(query, item);
  }

  @Override
  public long size() {
    return sampler.size();
  }

  @Override
  public boolean allowsReadingAhead() {
    return others.allowsReadingAhead();
  }

  @Override
  public long refreshInterval() {
    return interval;
  }

  @Override
  public void read(long position, TripletRows target) {
    long tripletKey = sampler.keyOf(position);
    double coin = (CounterRandom.bits(tripletKey, COIN) >>> 11) * 0x1p-53;
    if (coin >= share) {
      others.read(position, target);
      return;
    }
    int query = sampler.rowAt(sampler.queryPlace(tripletKey));
    NearestRows now = nearestAt(position);
    target.set(
        query,
        now.drawOfOwnClass(query, TripletSampler.positiveBits(tripletKey)),
        now.drawOfOtherClasses(query, TripletSampler.negativeBits(tripletKey, 0)));
  }

  private NearestRows nearestAt(long position) {
    if (interval == NEVER_REFRESHED) {
      return finder.apply(position);
    }
    long due = position - position % interval;
    NearestRows found = nearest;
    if (found == null || due != foundAt) {
      found = finder.apply(due);
      nearest = found;
      foundAt = due;
    }
    return found;
  }
}

package io.github.sors.live;

import io.github.sors.io.SectionReader;
import io.github.sors.io.SectionWriter;
import io.github.sors.kernel.Hash;
import java.io.IOException;
import java.util.BitSet;
import java.util.Objects;

/**
 * A ranking that learns while it is in use. It serves what was learnt once that is better than what
 * is in use beyond chance, and goes back to the start if that turns out to be better.
 *
 * <p>Every choice is first a test, then a lesson, so nothing has to be held out. Before it is
 * learnt, the chosen item's place under what was learnt so far is compared with its place under
 * what is in use:
 *
 * <pre>
 * d = 1/rank(learnt) - 1/rank(in use), less the mean of the same difference for 8 earlier queries
 * </pre>
 *
 * <p>The earlier queries are drawn at random. They take away what is true of the item whatever is
 * asked: an item that somebody clicks all day gains as much for other queries and proves nothing. A
 * {@link Wager} bets on "the mean of d is above 0". The k-th change of the model in use needs a
 * wealth of 20 k (k + 1), so that all changes together are wrong with a probability of at most 5%,
 * whenever one looks.
 *
 * <p>What is shown is chosen more often. So {@linkplain #serve a small share of queries}, one of
 * {@value #START_SHARE}, is always ranked by the start. Their choices alone decide about going
 * back, and give the honest figure of {@link #status}.
 *
 * <p>A choice costs two searches for the first 100 items, ten scorings of at most 300 items, and
 * what the learner takes.
 *
 * <p>Threads: one thread learns; {@link #serve} and {@link #status} may be called by any. Failures:
 * a choice that cannot be learnt throws {@link IllegalArgumentException} and changes nothing.
 *
 * @param <Q> what a query is
 */
public final class LiveModel<Q> {

  /** One of so many queries is ranked by the start, whatever is in use. */
  public static final int START_SHARE = 20;

  /** The probability of a change that is not for the better, over the whole life of the model. */
  private static final double ERROR = 0.05;

  private static final int OTHER_QUERIES = 8;
  // which queries are ranked by the start changes after so many choices
  private static final int ROTATION = 256;

  /**
   * What ranks a query.
   *
   * @param ranker ranks it
   * @param version the version of the model, 0 for the start; a {@link Choice} brings it back
   */
  public record Served<Q>(Ranker<Q> ranker, int version) {}

  /** What is in use, and since when. */
  private record InUse<Q>(Ranker<Q> ranker, int version, long since, String reason) {}

  private final RankingLearner<Q> learner;
  private final EarlierQueries<Q> earlier = new EarlierQueries<>();
  private volatile InUse<Q> inUse;
  private volatile LiveStatus status;
  private volatile long choices;
  private int changes;
  private int versions;
  private Wager better = new Wager();
  private Wager worse = new Wager();
  private HonestChoices honest = new HonestChoices();

  /** Creates a live model that serves the start of a learner. */
  public LiveModel(RankingLearner<Q> learner) {
    this.learner = Objects.requireNonNull(learner, "learner");
    inUse = new InUse<>(learner.start(), 0, 0, "nothing has been learnt yet");
    status = statusNow();
  }

  /** Returns what ranks a query: the model in use, or for a small share of queries the start. */
  public Served<Q> serve(Q query) {
    InUse<Q> now = inUse;
    long rotation = choices / ROTATION;
    boolean onStart = Hash.below(START_SHARE, learner.hash(query) ^ Hash.of(rotation)) == 0;
    return onStart ? new Served<>(learner.start(), 0) : new Served<>(now.ranker(), now.version());
  }

  /** Returns the model in use. */
  public Served<Q> inUse() {
    InUse<Q> now = inUse;
    return new Served<>(now.ranker(), now.version());
  }

  /** Says which model is in use, since when and why, and what speaks for a change. */
  public LiveStatus status() {
    return status;
  }

  /** Tests what was learnt on a choice, then learns it. */
  public void learn(Choice<Q> choice) {
    Q query = choice.query();
    Ranker<Q> start = learner.start();
    Ranker<Q> used = inUse.ranker();
    Ranker<Q> learnt = learner.current();
    int[] rivals = Ranks.firstOfEither(learnt, used, query);
    if (inUse.version() > 0) {
      rivals = Ranks.union(rivals, start.first(query, Ranks.FIRST));
    }
    double gain = 0;
    double[] honestRanks = {};
    if (choice.chosen().length > 0) {
      gain = excess(learnt, used, choice, rivals);
      if (inUse.version() > 0 && choice.version() == 0) {
        honestRanks =
            new double[] {
              Ranks.reciprocalRank(start, query, choice.chosen(), rivals),
              Ranks.reciprocalRank(used, query, choice.chosen(), rivals)
            };
      }
    }
    learner.learn(choice);

    // only this thread writes it
    long count = choices + 1;
    choices = count;
    earlier.add(new EarlierQueries.Asked<>(query, rivals, choice.person()));
    if (choice.chosen().length > 0) {
      better.observe(gain);
    }
    if (honestRanks.length > 0) {
      honest.add(honestRanks[0], honestRanks[1]);
      worse.observe(honestRanks[0] - honestRanks[1]);
    }
    decide();
    status = statusNow();
  }

  /** How much more 1/rank of the chosen items differs for this query than for earlier ones. */
  private double excess(Ranker<Q> learnt, Ranker<Q> used, Choice<Q> choice, int[] rivals) {
    double here = difference(learnt, used, choice.query(), choice.chosen(), rivals);
    int others = Math.min(OTHER_QUERIES, earlier.size());
    double elsewhere = 0;
    for (int k = 0; k < others; k++) {
      int number = Hash.below(earlier.size(), choices * OTHER_QUERIES + k);
      EarlierQueries.Asked<Q> other = earlier.get(number);
      elsewhere += difference(learnt, used, other.query(), choice.chosen(), other.items());
    }
    return others == 0 ? here : here - elsewhere / others;
  }

  private static <Q> double difference(
      Ranker<Q> learnt, Ranker<Q> used, Q query, int[] chosen, int[] rivals) {
    return Ranks.reciprocalRank(learnt, query, chosen, rivals)
        - Ranks.reciprocalRank(used, query, chosen, rivals);
  }

  private void decide() {
    if (worse.exceeds(needed())) {
      change(
          new InUse<>(
              learner.start(),
              0,
              choices,
              "the start was better than version " + inUse.version() + " beyond chance"));
    } else if (better.exceeds(needed())) {
      versions++;
      change(
          new InUse<>(
              learner.frozen(),
              versions,
              choices,
              "better than " + name(inUse.version()) + " beyond chance"));
    }
  }

  private static String name(int version) {
    return version == 0 ? "the start" : "version " + version;
  }

  private void change(InUse<Q> next) {
    changes++;
    inUse = next;
    better = new Wager();
    worse = new Wager();
    honest = new HonestChoices();
  }

  /** The wealth that the next change needs. */
  private double needed() {
    return (changes + 1.0) * (changes + 2.0) / ERROR;
  }

  private LiveStatus statusNow() {
    InUse<Q> now = inUse;
    return new LiveStatus(
        now.version(),
        now.since(),
        now.reason(),
        choices,
        Math.exp(better.logWealth()),
        needed(),
        Math.exp(worse.logWealth()),
        needed(),
        honest.gain());
  }

  /** Forgets what a person asked and chose; what was learnt from it stays. Returns how much. */
  public int forgetPerson(String person) {
    earlier.forgetPerson(person);
    return learner.forgetPerson(person);
  }

  /** Forgets items that are removed or changed. */
  public void forgetItems(BitSet items) {
    earlier.forgetItems(items);
    learner.forgetItems(items);
  }

  /** Writes everything but the learner, as sections of a file. */
  public void write(SectionWriter writer) throws IOException {
    InUse<Q> now = inUse;
    writer.begin("live");
    writer.writeLong(choices);
    writer.writeInt(changes);
    writer.writeInt(versions);
    writer.writeInt(now.version());
    writer.writeLong(now.since());
    writer.writeString(now.reason());
    better.write(writer);
    worse.write(writer);
    honest.write(writer);
    writer.end();
    earlier.write(learner, writer);
    if (now.version() > 0) {
      learner.writeRanker(now.ranker(), writer);
    }
  }

  /** Reads what {@link #write} wrote; the learner has been read before. */
  public static <Q> LiveModel<Q> read(RankingLearner<Q> learner, SectionReader reader)
      throws IOException {
    LiveModel<Q> model = new LiveModel<>(learner);
    reader.begin("live");
    model.choices = reader.readLong();
    model.changes = reader.readInt();
    model.versions = reader.readInt();
    int version = reader.readInt();
    long since = reader.readLong();
    String reason = reader.readString();
    model.better = Wager.read(reader);
    model.worse = Wager.read(reader);
    model.honest = HonestChoices.read(reader);
    reader.end();
    model.earlier.read(learner, reader);
    Ranker<Q> ranker = version > 0 ? learner.readRanker(reader) : learner.start();
    model.inUse = new InUse<>(ranker, version, since, reason);
    model.status = model.statusNow();
    return model;
  }
}

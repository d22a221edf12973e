package io.github.sors.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.io.FileKind;
import io.github.sors.io.SectionReader;
import io.github.sors.io.SectionWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With rankings that are given, so that it is known which one is better. */
class LiveModelTest {

  private static final int ITEMS = 300;
  private static final int QUERIES = 100;
  private static final FileKind KIND = new FileKind(99, "test");

  @TempDir private Path folder;

  /** Ranks items by numbers that depend on the query, with some items moved to the front. */
  private record Fixed(int seed, int front) implements Ranker<Integer> {

    @Override
    public int[] first(Integer query, int count) {
      double[] scores = scores(query, IntStream.range(0, ITEMS).toArray());
      return IntStream.range(0, ITEMS)
          .boxed()
          .sorted(Comparator.comparingDouble(item -> -scores[item]))
          .limit(count)
          .mapToInt(Integer::intValue)
          .toArray();
    }

    @Override
    public double[] scores(Integer query, int[] items) {
      double[] scores = new double[items.length];
      for (int k = 0; k < items.length; k++) {
        scores[k] =
            items[k] == front
                ? 2
                : new SplittableRandom(seed + 31L * query + 7919L * items[k]).nextDouble();
      }
      return scores;
    }
  }

  private static final class Learner implements RankingLearner<Integer> {

    final Ranker<Integer> start = new Fixed(1, -1);
    Ranker<Integer> current = start;
    int learnt;

    @Override
    public Ranker<Integer> start() {
      return start;
    }

    @Override
    public Ranker<Integer> current() {
      return current;
    }

    @Override
    public Ranker<Integer> frozen() {
      return current;
    }

    @Override
    public void learn(Choice<Integer> choice) {
      if (choice.query() < 0) {
        throw new IllegalArgumentException("no such query");
      }
      learnt++;
    }

    @Override
    public int forgetPerson(String person) {
      return 0;
    }

    @Override
    public void forgetItems(BitSet items) {}

    @Override
    public long hash(Integer query) {
      return query;
    }

    @Override
    public void writeQuery(Integer query, SectionWriter writer) throws IOException {
      writer.writeInt(query);
    }

    @Override
    public Integer readQuery(SectionReader reader) throws IOException {
      return reader.readInt();
    }

    @Override
    public void writeRanker(Ranker<Integer> frozen, SectionWriter writer) throws IOException {
      writer.begin("ranker");
      writer.writeInt(((Fixed) frozen).seed());
      writer.writeInt(((Fixed) frozen).front());
      writer.end();
    }

    @Override
    public Ranker<Integer> readRanker(SectionReader reader) throws IOException {
      reader.begin("ranker");
      Fixed fixed = new Fixed(reader.readInt(), reader.readInt());
      reader.end();
      return fixed;
    }
  }

  private final Learner learner = new Learner();
  private final LiveModel<Integer> live = new LiveModel<>(learner);
  private final SplittableRandom random = new SplittableRandom(4);

  /** People choose among the first three of a ranking. */
  private void choose(LiveModel<Integer> model, Ranker<Integer> liked, int count) {
    for (int k = 0; k < count; k++) {
      int query = random.nextInt(QUERIES);
      int[] first = liked.first(query, 4);
      LiveModel.Served<Integer> served = model.serve(query);
      model.learn(
          new Choice<>(
              query,
              new int[] {first[random.nextInt(3)]},
              new int[] {first[3]},
              served.version(),
              1,
              ""));
    }
  }

  @Test
  void aBetterRankingComesIntoUseAndAWorseOneGoes() {
    Ranker<Integer> liked = new Fixed(2, -1);
    learner.current = liked;
    choose(live, liked, 60);
    assertThat(live.status().version()).isEqualTo(1);
    assertThat(live.inUse().ranker()).isSameAs(liked);
    assertThat(live.status().since()).isBetween(10L, 60L);

    // now people like what the start likes; the learner has not noticed
    choose(live, learner.start, 3000);
    assertThat(live.status().version()).isZero();
    assertThat(live.status().reason())
        .isEqualTo("the start was better than version 1 beyond chance");
    assertThat(live.inUse().ranker()).isSameAs(learner.start);
    assertThat(learner.learnt).isEqualTo(3060);
  }

  @Test
  void theStartKeepsAShareOfTheQueriesAndTellsTheGain() {
    Ranker<Integer> liked = new Fixed(2, -1);
    learner.current = liked;
    choose(live, liked, 1500);
    LiveStatus status = live.status();
    assertThat(status.version()).isEqualTo(1);
    assertThat(status.gain().heldOut()).isBetween(30, 150);
    assertThat(status.gain().low()).isGreaterThan(0.3);
    assertThat(status.gain().isBeyondChance()).isTrue();
  }

  @Test
  void whatChangesNothingIsNotServed() {
    for (Ranker<Integer> current : List.of(learner.start, new Fixed(3, -1), new Fixed(1, 7))) {
      learner.current = current;
      choose(live, learner.start, 300);
      assertThat(live.status().version()).isZero();
    }
  }

  @Test
  void anItemThatIsAlwaysChosenProvesNothing() {
    learner.current = new Fixed(1, 7);
    for (int k = 0; k < 600; k++) {
      live.learn(new Choice<>(random.nextInt(QUERIES), new int[] {7}, 8));
    }
    assertThat(live.status().version()).isZero();
    assertThat(live.status().evidence()).isLessThan(20);
  }

  @Test
  void continuesAsIfItHadNeverStopped() throws IOException {
    Ranker<Integer> liked = new Fixed(2, -1);
    learner.current = liked;
    choose(live, liked, 700);
    Path file = folder.resolve("live.sors");
    SectionWriter.write(file, KIND, live::write);
    LiveModel<Integer> copy;
    try (SectionReader reader = SectionReader.open(file, KIND)) {
      copy = LiveModel.read(learner, reader);
      reader.finish();
    }
    assertThat(copy.status()).isEqualTo(live.status());
    for (int k = 0; k < 200; k++) {
      int query = k % QUERIES;
      Choice<Integer> choice =
          new Choice<>(query, liked.first(query, 1), new int[0], k % 3 == 0 ? 0 : 1, 1, "");
      live.learn(choice);
      copy.learn(choice);
      assertThat(copy.status()).isEqualTo(live.status());
    }
  }

  @Test
  void aChoiceThatCannotBeLearntChangesNothing() {
    LiveStatus before = live.status();
    assertThatThrownBy(() -> live.learn(new Choice<>(-1, new int[] {1})))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(live.status()).isEqualTo(before);
  }

  @Test
  void aRankingWithoutScoresIsRefused() {
    learner.current =
        new Ranker<>() {
          @Override
          public int[] first(Integer query, int count) {
            return new int[] {1, 2, 3};
          }

          @Override
          public double[] scores(Integer query, int[] items) {
            double[] scores = new double[items.length];
            Arrays.fill(scores, Double.NaN);
            return scores;
          }
        };
    assertThatThrownBy(() -> live.learn(new Choice<>(1, new int[] {1})))
        .hasMessageContaining("NaN");
    assertThat(live.status().choices()).isZero();
  }

  @Test
  void refusesChoicesThatSayNothing() {
    assertThatThrownBy(() -> new Choice<>(1, new int[0])).hasMessageContaining("found none");
    assertThatThrownBy(() -> new Choice<>(1, new int[] {2}, 3, 2))
        .hasMessageContaining("item 2 is both chosen and skipped");
    assertThatThrownBy(() -> new Choice<>(1, new int[] {2}, new int[0], 0, 0, ""))
        .hasMessageContaining("found 0.0");
  }
}

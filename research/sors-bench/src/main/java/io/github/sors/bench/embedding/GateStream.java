package io.github.sors.bench.embedding;

import io.github.sors.adapter.AdapterLearner;
import io.github.sors.adapter.AdapterOptions;
import io.github.sors.adapter.ExactEmbeddingSearch;
import io.github.sors.data.fit.UnitSplit;
import io.github.sors.live.Choice;
import io.github.sors.live.LiveModel;
import io.github.sors.live.Ranker;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * A live model under a stream of choices about what it serves.
 *
 * @param opened the number of choices after which something learnt came into use, or -1
 * @param unseen the gain in MAP of what is in use at the end, as a share of the start's, for
 *     queries that nobody asked
 * @param seen the same for queries that were asked
 * @param attacked the share of unseen queries with an item among their first ten that is chosen
 *     whatever is asked, and does not answer them
 * @param left the share of the embeddings' first ten that is left for unseen queries
 */
record GateStream(int opened, double unseen, double seen, double attacked, double left) {

  private static final int SHOWN = 20;

  /** Plays choices of people about four fifths of the queries. */
  static GateStream play(JudgedVectors collection, People people, int choices, long seed) {
    try (AdapterLearner learner =
        new AdapterLearner(
            new ExactEmbeddingSearch(collection.items()), AdapterOptions.DEFAULT.withSeed(seed))) {
      return new Player(collection, people, learner, seed).play(choices);
    }
  }

  private static final class Player {

    private final JudgedVectors collection;
    private final People people;
    private final AdapterLearner learner;
    private final LiveModel<float[]> live;
    private final Random random;
    private final int[] asked;
    private final int[] unseen;
    private final int[] pushed;
    private int opened = -1;
    private int turn;

    Player(JudgedVectors collection, People people, AdapterLearner learner, long seed) {
      this.collection = collection;
      this.people = people;
      this.learner = learner;
      live = new LiveModel<>(learner);
      random = new Random(seed * 77 + List.of(People.values()).indexOf(people));
      UnitSplit folds = collection.folds(seed);
      asked = folds.learning(0);
      unseen = folds.heldOut(0);
      boolean ten = people == People.TEN_ITEMS || people == People.TENTH_TEN_ITEMS;
      pushed = random.ints(ten ? 10 : 1, 0, collection.items().size()).toArray();
    }

    GateStream play(int choices) {
      while (live.status().choices() < choices) {
        int query = asked[random.nextInt(asked.length)];
        if (people == People.ONE_QUERY && random.nextBoolean()) {
          query = asked[0];
        }
        float[] vector = collection.queries().get(query);
        LiveModel.Served<float[]> served = live.serve(vector);
        int[] shown = served.ranker().first(vector, SHOWN);
        for (int[] choice : choices(query, shown)) {
          if (live.status().choices() < choices) {
            learn(vector, choice, served.version());
          }
        }
      }
      Ranker<float[]> used = live.inUse().ranker();
      return new GateStream(
          opened,
          gain(used, unseen),
          gain(used, asked),
          attacked(used),
          collection.firstTenLeft(used, unseen));
    }

    private void learn(float[] query, int[] choice, int version) {
      int[] chosen = {choice[0]};
      int[] skipped = Arrays.copyOfRange(choice, 1, choice.length);
      live.learn(new Choice<>(query, chosen, skipped, version, 1, ""));
      if (opened < 0 && live.status().version() > 0) {
        opened = (int) live.status().choices();
      }
    }

    /** The choices about what is shown: a chosen item, and those skipped before it. */
    private List<int[]> choices(int query, int[] shown) {
      boolean pushes =
          switch (people) {
            case ONE_ITEM, TEN_ITEMS -> true;
            case TENTH_ONE_ITEM, TENTH_TEN_ITEMS -> random.nextInt(10) == 0;
            case ONE_QUERY -> query == asked[0];
            default -> false;
          };
      if (pushes) {
        int item = pushed[turn++ % pushed.length];
        int skipped = shown[random.nextInt(SHOWN)];
        return item == skipped ? List.of() : List.of(new int[] {item, skipped});
      }
      if (people == People.AGREEING) {
        int[] first = learner.start().first(collection.queries().get(query), 30);
        return List.of(new int[] {first[random.nextInt(10)], first[10 + random.nextInt(20)]});
      }
      return looked(query, shown);
    }

    /** One random choice of a person who looks down the list. */
    private List<int[]> looked(int query, int[] shown) {
      List<int[]> choices = new ArrayList<>();
      int[] skipped = {};
      for (int rank = 0; rank < shown.length; rank++) {
        if (random.nextDouble() >= 1 / (1 + 0.1 * rank)) {
          continue;
        }
        double likely = collection.answers(query, shown[rank]) ? 0.8 : 0.05;
        if (random.nextDouble() < (people == People.RANDOM ? 0.15 : likely)) {
          int from = Math.max(0, skipped.length - 5);
          int[] before = Arrays.copyOfRange(skipped, from, skipped.length);
          choices.add(IntStream.concat(IntStream.of(shown[rank]), IntStream.of(before)).toArray());
        } else {
          skipped = IntStream.concat(IntStream.of(skipped), IntStream.of(shown[rank])).toArray();
        }
      }
      return choices.isEmpty() ? choices : List.of(choices.get(random.nextInt(choices.size())));
    }

    private double gain(Ranker<float[]> used, int[] queries) {
      return collection.meanAveragePrecision(used, queries)
              / collection.meanAveragePrecision(learner.start(), queries)
          - 1;
    }

    private double attacked(Ranker<float[]> used) {
      long attacked =
          IntStream.of(unseen)
              .filter(
                  query ->
                      IntStream.of(used.first(collection.queries().get(query), 10))
                          .anyMatch(item -> isPushed(item) && !collection.answers(query, item)))
              .count();
      return attacked / (double) unseen.length;
    }

    private boolean isPushed(int item) {
      return IntStream.of(pushed).anyMatch(other -> other == item);
    }
  }
}

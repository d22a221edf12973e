package io.github.sors.server.http.hosted;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.BilinearModel;
import io.github.sors.Similarity;
import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import io.github.sors.data.item.Item;
import io.github.sors.learn.Algorithm;
import io.github.sors.learn.FeatureSpaces;
import io.github.sors.learn.OnlineBilinearLearner;
import io.github.sors.samples.Emoji;
import io.github.sors.server.EmojiDemo;
import io.github.sors.server.collection.NamedFeatures;
import io.github.sors.server.collection.StoredItem;
import io.github.sors.server.http.TextFeatures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * What presses on the page are worth, by users who want answers of the query's label: each searches
 * with an item and presses <i>Better</i> on the last right one of twelve that has a wrong one
 * above.
 *
 * <p>{@code -Dsors.simulatedUsers=20} prints the table of research/service.md.
 */
class SimulatedTeachersTest {

  private static final int SHOWN = 12;

  /** What a result is compared with that is pressed. */
  private enum Rule {
    /** What the page does. */
    OTHER_LABELS_ABOVE,
    THREE_ABOVE
  }

  private final Map<String, Integer> features = new HashMap<>();
  private final List<StoredItem> items = new ArrayList<>();
  private final LabelledSample sample;

  SimulatedTeachersTest() {
    TextFeatures texts = new TextFeatures(EmojiDemo.ANALYZER);
    for (Item emoji : Emoji.records()) {
      SparseVector vector = vector(texts.of(String.join(" ", emoji.fields().values())));
      items.add(new StoredItem(emoji.id(), emoji.id(), emoji.label(), vector));
    }
    sample = LabelledSample.of(items);
  }

  private SparseVector vector(NamedFeatures named) {
    TreeMap<Integer, Float> values = new TreeMap<>();
    double squares = 0;
    for (int k = 0; k < named.size(); k++) {
      int feature = features.computeIfAbsent(named.names()[k], unseen -> features.size());
      values.put(feature, named.values()[k]);
      squares += named.values()[k] * named.values()[k];
    }
    float[] units = new float[values.size()];
    int k = 0;
    for (float value : values.values()) {
      units[k++] = (float) (value / Math.sqrt(squares));
    }
    return SparseVector.of(values.keySet().stream().mapToInt(f -> f).toArray(), units);
  }

  @Test
  void theRuleAndTheMarginOfTheDemoHelpWhereTheFormerOnesDidHarm() {
    int users = Integer.getInteger("sors.simulatedUsers", 4);
    int[] presses = users < 20 ? new int[] {20} : new int[] {10, 20, 50};
    double[] demo = gains(Rule.OTHER_LABELS_ABOVE, EmojiDemo.OPTIONS, users, presses);
    double[] former = gains(Rule.THREE_ABOVE, Map.of(), users, presses);
    assertThat(demo[0]).isGreaterThan(0).isGreaterThan(former[0]);
    assertThat(former[0]).isLessThan(0);
    if (users >= 20) {
      gains(Rule.OTHER_LABELS_ABOVE, Map.of(), users, presses);
      gains(Rule.THREE_ABOVE, EmojiDemo.OPTIONS, users, presses);
    }
  }

  /** The right answers that are gained after some presses, on average over users. */
  private double[] gains(Rule rule, Map<String, String> options, int users, int[] presses) {
    double[] gains = new double[presses.length];
    int[] gainers = new int[presses.length];
    for (int user = 1; user <= users; user++) {
      SplittableRandom random = new SplittableRandom(user);
      OnlineBilinearLearner learner = Algorithm.DEFAULT.create(options);
      learner.reserve(FeatureSpaces.shared(features.size()));
      BilinearModel start = learner.snapshot();
      Set<String> taught = new HashSet<>();
      int done = 0;
      for (int k = 0; k < presses.length; k++) {
        while (done < presses[k]) {
          StoredItem query = items.get(random.nextInt(items.size()));
          done += press(learner, query, rule, taught) ? 1 : 0;
        }
        LabelQuality quality = LabelQuality.of(sample, taught, start, learner.snapshot());
        int gain = quality.right() - quality.rightAtStart();
        gains[k] += (double) gain / users;
        gainers[k] += gain > 0 ? 1 : 0;
      }
    }
    StringBuilder line = new StringBuilder(rule + " " + options + ":");
    for (int k = 0; k < presses.length; k++) {
      line.append(
          String.format(
              Locale.ROOT,
              " after %d presses %+.1f (%d of %d users gain)",
              presses[k],
              gains[k],
              gainers[k],
              users));
    }
    System.out.println(line);
    return gains;
  }

  /** Presses a result of a query, unless all are in the right order. */
  private boolean press(
      OnlineBilinearLearner learner, StoredItem query, Rule rule, Set<String> taught) {
    List<StoredItem> results = results(learner.snapshot(), query);
    for (int pressed = SHOWN - 1; pressed > 0; pressed--) {
      StoredItem better = results.get(pressed);
      List<StoredItem> above = results.subList(0, pressed);
      List<StoredItem> wrong = above.stream().filter(item -> !isLike(item, query)).toList();
      if (isLike(better, query) && !wrong.isEmpty()) {
        List<StoredItem> passed =
            rule == Rule.OTHER_LABELS_ABOVE
                ? wrong
                : above.subList(Math.max(0, pressed - 3), pressed);
        for (StoredItem worse : passed) {
          learner.learn(new Triplet(query.vector(), better.vector(), worse.vector()));
          taught.add(worse.id());
        }
        taught.add(query.id());
        taught.add(better.id());
        return true;
      }
    }
    return false;
  }

  private static boolean isLike(StoredItem item, StoredItem query) {
    return item.label().equals(query.label());
  }

  private List<StoredItem> results(BilinearModel model, StoredItem query) {
    Similarity.ItemScorer scorer = model.scorerFor(query.vector());
    double[] scores = items.stream().mapToDouble(item -> scorer.score(item.vector())).toArray();
    return IntStream.range(0, scores.length)
        .filter(k -> !items.get(k).id().equals(query.id()))
        .boxed()
        .sorted(Comparator.comparingDouble((Integer k) -> -scores[k]))
        .limit(SHOWN)
        .map(items::get)
        .toList();
  }
}

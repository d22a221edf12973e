package io.github.sors.data.feedback;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How clicks become preferences. These are the rules:
 *
 * <ol>
 *   <li>What was clicked is preferred to what was skipped: to everything above the last click that
 *       was not clicked, and to the next item below it. People read from the top down, so they have
 *       most likely looked at both (Joachims et al., <i>Accurately Interpreting Clickthrough Data
 *       as Implicit Feedback</i>, SIGIR 2005). What lies farther below says nothing.
 *   <li>A person has one vote per query and item, however often they click; what a person clicked
 *       at some time is not rejected for the same query at another. Without a person, each
 *       impression is of somebody else.
 *   <li>A click at rank <i>r</i> weighs min(c, 1 + 0.1 <i>r</i>), the inverse of the probability
 *       that somebody looks there; <i>c</i> is the largest weight. It is 1 unless something else is
 *       asked for, because weights by rank agreed less with judgements.
 *   <li>With a half-life <i>h</i>, a click of age <i>a</i> weighs 2<sup>−a/h</sup> of that. The
 *       newest impression has age 0, and so has one without a time.
 *   <li>Robots are left out and counted: who clicks everything that is shown, three items at least
 *       once; and who clicks the same single item for at least three queries and nothing else.
 * </ol>
 *
 * <p>The share of preferences that agree with the judgements of three collections, from simulated
 * clicks of which a fifth is random (2026-11-19, ten seeds; {@code research/clicks.md} says how):
 *
 * <table>
 *   <caption>Agreement by rule</caption>
 *   <tr><th>rules</th><th>Cranfield</th><th>CISI</th><th>CACM</th></tr>
 *   <tr><td>usual</td><td>91.1%</td><td>92.4%</td><td>92.1%</td></tr>
 *   <tr><td>nothing above, a ninth of the pairs</td><td>97.5%</td><td>96.3%</td><td>97.3%</td></tr>
 *   <tr><td>not the next below</td><td>90.4%</td><td>92.0%</td><td>91.5%</td></tr>
 *   <tr><td>each click a vote</td><td>89.2%</td><td>90.7%</td><td>90.2%</td></tr>
 *   <tr><td>robots stay</td><td>89.6%</td><td>90.9%</td><td>90.6%</td></tr>
 *   <tr><td>largest weight 2</td><td>89.9%</td><td>91.6%</td><td>90.9%</td></tr>
 * </table>
 *
 * <p>The feedback has one clicked item each; a person's stands together. Cost: linear in what was
 * shown.
 *
 * <p>Threads: immutable. Failures: a largest weight below 1, or a half-life that is not above 0,
 * throws {@link IllegalArgumentException}.
 *
 * @param skippedAbove whether what was skipped above the last click is rejected
 * @param nextBelow whether the next item below the last click is rejected
 * @param onceEach whether a person has one vote per query and item
 * @param largestPositionWeight the largest weight by position; 1 if positions do not count
 * @param halfLife after what time a click counts half; null if age does not count
 * @param withoutRobots whether robots are left out
 */
public record ClickPreferences(
    boolean skippedAbove,
    boolean nextBelow,
    boolean onceEach,
    double largestPositionWeight,
    @Nullable Duration halfLife,
    boolean withoutRobots) {

  /** What is used unless something else is asked for. */
  public static final ClickPreferences USUAL =
      new ClickPreferences(true, true, true, 1, null, true);

  private static final double WEIGHT_PER_RANK = 0.1;
  // of so few clicks, a list is faster than a set
  private static final int FEW = 8;
  // what still counts of a very old click
  private static final double SMALLEST_WEIGHT = 1e-6;

  public ClickPreferences {
    if (!(largestPositionWeight >= 1 && largestPositionWeight <= 100)) {
      throw new IllegalArgumentException(
          "expected a largest weight from 1 to 100, found " + largestPositionWeight);
    }
    if (halfLife != null && (halfLife.isNegative() || halfLife.isZero())) {
      throw new IllegalArgumentException("expected a half-life above 0, found " + halfLife);
    }
  }

  /** These rules with a half-life. */
  public ClickPreferences withHalfLife(Duration newHalfLife) {
    return new ClickPreferences(
        skippedAbove, nextBelow, onceEach, largestPositionWeight, newHalfLife, withoutRobots);
  }

  /** The preferences, and what was left out of the impressions. */
  public FeedbackFile of(List<Impression> impressions) {
    return new Run(impressions).preferences();
  }

  /** The clicks of a person on an item, for a query. */
  private static final class Vote {
    final Set<String> rejected = new LinkedHashSet<>();
    double weight;
    @Nullable Instant time;

    void add(List<String> more, double newWeight, @Nullable Instant newTime) {
      rejected.addAll(more);
      weight = Math.max(weight, newWeight);
      time = time == null || (newTime != null && newTime.isAfter(time)) ? newTime : time;
    }
  }

  /** One log on its way through the rules. */
  private final class Run {

    private final List<Impression> impressions;
    private final @Nullable Instant newest;
    private final List<Feedback> feedback = new ArrayList<>();
    private int withoutClick;
    private int byRobots;
    private int robots;

    Run(List<Impression> impressions) {
      this.impressions = impressions;
      Instant latest = null;
      for (Impression impression : impressions) {
        Instant time = impression.time();
        if (time != null && (latest == null || time.isAfter(latest))) {
          latest = time;
        }
      }
      newest = latest;
    }

    FeedbackFile preferences() {
      // the impressions of a person are a chain in the order of the log
      int[] next = new int[impressions.size()];
      boolean[] isFollower = new boolean[impressions.size()];
      Map<String, Integer> last = new HashMap<>();
      for (int i = 0; i < impressions.size(); i++) {
        String person = impressions.get(i).person();
        Integer before = person.isEmpty() ? null : last.put(person, i);
        if (before != null) {
          next[before] = i;
          isFollower[i] = true;
        }
      }
      List<Impression> ofPerson = new ArrayList<>();
      for (int first = 0; first < next.length; first++) {
        if (!isFollower[first]) {
          ofPerson.clear();
          // nothing is followed by the very first
          for (int i = first; i > 0 || ofPerson.isEmpty(); i = next[i]) {
            ofPerson.add(impressions.get(i));
          }
          addPerson(ofPerson);
        }
      }
      return new FeedbackFile(feedback, List.of(), notes());
    }

    private void addPerson(List<Impression> all) {
      if (withoutRobots && Robots.isOne(all)) {
        robots++;
        byRobots += all.size();
        return;
      }
      Map<String, List<Impression>> byQuery = new LinkedHashMap<>();
      for (Impression impression : all) {
        if (impression.clicked().isEmpty()) {
          withoutClick++;
        } else if (onceEach && all.size() > 1) {
          byQuery.computeIfAbsent(impression.query(), one -> new ArrayList<>(1)).add(impression);
        } else {
          addVotes(impression);
        }
      }
      for (List<Impression> ofQuery : byQuery.values()) {
        if (ofQuery.size() == 1) {
          addVotes(ofQuery.get(0));
        } else {
          addVotes(ofQuery);
        }
      }
    }

    /** Adds the votes of an impression. */
    private void addVotes(Impression impression) {
      Collection<String> clicked = clicked(impression);
      List<String> rejected = List.copyOf(rejected(impression, clicked));
      for (int place = 0; place < impression.shown().size(); place++) {
        String item = impression.shown().get(place);
        if (clicked.contains(item)) {
          add(impression, item, rejected, weight(impression, place), impression.time());
        }
      }
    }

    /** Adds the votes of a person for a query that was asked several times. */
    private void addVotes(List<Impression> ofQuery) {
      Map<String, Vote> votes = new LinkedHashMap<>();
      for (Impression impression : ofQuery) {
        Collection<String> clicked = clicked(impression);
        List<String> rejected = rejected(impression, clicked);
        for (int place = 0; place < impression.shown().size(); place++) {
          String item = impression.shown().get(place);
          if (clicked.contains(item)) {
            votes
                .computeIfAbsent(item, one -> new Vote())
                .add(rejected, weight(impression, place), impression.time());
          }
        }
      }
      votes.forEach(
          (item, vote) -> {
            vote.rejected.removeAll(votes.keySet());
            add(ofQuery.get(0), item, List.copyOf(vote.rejected), vote.weight, vote.time);
          });
    }

    private void add(
        Impression asked,
        String item,
        List<String> rejected,
        double weight,
        @Nullable Instant time) {
      feedback.add(
          new Feedback(asked.query(), List.of(item), rejected, weight, time, asked.person()));
    }

    private static Collection<String> clicked(Impression impression) {
      List<String> clicks = impression.clicked();
      return clicks.size() <= FEW ? clicks : new HashSet<>(clicks);
    }

    private List<String> rejected(Impression impression, Collection<String> clicked) {
      List<String> shown = impression.shown();
      int lastClick = shown.size() - 1;
      while (!clicked.contains(shown.get(lastClick))) {
        lastClick--;
      }
      List<String> rejected = new ArrayList<>();
      for (int place = 0; skippedAbove && place < lastClick; place++) {
        if (!clicked.contains(shown.get(place))) {
          rejected.add(shown.get(place));
        }
      }
      if (nextBelow && lastClick + 1 < shown.size()) {
        rejected.add(shown.get(lastClick + 1));
      }
      return rejected;
    }

    private double weight(Impression impression, int place) {
      double weight = Math.min(largestPositionWeight, 1 + WEIGHT_PER_RANK * impression.rank(place));
      if (halfLife != null && newest != null && impression.time() != null) {
        double age = Duration.between(impression.time(), newest).toMillis();
        weight *= Math.exp(-Math.log(2) * age / halfLife.toMillis());
      }
      return Math.max(SMALLEST_WEIGHT, weight);
    }

    private List<String> notes() {
      List<String> notes = new ArrayList<>();
      if (withoutClick > 0) {
        notes.add("left out " + withoutClick + " impressions without a click");
      }
      if (byRobots > 0) {
        notes.add(
            "left out "
                + byRobots
                + " impressions of "
                + robots
                + " sessions that click everything, or one item whatever the query");
      }
      return notes;
    }
  }
}

package io.github.sors.data.feedback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ClickPreferencesTest {

  private static final List<String> PAGE = List.of("a", "b", "c", "d", "e");

  private static Impression impression(String person, String query, String... clicked) {
    return new Impression(query, PAGE, List.of(), List.of(clicked), null, person);
  }

  private static List<Feedback> of(ClickPreferences rules, Impression... impressions) {
    return rules.of(List.of(impressions)).feedback();
  }

  @Test
  void clickedIsPreferredToSkippedAboveAndToTheNextBelow() {
    assertThat(of(ClickPreferences.USUAL, impression("", "q", "c", "a")))
        .containsExactly(
            Feedback.of("q", List.of("a"), List.of("b", "d")),
            Feedback.of("q", List.of("c"), List.of("b", "d")));
    ClickPreferences onlyAbove = new ClickPreferences(true, false, true, 1, null, true);
    assertThat(of(onlyAbove, impression("", "q", "c")))
        .containsExactly(Feedback.of("q", List.of("c"), List.of("a", "b")));
    ClickPreferences onlyBelow = new ClickPreferences(false, true, true, 1, null, true);
    assertThat(of(onlyBelow, impression("", "q", "c")))
        .containsExactly(Feedback.of("q", List.of("c"), List.of("d")));
  }

  @Test
  void aPersonHasOneVotePerQueryAndItem() {
    Impression[] log = {
      impression("p", "q", "b"),
      impression("p", "other", "b"),
      impression("p", "q", "b", "d"),
      impression("r", "q", "b"),
      impression("", "q", "b"),
      impression("", "q", "b")
    };
    assertThat(of(ClickPreferences.USUAL, log))
        .extracting(
            one -> one.person() + " " + one.query() + " " + one.preferred() + one.rejected())
        .containsExactly(
            // what was clicked at another time is not rejected
            "p q [b][a, c, e]",
            "p q [d][a, c, e]",
            "p other [b][a, c]",
            "r q [b][a, c]",
            " q [b][a, c]",
            " q [b][a, c]");
    ClickPreferences each = new ClickPreferences(true, true, false, 1, null, true);
    assertThat(of(each, log)).hasSize(7);
  }

  @Test
  void lowClicksWeighMoreIfAskedTo() {
    ClickPreferences weighted = new ClickPreferences(true, true, true, 1.25, null, true);
    assertThat(of(weighted, impression("", "q", "a", "b", "e")))
        .extracting(Feedback::weight)
        .containsExactly(1.1, 1.2, 1.25);
    Impression secondPage =
        new Impression("q", PAGE, List.of(11, 12, 13, 14, 15), List.of("a"), null, "");
    assertThat(of(new ClickPreferences(true, true, true, 5, null, true), secondPage))
        .extracting(Feedback::weight)
        .containsExactly(2.1);
  }

  @Test
  void oldClicksWeighLessIfAskedTo() {
    ClickPreferences weighted = ClickPreferences.USUAL.withHalfLife(Duration.ofDays(10));
    List<Feedback> feedback =
        of(
            weighted,
            at("2026-11-19T00:00:00Z"),
            at("2026-11-09T00:00:00Z"),
            at("1990-01-01T00:00:00Z"),
            at(null));
    assertThat(feedback.get(0).weight()).isEqualTo(1);
    assertThat(feedback.get(1).weight()).isCloseTo(0.5, within(1e-12));
    assertThat(feedback.get(2).weight()).isEqualTo(1e-6);
    assertThat(feedback.get(3).weight()).isEqualTo(1);
  }

  private static Impression at(@Nullable String time) {
    return new Impression(
        "q", PAGE, List.of(), List.of("b"), time == null ? null : Instant.parse(time), "");
  }

  @Test
  void robotsAreLeftOutAndCounted() {
    List<Impression> log =
        List.of(
            impression("everything", "q", "a", "b", "c", "d", "e"),
            impression("", "q", "a", "b", "c", "d", "e"),
            impression("one item", "q1", "b"),
            impression("one item", "q2", "b"),
            impression("one item", "q3", "b"),
            impression("faithful", "q1", "b"),
            impression("faithful", "q2", "b"),
            impression("faithful", "q1", "b"),
            impression("idle", "q1"));
    FeedbackFile read = ClickPreferences.USUAL.of(log);
    assertThat(read.feedback()).extracting(Feedback::person).containsOnly("faithful");
    assertThat(read.notes())
        .containsExactly(
            "left out 1 impressions without a click",
            "left out 5 impressions of 3 sessions that click everything, or one item whatever the"
                + " query");
    assertThat(new ClickPreferences(true, true, true, 1, null, false).of(log).feedback())
        .extracting(Feedback::person)
        .contains("everything", "one item");
  }

  @Test
  void agreesWithTheRulesTakenLiterally() {
    long seed = 20151117;
    Random random = new Random(seed);
    List<Impression> log = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      List<String> shown =
          new ArrayList<>(IntStream.range(0, 12).mapToObj(item -> "d" + item).toList());
      Collections.shuffle(shown, random);
      shown = shown.subList(0, 1 + random.nextInt(10));
      List<String> clicked =
          shown.stream().filter(item -> random.nextInt(4) == 0).collect(Collectors.toList());
      Collections.shuffle(clicked, random);
      log.add(
          new Impression(
              "q" + random.nextInt(5), shown, List.of(), clicked, null, "p" + random.nextInt(20)));
    }
    Set<String> actual = new HashSet<>();
    for (Feedback one : new ClickPreferences(true, true, true, 1, null, false).of(log).feedback()) {
      for (String rejected : one.rejected()) {
        actual.add(
            one.person() + " " + one.query() + " " + one.preferred().get(0) + " > " + rejected);
      }
    }
    assertThat(actual).as("seed " + seed).isEqualTo(literally(log));
  }

  private static Set<String> literally(List<Impression> log) {
    Set<String> pairs = new HashSet<>();
    for (Impression one : log) {
      for (String better : one.clicked()) {
        for (String worse : one.shown()) {
          int last = one.clicked().stream().mapToInt(one.shown()::indexOf).max().getAsInt();
          boolean everClicked =
              log.stream()
                  .anyMatch(
                      any ->
                          any.person().equals(one.person())
                              && any.query().equals(one.query())
                              && any.clicked().contains(worse));
          if (one.shown().indexOf(worse) <= last + 1 && !everClicked) {
            pairs.add(one.person() + " " + one.query() + " " + better + " > " + worse);
          }
        }
      }
    }
    return pairs;
  }

  @Test
  void refusesRulesThatAreNone() {
    for (double weight : new double[] {0.5, Double.NaN, 1e9}) {
      assertThatThrownBy(() -> new ClickPreferences(true, true, true, weight, null, true))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("expected a largest weight from 1 to 100, found " + weight);
    }
    assertThatThrownBy(() -> ClickPreferences.USUAL.withHalfLife(Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("expected a half-life above 0, found PT0S");
  }
}

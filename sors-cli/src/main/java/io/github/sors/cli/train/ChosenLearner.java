package io.github.sors.cli.train;

import io.github.sors.InvalidInputException;
import io.github.sors.SparseVector;
import io.github.sors.cli.frame.Console;
import io.github.sors.cli.frame.Formatting;
import io.github.sors.cli.frame.TextTable;
import io.github.sors.cli.input.AlgorithmFlags;
import io.github.sors.data.fit.Choice;
import io.github.sors.data.fit.LearningPlan;
import io.github.sors.data.fit.Look;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A learner that was chosen automatically, for reports and for the records in models and
 * checkpoints.
 *
 * @param plan the choice and its reasons
 * @param startName the name of the start in a table
 * @param seconds how long choosing took
 */
record ChosenLearner(LearningPlan plan, String startName, double seconds) {

  private static final String BY = "chosenBy";
  private static final String ROUNDS = "chosenRounds";
  private static final String REASON = "chosenOn";

  private static final double UNIT_LENGTH_TOLERANCE = 1e-3;

  /** The name of S(x, y) = xᵀy on these rows. */
  static String startName(List<SparseVector> rows) {
    return rows.stream().allMatch(ChosenLearner::isUnitOrEmpty) ? "cosine" : "inner product";
  }

  private static boolean isUnitOrEmpty(SparseVector row) {
    return row.size() == 0 || Math.abs(row.dot(row) - 1) < UNIT_LENGTH_TOLERANCE;
  }

  /** The record of the choice in models and checkpoints. */
  Map<String, String> facts() {
    Map<String, String> facts = new TreeMap<>();
    facts.put(BY, AlgorithmFlags.AUTO);
    facts.put(ROUNDS, Long.toString(plan.rounds()));
    facts.put(REASON, plan.reason());
    return facts;
  }

  /** Reads the record of a checkpoint; empty if nothing was chosen. */
  static Map<String, String> facts(Map<String, String> context) {
    Map<String, String> facts = new TreeMap<>(context);
    facts.keySet().retainAll(List.of(BY, ROUNDS, REASON));
    return facts;
  }

  /** The rounds that were chosen, if any were. */
  static Optional<Long> rounds(Map<String, String> facts) {
    try {
      return Optional.ofNullable(facts.get(ROUNDS)).map(Long::valueOf);
    } catch (NumberFormatException e) {
      throw new InvalidInputException("the record of the training is not readable: " + facts, e);
    }
  }

  /** Prints how the learner of a checkpoint was chosen, if it was. */
  static void printFacts(Map<String, String> facts, Console console) {
    if (facts.containsKey(REASON)) {
      printReason(facts.get(REASON), console);
    }
  }

  private static void printReason(String sentence, Console console) {
    console.print("");
    Formatting.wrapped(sentence, TextTable.SCREEN).forEach(console::print);
  }

  /** What was tried, in words. */
  String tried() {
    return best()
        .map(
            best ->
                best.candidate().title()
                    + " after "
                    + Formatting.count(best.rounds())
                    + (best.rounds() == 1 ? " round" : " rounds"))
        .orElse("anything learnt");
  }

  private Optional<Look> best() {
    return plan.choice().flatMap(Choice::best);
  }

  /** Prints how it was chosen, or why it could not be. */
  void print(Console console) {
    printReason(
        best()
            .map(
                best ->
                    best.candidate().title()
                        + ", "
                        + plan.reason()
                        + " in "
                        + Formatting.seconds(seconds)
                        + " s")
            .orElse(
                plan.reason()
                    + "; so the start is kept ("
                    + startName
                    + "); name an algorithm to learn anyway"),
        console);
  }

  /** The same for programs. */
  Map<String, Object> asMap() {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("start", startName);
    result.put("reason", plan.reason());
    result.put("chooseSeconds", seconds);
    best()
        .ifPresent(
            best -> {
              result.put("tried", best.candidate().title());
              result.put("triedRounds", best.rounds());
            });
    return result;
  }
}

package io.github.sors.cli;

import io.github.sors.InvalidInputException;
import io.github.sors.SparseVector;
import io.github.sors.data.fit.Choice;
import io.github.sors.data.fit.LearningPlan;
import io.github.sors.data.fit.Look;
import io.github.sors.data.fit.Quality;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A learner that was chosen automatically, with its gain on the validation part, for reports and
 * for the records in models and checkpoints.
 *
 * @param plan the choice and its reasons
 * @param startName the name of the start in a table
 * @param seconds how long choosing took
 */
record ChosenLearner(LearningPlan plan, String startName, double seconds) {

  private static final String ROUNDS = "chosenRounds";
  private static final String VALIDATION = "validation";

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
    facts.put("chosenBy", AlgorithmFlags.AUTO);
    facts.put(ROUNDS, Long.toString(plan.rounds()));
    facts.put(VALIDATION, summary());
    return facts;
  }

  /** Reads the record of a checkpoint; empty if nothing was chosen. */
  static Map<String, String> facts(Map<String, String> context) {
    Map<String, String> facts = new TreeMap<>(context);
    facts.keySet().retainAll(List.of("chosenBy", ROUNDS, VALIDATION));
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

  /** Prints how the learner was chosen, if it was. */
  static void printFacts(Map<String, String> facts, Console console) {
    if (facts.containsKey(VALIDATION)) {
      console.print("");
      wrapped("chosen on " + facts.get(VALIDATION), console);
    }
  }

  private String summary() {
    if (plan.choice().isEmpty()) {
      return plan.validation();
    }
    Choice choice = plan.choice().get();
    StringBuilder text = new StringBuilder(plan.validation());
    for (String name : choice.start().names()) {
      text.append(", ").append(name).append(' ').append(percent(choice.start(), name));
      choice.best().ifPresent(best -> text.append(" to ").append(percent(best.quality(), name)));
    }
    return text.append(plan.keepsStart() ? ": no gain, so the start is kept" : "").toString();
  }

  private static String percent(Quality quality, String name) {
    return String.format(Locale.ROOT, "%.2f", 100 * quality.mean(name));
  }

  private Optional<GainTable> table() {
    return plan.choice()
        .flatMap(
            choice ->
                choice
                    .best()
                    .map(
                        best ->
                            new GainTable(startName, choice.start(), name(best), best.quality())));
  }

  private static String name(Look best) {
    return best.candidate().title() + ", " + Formatting.count(best.rounds()) + " rounds";
  }

  /** Prints the gain, in words and as a table. */
  void print(Console console) {
    console.print("");
    if (plan.choice().isEmpty()) {
      wrapped(
          plan.validation()
              + ": the start is kept ("
              + startName
              + "); name an algorithm to learn without validation",
          console);
      return;
    }
    Optional<GainTable> table = table();
    wrapped(
        plan.keepsStart()
            ? "no gain found, so the start is kept ("
                + startName
                + ")"
                + (table.isPresent()
                    ? "; the best candidate, on "
                        + plan.validation()
                        + " that it did not learn from:"
                    : "")
            : "gain on "
                + plan.validation()
                + ", before learning again with them (chosen in "
                + Formatting.seconds(seconds)
                + " s):",
        console);
    table.ifPresent(found -> found.print(console));
  }

  private static void wrapped(String sentence, Console console) {
    Formatting.wrapped(sentence, TextTable.SCREEN).forEach(console::print);
  }

  /** The same for programs. */
  Map<String, Object> asMap() {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("keptStart", plan.keepsStart());
    result.put("start", startName);
    result.put("validation", plan.validation());
    result.put("chooseSeconds", seconds);
    plan.choice()
        .flatMap(Choice::best)
        .ifPresent(
            best -> {
              result.put("tried", best.candidate().title());
              result.put("triedRounds", best.rounds());
            });
    table().ifPresent(table -> result.put("measures", table.asMap()));
    return result;
  }
}

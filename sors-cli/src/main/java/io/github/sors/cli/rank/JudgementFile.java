package io.github.sors.cli.rank;

import io.github.sors.InvalidInputException;
import io.github.sors.data.feedback.Feedback;
import io.github.sors.data.feedback.FeedbackReader;
import io.github.sors.ranking.Judgements;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Judgements to measure rankings on. */
public final class JudgementFile {

  private JudgementFile() {}

  /** Reads a file of judgements, whose grades have to be whole numbers. */
  public static Judgements read(Path file) throws IOException {
    List<Feedback> feedback = FeedbackReader.qrels(file).feedback();
    for (Feedback one : feedback) {
      if (one.weight() != Math.rint(one.weight())) {
        throw new InvalidInputException(
            file
                + ": query '"
                + one.query()
                + "': expected grades that are whole numbers to measure rankings on, found "
                + one.weight());
      }
    }
    return of(feedback);
  }

  /**
   * Judgements of what was preferred, with the sum of its weights as the grade, at least 1, and of
   * what was rejected alone, with grade 0.
   */
  static Judgements of(List<Feedback> feedback) {
    Map<String, Map<String, Double>> preferred = new HashMap<>();
    for (Feedback one : feedback) {
      Map<String, Double> ofQuery =
          preferred.computeIfAbsent(one.query(), unseen -> new HashMap<>());
      one.preferred().forEach(item -> ofQuery.merge(item, one.weight(), Double::sum));
    }
    Judgements.Builder judgements = Judgements.builder();
    Map<String, Set<String>> judged = new HashMap<>();
    for (Feedback one : feedback) {
      Map<String, Double> grades = preferred.getOrDefault(one.query(), Map.of());
      Set<String> done = judged.computeIfAbsent(one.query(), unseen -> new HashSet<>());
      for (String item : one.preferred()) {
        if (done.add(item)) {
          long grade = Math.max(1, Math.round(grades.getOrDefault(item, 1.0)));
          judgements.add(one.query(), item, (int) grade);
        }
      }
      for (String item : one.rejected()) {
        if (!grades.containsKey(item) && done.add(item)) {
          judgements.add(one.query(), item, 0);
        }
      }
    }
    return judgements.build();
  }
}

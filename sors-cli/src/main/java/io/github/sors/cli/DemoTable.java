package io.github.sors.cli;

import io.github.sors.Model;
import io.github.sors.eval.RankingEvaluation;
import java.util.LinkedHashMap;
import java.util.Map;

/** Learners side by side, each measured once per seed. */
final class DemoTable {

  private final Map<String, Figures> figuresByName = new LinkedHashMap<>();

  /** Adds what a similarity that needs no learning reaches. */
  void addUnlearnt(String name, RankingEvaluation evaluation) {
    figures(name).add(evaluation);
  }

  /** Adds what a learner reaches. */
  void add(String name, RankingEvaluation evaluation, double seconds, Model model) {
    Figures figures = figures(name);
    figures.add(evaluation);
    figures.seconds.add(seconds);
    figures.mebibytes.add(model.bytes() / (1024.0 * 1024.0));
  }

  private Figures figures(String name) {
    return figuresByName.computeIfAbsent(name, unseen -> new Figures());
  }

  void print(Console console) {
    TextTable table = new TextTable("<", "MAP %", "P@1 %", "P@10 %", "seconds", "MiB");
    figuresByName.forEach(
        (name, figures) ->
            table.add(
                name,
                figures.map.percent(),
                figures.first.percent(),
                figures.ten.percent(),
                figures.isLearnt() ? figures.seconds.plain() : "",
                figures.isLearnt() ? figures.mebibytes.plain() : ""));
    table.print(console);
  }

  private static final class Figures {

    private final SeedStatistics map = new SeedStatistics();
    private final SeedStatistics first = new SeedStatistics();
    private final SeedStatistics ten = new SeedStatistics();
    private final SeedStatistics seconds = new SeedStatistics();
    private final SeedStatistics mebibytes = new SeedStatistics();

    void add(RankingEvaluation evaluation) {
      map.add(evaluation.map());
      first.add(evaluation.precisionAt(1));
      ten.add(evaluation.precisionAt(10));
    }

    boolean isLearnt() {
      return !Double.isNaN(seconds.mean());
    }
  }
}

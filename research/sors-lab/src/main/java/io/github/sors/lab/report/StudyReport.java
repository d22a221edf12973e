package io.github.sors.lab.report;

import io.github.sors.Provenance;
import io.github.sors.figure.Figure;
import io.github.sors.figure.FigureRenderer;
import io.github.sors.io.AtomicFiles;
import io.github.sors.lab.PaperMethods;
import io.github.sors.lab.study.Comparison;
import io.github.sors.lab.study.Study;
import io.github.sors.lab.study.StudyData;
import io.github.sors.lab.study.StudyPlan;
import io.github.sors.lab.study.StudyResults;
import io.github.sors.tune.Method;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Writes the results of a study: {@code table.csv}, {@code table.md}, {@code table.tex}, {@code
 * figures/*.svg} and {@code .png}, and {@code report.html}, a page that needs no other file.
 *
 * <p>Threads: one thread at a time writes into a folder. Failures: a file that cannot be written
 * throws {@link java.io.IOException}; files that were written before it stay.
 */
public final class StudyReport {

  private StudyReport() {}

  /**
   * Writes all files to a folder; replaces those of an earlier run.
   *
   * @return the tables, one for each data set
   */
  public static List<Comparison> write(StudyResults results, Path folder) throws IOException {
    List<Comparison> comparisons = new ArrayList<>();
    List<List<Figure>> figures = new ArrayList<>();
    Path figureFolder = Files.createDirectories(folder.resolve("figures"));
    for (StudyData data : results.plan().data()) {
      comparisons.add(Comparison.of(results, data));
      List<Figure> drawn = new StudyFigures(results, data).all();
      for (Figure figure : drawn) {
        FigureRenderer.write(figure, figureFolder);
      }
      figures.add(drawn);
    }
    List<String> notes = notes(results.plan());
    write(folder.resolve("table.csv"), Tables.csv(comparisons));
    write(folder.resolve("table.md"), Tables.markdown(comparisons, notes));
    write(folder.resolve("table.tex"), Tables.latex(comparisons));
    write(folder.resolve("report.html"), HtmlPage.of(comparisons, figures, notes));
    return comparisons;
  }

  /** The notes on how the numbers were measured. */
  private static List<String> notes(StudyPlan plan) {
    List<String> notes = new ArrayList<>();
    notes.add(
        String.format(
            Locale.ROOT,
            "%d random split%s of every class into 70%% to learn from and 30%% to test on, seeds"
                + " from %d; %,d rounds each. %s",
            plan.splits(),
            plan.splits() == 1 ? "" : "s",
            plan.seed(),
            plan.rounds(),
            plan.splits() == 1
                ? "With one split there are no deviations and no tests."
                : "Mean ± sample standard deviation over the splits."));
    notes.add(
        switch (plan.parameters()) {
          case TUNING ->
              "Parameters were chosen for each split by a hold-out of its training rows.";
          case DEFAULTS -> "Parameters are the defaults of each method.";
          case PAPER ->
              "Parameters are those of the paper if it gives any for the data set, else the defaults.";
        });
    if (plan.parameters() == StudyPlan.ParameterSource.PAPER
        && plan.methods().stream().anyMatch(method -> isFoundRdml(method, plan))) {
      notes.add(
          "The paper gives neither RDML's start nor how it ranks: on its data sets A starts as I"
              + " here, and rows are ranked by x'Ay, not by the distance, as chosen by tuning on BBC.");
    }
    notes.add(
        "Every test row is a query against the other test rows; those of its class are relevant;"
            + " MAP is over the full rankings, equal scores count as being in random order.");
    if (plan.methods().stream().anyMatch(method -> method.kind() == Method.Kind.METRIC)) {
      notes.add(
          "Learners of distances stop earlier: after 10,000 triplets, which are 20,000 pairs; LMNN"
              + " after one step per 100 rounds of the others, at most 1,000.");
    }
    if (plan.methods().stream().anyMatch(method -> method.kind() == Method.Kind.LABELLED)) {
      notes.add(
          "Logistic learns from the labels themselves, not from triplets, and ranks by the inner"
              + " product of class probabilities: an upper limit, for comparison.");
    }
    if (plan.splits() > 1) {
      notes.add(
          "p: corrected resampled t-test (Nadeau and Bengio) against the best MAP, paired by split,"
              + " with Holm's correction; ≈ marks algorithms that do not differ at 5%.");
    }
    notes.add(
        plan.threads() == 1
            ? "Training is the processor time of learning, on one thread."
            : String.format(
                Locale.ROOT,
                "Training is the elapsed time of learning, on %d threads.",
                plan.threads()));
    if (plan.jobs() > 1) {
      notes.add(
          plan.jobs()
              + " concurrent trainings share the memory bandwidth of the machine, which slows each of"
              + " them down a little; a study with one job at a time avoids that.");
    }
    notes.add(
        "The curves over iterations use at most "
            + Study.OBSERVED_QUERIES
            + " of the test rows as queries.");
    notes.add(
        "Query is the processor time of scoring and ranking all test rows for one of them. The"
            + " figure of query times is for the first split: the processor time of one thread for"
            + " the expansion of queries and their scores, while nothing else of the study runs.");
    notes.add(
        "The paper's seconds are from another machine and another implementation; its sparsities"
            + " for Euclidean are rounded.");
    notes.add(
        "Made with sors "
            + Provenance.softwareVersion()
            + ", Java "
            + Runtime.version().feature()
            + ", "
            + Runtime.getRuntime().availableProcessors()
            + " processors ("
            + System.getProperty("os.arch")
            + ").");
    return notes;
  }

  /** Whether it is RDML with parameters that the paper does not give. */
  private static boolean isFoundRdml(Method method, StudyPlan plan) {
    return method.name().equals("rdml")
        && plan.data().stream()
            .anyMatch(data -> PaperMethods.published(method, data.name()).isPresent());
  }

  private static void write(Path file, String text) throws IOException {
    AtomicFiles.replaceText(file, writer -> writer.write(text));
  }
}

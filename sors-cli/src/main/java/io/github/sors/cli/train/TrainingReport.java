package io.github.sors.cli.train;

import io.github.sors.LearningProgress;
import io.github.sors.Model;
import io.github.sors.cli.frame.Console;
import io.github.sors.cli.frame.Formatting;
import io.github.sors.cli.frame.ModelSize;
import io.github.sors.cli.frame.ShellCommand;
import io.github.sors.cli.input.DataArguments;
import io.github.sors.cli.input.DistanceAlgorithm;
import io.github.sors.cli.input.FeedbackArguments;
import io.github.sors.learn.Learners;
import io.github.sors.learn.OnlineLearner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Reports the result of a training, as text or as JSON.
 *
 * @param file the file that the model was written to
 * @param learnt the model
 * @param seconds the seconds spent learning
 * @param heldOutRows the number of rows that were not learnt from
 * @param feedback the options of the feedback, to evaluate on it
 */
record TrainingReport(
    Path file, Model learnt, double seconds, int heldOutRows, FeedbackArguments feedback) {

  /** The result of an online learner. */
  Map<String, Object> asMap(OnlineLearner learner) throws IOException {
    LearningProgress progress = learner.progress();
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("algorithm", learner.algorithm());
    result.put("rounds", progress.rounds());
    result.put("activeRounds", progress.activeRounds());
    result.put("cumulativeLoss", progress.cumulativeLoss());
    result.put("touchedEntries", progress.touchedEntries());
    result.put("trainSeconds", seconds);
    new ModelSize(learnt).putInto(result);
    result.put("heldOutRows", heldOutRows);
    result.put("learnerBytes", learner.matrixBytes());
    result.put("storage", learner.storage());
    result.put("model", file.toString());
    result.put("modelBytes", Files.size(file));
    return result;
  }

  /** The result of a learner of distances. */
  Map<String, Object> asMap(DistanceAlgorithm algorithm) throws IOException {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("algorithm", algorithm.label());
    result.put("rounds", learnt.provenance().rounds());
    result.put("trainSeconds", seconds);
    new ModelSize(learnt).putInto(result);
    result.put("heldOutRows", heldOutRows);
    result.put("model", file.toString());
    result.put("modelBytes", Files.size(file));
    return result;
  }

  /** Prints the result of an online learner. */
  void print(OnlineLearner learner, DataArguments data, Console console) throws IOException {
    LearningProgress progress = learner.progress();
    if (progress.rounds() == 0) {
      printLine("learnt", "nothing: the model is the start", console);
    } else {
      printLearnt(
          Formatting.count(progress.rounds()) + " rounds of ",
          Learners.descriptor(learner.algorithm()).title(),
          console);
      printLine(
          "loss",
          (progress.activeRounds() == progress.rounds()
                  ? ""
                  : Formatting.percent((double) progress.activeRounds() / progress.rounds())
                      + "% of the rounds had a loss, ")
              + Formatting.decimal(progress.cumulativeLoss() / progress.rounds())
              + " on average",
          console);
    }
    printLine(
        "memory",
        Formatting.bytes(learner.matrixBytes()) + " while learning, in " + learner.storage(),
        console);
    printModel(data, console);
  }

  /** Prints the result of a learner of distances. */
  void print(DistanceAlgorithm algorithm, DataArguments data, Console console) throws IOException {
    long steps = learnt.provenance().rounds();
    printLearnt(
        Formatting.count(steps) + (steps == 1 ? " step of " : " steps of "),
        algorithm.title(),
        console);
    printModel(data, console);
  }

  private void printLearnt(String amount, String title, Console console) {
    printLine("learnt", amount + title + " in " + Formatting.seconds(seconds) + " s", console);
  }

  private void printModel(DataArguments data, Console console) throws IOException {
    ModelSize size = new ModelSize(learnt);
    printLine(size.kind(), size.text(), console);
    printLine("model", file + ", " + Formatting.bytes(Files.size(file)), console);
    if (!feedback.isGiven()) {
      printLine("held out", Formatting.count(heldOutRows) + " rows", console);
    }
    data.addTo(new ShellCommand("evaluate"))
        .option("--model", file)
        .flag("--baseline", true)
        .lines("next      ")
        .forEach(console::print);
  }

  private static void printLine(String name, String text, Console console) {
    console.print(String.format("%-9s %s", name, text));
  }
}

package io.github.sors.cli.train;

import io.github.sors.InvalidInputException;
import io.github.sors.Model;
import io.github.sors.Similarities;
import io.github.sors.cli.frame.Console;
import io.github.sors.cli.frame.Formatting;
import io.github.sors.cli.frame.GainTable;
import io.github.sors.cli.frame.ModelSize;
import io.github.sors.cli.input.FeedbackArguments;
import io.github.sors.cli.input.ModelOnData;
import io.github.sors.cli.input.TrainingRecord;
import io.github.sors.data.Dataset;
import io.github.sors.data.fit.FeedbackSplit;
import io.github.sors.data.fit.HeldOut;
import io.github.sors.data.fit.RowFeedback;
import io.github.sors.eval.Gain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Measures a model on groups or triplets: on those that the training held out, else on all.
 *
 * @param heldOut what is measured
 * @param note what the user has to know about it; empty if it is what the training held out
 */
record FeedbackEvaluation(HeldOut heldOut, String note) {

  /** Whether a model is measured on groups or triplets, and not on labels. */
  static boolean isFor(TrainingRecord record, FeedbackArguments given) {
    return given.isGiven() || !record.isOfLabels();
  }

  /**
   * Finds what to measure on.
   *
   * @param known whether the model has the record of a training
   * @param all whether to use all feedback, learnt from or not
   */
  static FeedbackEvaluation of(
      ModelOnData read,
      TrainingRecord record,
      boolean known,
      FeedbackArguments given,
      boolean all,
      int threads)
      throws IOException {
    Dataset rows = read.normalized();
    String kind = given.isGiven() ? given.kind() : record.feedback();
    Path file = given.isGiven() ? given.file() : recordedFile(record);
    RowFeedback feedback = FeedbackArguments.read(kind, file, rows);
    boolean same =
        known
            && record.isAbout(read.raw())
            && record.feedback().equals(kind)
            && record.sampling().equals(FeedbackArguments.fingerprint(feedback));
    if (known && !same && !given.isGiven()) {
      throw new InvalidInputException(
          (record.isAbout(read.raw())
                  ? file + " has changed since the model was learnt from it"
                  : "the model was learnt from " + kind + " of other rows than these")
              + ": give the "
              + kind
              + " to measure it on, as --"
              + kind
              + " FILE");
    }
    boolean usesSplit = same && !all && record.holdout() > 0;
    FeedbackSplit split =
        usesSplit ? record.split(feedback) : FeedbackSplit.holdingOutAll(feedback);
    return new FeedbackEvaluation(
        split.allHeldOut(rows.vectors(), threads),
        usesSplit || !known
            ? ""
            : same
                ? "note: the model was learnt from these " + kind
                : "note: the model was learnt from other feedback, so all " + kind + " are used");
  }

  private static Path recordedFile(TrainingRecord record) {
    Path file = Path.of(record.feedbackFile());
    if (!Files.isReadable(file)) {
      throw new InvalidInputException(
          "the model was learnt from the "
              + record.feedback()
              + " in "
              + file
              + ", which cannot be read from here: give it as --"
              + record.feedback()
              + " FILE");
    }
    return file;
  }

  /** Measures the model, and prints what was found. */
  void report(Model model, boolean comparesWithCosine, boolean json, Console console) {
    if (!note.isEmpty()) {
      console.note(note);
    }
    if (heldOut.units() == 0) {
      throw new InvalidInputException(
          "expected "
              + heldOut.unit()
              + " to measure on, found none: train with a larger --holdout, or give --all");
    }
    List<Gain> gains = heldOut.gains(Similarities.cosine(), model);
    if (json) {
      console.printJson(asMap(model, gains, comparesWithCosine));
    } else {
      print(gains, comparesWithCosine, console);
    }
  }

  private Map<String, Object> asMap(Model model, List<Gain> gains, boolean comparesWithCosine) {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("measure", gains.get(0).measure());
    for (Gain gain : gains) {
      result.put(GainTable.key(gain.measure()), gain.learnt());
    }
    result.put("heldOut", heldOut.units());
    result.put("unit", heldOut.unit());
    new ModelSize(model).putInto(result);
    result.put("modelBytes", model.bytes());
    if (comparesWithCosine) {
      result.put("baseline", new GainTable("cosine", "model", gains).asMap());
    }
    return result;
  }

  private void print(List<Gain> gains, boolean comparesWithCosine, Console console) {
    console.print(heldOut.description());
    for (Gain gain : gains) {
      console.print(gain.measure() + " " + Formatting.percent(gain.learnt()) + "%");
    }
    if (comparesWithCosine) {
      console.print("");
      new GainTable("cosine", "model", gains).printWithWarning(console);
    }
  }
}

package io.github.sors.cli.input;

import io.github.sors.InvalidInputException;
import io.github.sors.Normalization;
import io.github.sors.data.Dataset;
import io.github.sors.data.fit.FeedbackSplit;
import io.github.sors.data.fit.RowFeedback;
import io.github.sors.data.triplet.Split;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * The record of a training in models and checkpoints, so that evaluation finds the held-out rows
 * and a resumed run gets the same triplets.
 *
 * @param data the name of the data set
 * @param dataHash the hash of its content
 * @param feedback labels, groups or triplets
 * @param feedbackFile the file of groups or triplets as it was given; empty for labels
 * @param holdout the share that was held out: of each class, of the groups, or of the queries
 * @param seed the seed of the split and of the triplets
 * @param normalization how the vectors were normalised
 * @param sampling how the triplets are drawn from labels, or the content of the feedback file
 */
public record TrainingRecord(
    String data,
    String dataHash,
    String feedback,
    String feedbackFile,
    double holdout,
    long seed,
    String normalization,
    String sampling) {

  public Map<String, String> asMap() {
    Map<String, String> map = new TreeMap<>();
    map.put("data", data);
    map.put("dataHash", dataHash);
    map.put("feedback", feedback);
    if (!isOfLabels()) {
      map.put("feedbackFile", feedbackFile);
    }
    map.put("holdout", Double.toString(holdout));
    map.put("seed", Long.toString(seed));
    map.put("normalization", normalization);
    map.put("sampling", sampling);
    return map;
  }

  /** The same training with a learner of distances, which may need another normalisation. */
  public TrainingRecord forDistance(DistanceAlgorithm algorithm) {
    return new TrainingRecord(
        data,
        dataHash,
        feedback,
        feedbackFile,
        holdout,
        seed,
        // an embedding and what stands beside it have length 1 together
        Normalization.parse(normalization).vectorPart().isPresent()
            ? normalization
            : algorithm.normalization(normalization),
        algorithm.needsTriplets() ? sampling : "none");
  }

  /** The same training from triplets that come from elsewhere. */
  public TrainingRecord withSampling(String newSampling) {
    return new TrainingRecord(
        data, dataHash, feedback, feedbackFile, holdout, seed, normalization, newSampling);
  }

  /** Whether a map contains the values that {@link #from} needs. */
  public static boolean isIn(Map<String, String> map) {
    return map.containsKey("dataHash") && map.containsKey("holdout") && map.containsKey("seed");
  }

  public static TrainingRecord from(Map<String, String> map) {
    try {
      return new TrainingRecord(
          map.getOrDefault("data", ""),
          map.getOrDefault("dataHash", ""),
          map.getOrDefault("feedback", FeedbackArguments.LABELS),
          map.getOrDefault("feedbackFile", ""),
          Double.parseDouble(map.getOrDefault("holdout", "0")),
          Long.parseLong(map.getOrDefault("seed", "1")),
          map.getOrDefault("normalization", "none"),
          map.getOrDefault("sampling", ""));
    } catch (NumberFormatException e) {
      throw new InvalidInputException("the record of the training is not readable: " + map, e);
    }
  }

  /** Checks that a training continues with the same data and the same way of drawing triplets. */
  public void requireResumedBy(TrainingRecord now, Path checkpoint) {
    if (!dataHash.equals(now.dataHash)) {
      throw new InvalidInputException(
          checkpoint
              + " belongs to other data: it started with "
              + data
              + ", hash "
              + shortened(dataHash)
              + ", but this is "
              + now.data
              + ", hash "
              + shortened(now.dataHash)
              + "; resume with the same files, --sample and options for reading");
    }
    requireSame("kind of feedback", feedback, now.feedback, checkpoint);
    requireSame("--holdout", holdout, now.holdout, checkpoint);
    requireSame("--seed", seed, now.seed, checkpoint);
    requireSame("--normalize", normalization, now.normalization, checkpoint);
    requireSame("source of triplets", sampling, now.sampling, checkpoint);
  }

  private static String shortened(String hash) {
    return hash.substring(0, Math.min(12, hash.length()));
  }

  /** Checks that a training continues with the same setting. */
  static void requireSame(String what, Object before, Object now, Path checkpoint) {
    if (!now.equals(before)) {
      throw new InvalidInputException(
          checkpoint
              + " started with another "
              + what
              + ": it was "
              + before
              + " and is "
              + now
              + " now; use the original value");
    }
  }

  public boolean isAbout(Dataset dataset) {
    return dataHash.equals(dataset.hash());
  }

  /** Whether the feedback is in the rows themselves. */
  public boolean isOfLabels() {
    return feedback.equals(FeedbackArguments.LABELS);
  }

  /** The feedback that was learnt from and what was held out. */
  public FeedbackSplit split(RowFeedback all) {
    return FeedbackSplit.of(all, holdout, seed);
  }

  /** The rows that were learnt from and those that were held out, of labelled rows. */
  public Split split(Dataset dataset) {
    return Split.perClass(dataset.labels(), holdout, seed);
  }
}

package io.github.sors.lab.study;

import io.github.sors.Normalization;
import io.github.sors.data.Dataset;
import io.github.sors.data.triplet.Split;
import io.github.sors.lab.paper.PublishedDataSets;
import java.util.Objects;

/**
 * A data set of a study.
 *
 * <p>Threads: immutable. Failures: null throws {@link NullPointerException}.
 *
 * @param name its name in the registry, or that of the user's file
 * @param note a description; empty if unknown
 * @param rows the raw rows
 * @param normalization the chain that they are normalised with
 * @param hash the hash of the raw rows
 */
public record StudyData(
    String name, String note, Dataset rows, Normalization normalization, String hash) {

  public StudyData {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(note, "note");
    Objects.requireNonNull(rows, "rows");
    Objects.requireNonNull(normalization, "normalization");
  }

  /** A data set under its own name, with the normalisation of the paper's protocol. */
  public static StudyData of(Dataset rows, String note) {
    return new StudyData(
        rows.name(),
        note,
        rows,
        Normalization.parse(PublishedDataSets.normalization(rows.name())),
        rows.hash());
  }

  /** This data set with another normalisation. */
  public StudyData normalizedBy(Normalization other) {
    return new StudyData(name, note, rows, other, hash);
  }

  /** The differences from the paper's data, to be shown next to its values. */
  public String caveat() {
    return PublishedDataSets.difference(name, rows)
        .map(difference -> note.isEmpty() ? difference : note + " (" + difference + ")")
        .orElse("");
  }

  /** The training and the test rows; the normalisation is fitted to the training rows. */
  Parts parts(double holdout, long seed) {
    Split split = Split.perClass(rows.labels(), holdout, seed);
    Dataset training = rows.select(split.train());
    Normalization fitted = normalization.fit(training.vectors());
    return new Parts(
        training.map(fitted::apply),
        rows.select(split.test()).map(fitted::apply),
        rows.dimension());
  }

  /** A split data set. */
  record Parts(Dataset training, Dataset test, int dimension) {}
}

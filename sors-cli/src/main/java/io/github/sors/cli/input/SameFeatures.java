package io.github.sors.cli.input;

import io.github.sors.FeatureSpace;
import io.github.sors.InvalidInputException;
import io.github.sors.data.Dataset;
import java.nio.file.Path;

/** Refuses rows whose features do not mean what a model takes them for. */
public final class SameFeatures {

  private SameFeatures() {}

  /** What the features of rows stand for. */
  public static FeatureSpace of(Dataset rows) {
    return new FeatureSpace(rows.featureNames(), rows.recipe());
  }

  /**
   * Compares the features of a model with those of rows.
   *
   * @param rowsName what to call the rows
   * @throws InvalidInputException if a feature has another name, or was made by another recipe
   */
  public static void require(
      FeatureSpace ofModel, Path model, FeatureSpace ofRows, String rowsName) {
    ofRows
        .differenceFrom(ofModel, rowsName, model.toString())
        .ifPresent(
            difference -> {
              throw new InvalidInputException(
                  rowsName
                      + " has other features than "
                      + model
                      + " was learnt on: "
                      + difference
                      + "; give the items themselves, of which it makes rows, or rows with its"
                      + " features");
            });
  }
}

package io.github.sors.cli;

import io.github.sors.InvalidInputException;
import io.github.sors.console.FlagPhrasing;
import java.util.Map;

/** Phrases input errors in terms of the flags of this command line. */
final class FlagAdvice {

  // the names of settings in the libraries
  private static final FlagPhrasing FLAGS =
      new FlagPhrasing(
          Map.of(
              "labels", "--labels",
              "zeroBased", "--zero-based",
              "labelColumn", "--label-column",
              "normalization", "--normalize",
              "folds", "--folds",
              "analyzer", "--analyzer",
              "startModel", "--model",
              "repair", "--repair",
              "port", "--port"));

  private FlagAdvice() {}

  /** The problem and what to do about it, in one line. */
  static String phrase(InvalidInputException exception) {
    return FLAGS.apply(exception);
  }
}

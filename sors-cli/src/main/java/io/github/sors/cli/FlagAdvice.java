package io.github.sors.cli;

import io.github.sors.InvalidInputException;
import io.github.sors.Remedy;
import java.util.Map;

/** Phrases input errors in terms of the flags of this command line. */
final class FlagAdvice {

  // the names of settings in the libraries
  private static final Map<String, String> FLAGS =
      Map.of(
          "labels", "--labels",
          "zeroBased", "--zero-based",
          "labelColumn", "--label-column",
          "normalization", "--normalize",
          "folds", "--folds",
          "analyzer", "--analyzer",
          "startModel", "--model",
          "repair", "--repair",
          "port", "--port");

  private FlagAdvice() {}

  /** The problem and what to do about it, in one line. */
  static String phrase(InvalidInputException exception) {
    return exception
        .remedy()
        .filter(remedy -> FLAGS.containsKey(remedy.setting()))
        .map(remedy -> exception.problem() + ": " + sentence(remedy))
        .orElseGet(exception::getMessage);
  }

  private static String sentence(Remedy remedy) {
    String flag = FLAGS.get(remedy.setting());
    return switch (remedy.action()) {
      case SET ->
          "use " + flag + (remedy.value().isEmpty() ? "" : " " + remedy.value()) + remedy.rest();
      case LEAVE_OUT -> "leave out " + flag + remedy.rest();
    };
  }
}

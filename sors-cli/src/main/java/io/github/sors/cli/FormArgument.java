package io.github.sors.cli;

import io.github.sors.BilinearModel;
import io.github.sors.BilinearModel.Form;
import io.github.sors.InvalidInputException;
import io.github.sors.Model;
import io.github.sors.SparseVector;
import io.github.sors.data.Dataset;
import io.github.sors.spectral.PositivePart;
import java.util.BitSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What a model ranks by, where that is not what it was learnt for. */
@Command // a mixin has to look like one
final class FormArgument {

  @Option(
      names = "--form",
      paramLabel = "NAME",
      description =
          "What a model with a matrix M ranks by: similarity, x'My; cosine, the cosine in the"
              + " positive part of M, for up to 6,000 features; or distance, of symmetric M only"
              + " (default: what the model was learnt for).")
  private String form;

  /** The text that was given, or null. */
  String text() {
    return form;
  }

  /** Refuses what a learner of similarities cannot be asked for, before it learns. */
  void requireSimilarityOver(Dataset rows) {
    if (form == null) {
      return;
    }
    Form wanted = parsed();
    if (wanted == Form.DISTANCE) {
      throw new InvalidInputException(
          "--form: expected similarity or cosine, found 'distance', which only learners of"
              + " distances have");
    }
    if (wanted == Form.COSINE) {
      BitSet features = new BitSet();
      for (SparseVector row : rows.vectors()) {
        for (int feature : row.indexArray()) {
          features.set(feature);
        }
      }
      PositivePart.requireRoomFor(features.cardinality());
    }
  }

  /**
   * The model in the form that is asked for.
   *
   * @throws InvalidInputException if it cannot have that form
   */
  Model applyTo(Model model, int threads) {
    if (form == null) {
      return model;
    }
    Form wanted = parsed();
    if (!(model instanceof BilinearModel matrix)) {
      throw new InvalidInputException(
          "--form is for a model with a matrix M, and an encoder has none: leave it out");
    }
    if (wanted == Form.COSINE) {
      return PositivePart.cosine(matrix, threads);
    }
    try {
      return matrix.withForm(wanted);
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException("--form: " + e.getMessage(), e);
    }
  }

  private Form parsed() {
    try {
      return Form.parse(form);
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException("--form: " + e.getMessage(), e);
    }
  }
}

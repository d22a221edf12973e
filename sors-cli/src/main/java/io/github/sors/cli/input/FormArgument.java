package io.github.sors.cli.input;

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

/** The option {@code --form}. */
@Command // a mixin has to look like one
public final class FormArgument {

  @Option(
      names = "--form",
      paramLabel = "NAME",
      description =
          "How a model with a matrix M scores: similarity (x'My), cosine (of the angle in the space"
              + " of the positive part of M; up to 6,000 features) or distance (M must be symmetric)"
              + " (default: the form of the model).")
  private String form;

  /** The text that was given, or null. */
  public String text() {
    return form;
  }

  /** Checks that a learner of similarities can have the form, before it learns. */
  public void requireSimilarityOver(Dataset rows) {
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
   * The model in the requested form.
   *
   * @throws InvalidInputException if it cannot have that form
   */
  public Model applyTo(Model model, int threads) {
    if (form == null) {
      return model;
    }
    Form wanted = parsed();
    if (!(model instanceof BilinearModel matrix)) {
      throw new InvalidInputException(
          "--form is for a model with a matrix M, which an encoder does not have: leave it out");
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

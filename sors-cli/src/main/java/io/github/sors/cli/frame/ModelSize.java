package io.github.sors.cli.frame;

import io.github.sors.BilinearModel;
import io.github.sors.Model;
import io.github.sors.encoder.EncoderModel;
import java.util.Map;

/**
 * The kind and the size of a model.
 *
 * @param model a matrix or an encoder
 */
public record ModelSize(Model model) {

  /** Adds it to a result. */
  public void putInto(Map<String, Object> result) {
    if (model instanceof BilinearModel matrix) {
      result.put("nonZeros", matrix.nonZeros());
      result.put("sparsity", matrix.sparsity());
    } else if (model instanceof EncoderModel encoder) {
      result.put("encodingLength", encoder.encodingLength());
      result.put("learntFeatures", learntFeatures(encoder));
    }
  }

  /** Its name in a report. */
  public String kind() {
    return model instanceof EncoderModel ? "encoder" : "matrix";
  }

  /** Its size in words. */
  public String text() {
    if (model instanceof EncoderModel encoder) {
      return Formatting.count(learntFeatures(encoder))
          + " features to "
          + Formatting.count(encoder.encodingLength())
          + " numbers";
    }
    BilinearModel matrix = (BilinearModel) model;
    return Formatting.count(matrix.queryDimension())
        + " x "
        + Formatting.count(matrix.itemDimension())
        + ", "
        + Formatting.count(matrix.nonZeros())
        + " non-zeros, sparsity "
        + Formatting.percent(matrix.sparsity())
        + "%";
  }

  private static long learntFeatures(EncoderModel encoder) {
    return encoder.learntQueryFeatures() + (encoder.isShared() ? 0L : encoder.learntItemFeatures());
  }
}

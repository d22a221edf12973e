package io.github.sors.metric;

import io.github.sors.BilinearModel;
import java.util.HashMap;
import java.util.Map;

/**
 * A learner of distances whose A is used in a form of one's choice: A is positive semi-definite, so
 * xᵀAy is an inner product, and ranks differently from the distance where rows differ in length.
 *
 * @param learner learns A
 * @param form what the model scores with
 */
record WithForm(MetricLearner learner, BilinearModel.Form form) implements MetricLearner {

  static final String OPTION = "form";

  @Override
  public String algorithm() {
    return learner.algorithm();
  }

  @Override
  public Map<String, String> options() {
    Map<String, String> options = new HashMap<>(learner.options());
    options.put(OPTION, form.label());
    return Map.copyOf(options);
  }

  @Override
  public BilinearModel learn(MetricTraining training, MetricListener listener) {
    BilinearModel model = learner.learn(training, listener);
    BilinearModel formed = model.form() == form ? model : model.withForm(form);
    return DistanceModels.learntBy(this, formed, model.provenance().rounds());
  }
}

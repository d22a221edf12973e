package io.github.sors.metric;

import io.github.sors.BilinearModel;
import io.github.sors.option.AlgorithmDescriptor;
import io.github.sors.option.Choice;
import io.github.sors.option.LearningParameters;
import io.github.sors.option.Parameter;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * A learner of distances whose A can be used as a distance or as a similarity: A is positive
 * semi-definite, so xᵀAy is an inner product, which ranks differently from the distance if rows
 * differ in length.
 *
 * @param learner learns A
 * @param form how the model scores
 */
record WithForm(MetricLearner learner, BilinearModel.Form form) implements MetricLearner {

  static final Parameter<BilinearModel.Form> FORM =
      Parameter.of(
          "form",
          Choice.of(BilinearModel.Form.class, BilinearModel.Form::label),
          BilinearModel.Form.DISTANCE,
          "how the model ranks: by the distance, or by the inner product x'Ay, which also works with"
              + " an index");

  /** Describes a learner of distances that has the form as its last parameter. */
  static AlgorithmDescriptor<MetricLearner> describe(
      String label,
      String title,
      String summary,
      Function<LearningParameters, MetricLearner> factory,
      Parameter<?>... own) {
    return describe(FORM, label, title, summary, factory, own);
  }

  /** Does the same with another tuning grid of the form. */
  static AlgorithmDescriptor<MetricLearner> describe(
      Parameter<BilinearModel.Form> form,
      String label,
      String title,
      String summary,
      Function<LearningParameters, MetricLearner> factory,
      Parameter<?>... own) {
    Parameter<?>[] withForm = Arrays.copyOf(own, own.length + 1);
    withForm[own.length] = form;
    return AlgorithmDescriptor.of(
        label,
        title,
        summary,
        parameters -> new WithForm(factory.apply(parameters), parameters.get(form)),
        withForm);
  }

  @Override
  public String algorithm() {
    return learner.algorithm();
  }

  @Override
  public Map<String, String> options() {
    Map<String, String> options = new HashMap<>(learner.options());
    options.put(FORM.name(), FORM.format(form));
    return Map.copyOf(options);
  }

  @Override
  public BilinearModel learn(MetricTraining training, MetricListener listener) {
    BilinearModel model = learner.learn(training, listener);
    BilinearModel formed = model.form() == form ? model : model.withForm(form);
    return DistanceModels.learntBy(this, formed, model.provenance().rounds());
  }
}

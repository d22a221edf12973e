package io.github.sors.lab;

import io.github.sors.metric.MetricAlgorithm;
import io.github.sors.tune.Method;
import io.github.sors.tune.MethodProvider;
import java.util.ArrayList;
import java.util.List;

/**
 * What the paper compares with, and what only studies need.
 *
 * <p>Threads: any thread may call it. Failures: none.
 */
public final class LabMethods implements MethodProvider {

  /** Creates it; the loader of services does that. */
  public LabMethods() {}

  @Override
  public List<Method> methods() {
    List<Method> methods = new ArrayList<>();
    methods.add(UnlearntMethod.EUCLIDEAN);
    methods.add(UnlearntMethod.COSINE);
    for (MetricAlgorithm algorithm : MetricAlgorithm.values()) {
      if (algorithm.defaultRounds() > 0) {
        methods.add(new MetricMethod(algorithm));
      }
    }
    methods.add(LogisticMethod.INSTANCE);
    return methods;
  }
}

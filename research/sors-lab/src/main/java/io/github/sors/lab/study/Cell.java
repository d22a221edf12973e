package io.github.sors.lab.study;

import io.github.sors.tune.Method;
import io.github.sors.tune.Parameters;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One training and its measurement: a method on a split of a data set.
 *
 * @param data the data set
 * @param method the method
 * @param split the number of the split, from 1
 * @param lambda the weight of the L1 norm that is tried for the trade-off, or null for the
 *     comparison itself
 */
record Cell(StudyData data, Method method, int split, @Nullable String lambda) {

  /** The parameters with the lambda that is tried, if one is. */
  Parameters with(Parameters parameters) {
    return lambda == null ? parameters : parameters.with("lambda", lambda);
  }

  boolean isTradeOff() {
    return lambda != null;
  }

  /** Whether the other is the same training on another split. */
  boolean isSameButForSplit(Cell other) {
    return split != other.split
        && data.equals(other.data)
        && method.equals(other.method)
        && Objects.equals(lambda, other.lambda);
  }

  /** As in {@code bbc, split 2, SORS-I}. */
  String describe() {
    return data.name()
        + ", split "
        + split
        + ", "
        + method.title()
        + (isTradeOff() ? ", lambda " + lambda : "");
  }
}

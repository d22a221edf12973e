package io.github.sors.tune;

import java.util.List;

/**
 * Adds methods to tune and to compare with; {@link Methods} finds it with {@link
 * java.util.ServiceLoader}.
 */
public interface MethodProvider {

  /** The methods, those of a {@link Method.Kind kind} in the order of a table. */
  List<Method> methods();
}

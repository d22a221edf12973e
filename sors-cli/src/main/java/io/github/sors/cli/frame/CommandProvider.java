package io.github.sors.cli.frame;

import java.util.Map;

/**
 * Adds commands to {@code sors}, which finds it with {@link java.util.ServiceLoader}.
 *
 * <p>The package of the commands has to be open to picocli.
 */
public interface CommandProvider {

  /** The classes of the commands, which extend {@link Subcommand}, by name. */
  Map<String, Class<?>> commands();
}

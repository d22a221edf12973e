/**
 * The {@code sors} command: one class per subcommand.
 *
 * <p>{@code SorsCommand} is the entry point and has the list. A command parses options, calls a
 * library, and prints; what it prints goes through {@code Console}. Errors of input are exceptions
 * with a {@link io.github.sors.Remedy}, which is phrased as an option here. Nothing of this package
 * is for other programs.
 *
 * @since 0.1.0
 */
package io.github.sors.cli;

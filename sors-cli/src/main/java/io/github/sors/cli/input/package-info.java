/**
 * The options that several subcommands take, and the rows, feedback and models that they read with
 * them.
 *
 * <p>Another module adds algorithms with {@code DistanceAlgorithms}. Options of a single subcommand
 * are not here but beside it.
 */
package io.github.sors.cli.input;

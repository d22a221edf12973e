/**
 * What the lab adds to the command line: {@code reproduce}, {@code regret}, and the learners of
 * distances for {@code train}.
 *
 * <p>The experiments themselves are in the packages beside this one; what all commands share is in
 * the module sors-cli.
 */
package io.github.sors.lab.command;

/**
 * The entry of the {@code sors} command: {@code SorsCommand} has the list of its subcommands.
 *
 * <p>The subcommands live in {@code cli.train}, {@code cli.search}, {@code cli.serve} and {@code
 * cli.data}, and in what {@code Research} names. What they share is not here but in {@code
 * cli.frame} and {@code cli.input}; nothing of these packages is for other programs.
 */
package io.github.sors.cli;

/**
 * Items, queries and feedback by id, on the command line: learning a ranking from them, searching
 * with it and measuring it.
 *
 * <p>The commands are those of {@code cli.train} and {@code cli.search}, which come here if there
 * are queries, or a model that ranks. What is learnt, and how, is in {@code sors-search}.
 *
 * <p>Threads: a command runs on one thread. Failures: bad input throws {@link
 * io.github.sors.InvalidInputException}, which ends the command with exit code 2.
 */
package io.github.sors.cli.rank;

/**
 * The parts that all commands share: exit codes, errors, help and Ctrl-C.
 *
 * <p>{@link io.github.sors.console.CommandFrame} runs a command of picocli. {@link
 * io.github.sors.console.FlagPhrasing} says in terms of its flags what to do about an error. {@link
 * io.github.sors.console.Interruption} turns Ctrl-C into a request to stop, so that work can be
 * saved. {@link io.github.sors.console.StandardError} goes past a filter of the launcher.
 *
 * <p>Threads: a command runs on the calling thread; any thread may ask an interruption. Failures:
 * bad input ends with one line on the error stream and exit code 2, anything unexpected with its
 * stack trace and 1.
 */
@NullMarked
package io.github.sors.console;

import org.jspecify.annotations.NullMarked;

/**
 * What every subcommand is made with: its base class, the console, tables, numbers and the files it
 * writes.
 *
 * <p>Another module adds commands with a {@code CommandProvider}. What commands are given, and how
 * it is read, is not here but in {@code cli.input}.
 */
package io.github.sors.cli.frame;

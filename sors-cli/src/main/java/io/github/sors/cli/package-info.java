/** The {@code sors} command: one class a subcommand. */
package io.github.sors.cli;

/** The {@code sors} command: one class per subcommand. */
package io.github.sors.cli;

/** The parts that all commands share: exit codes, errors, help and Ctrl-C. */
package io.github.sors.console;

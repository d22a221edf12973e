/** The parts that all commands share: exit codes, errors, help and Ctrl-C. */
@NullMarked
package io.github.sors.console;

import org.jspecify.annotations.NullMarked;

/**
 * The single list of options: every parameter of every algorithm with its name, default, range,
 * unit, meaning and tuning grid.
 *
 * <p>An algorithm declares its {@link io.github.sors.option.Parameter}s next to its class and
 * gathers them in an {@link io.github.sors.option.AlgorithmDescriptor}. Help texts, checks, tuning
 * grids, Spark params and the tables of the documentation are generated from it. The package knows
 * nothing about what an algorithm learns.
 *
 * <p>Threads: everything here is immutable. Failures: a value out of its range throws {@link
 * io.github.sors.option.ParameterException}, whose message names the parameter, the expected and
 * the given value.
 */
@NullMarked
package io.github.sors.option;

import org.jspecify.annotations.NullMarked;

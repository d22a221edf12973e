/**
 * Data that needs no file, because every full JDK contains it.
 *
 * <p>{@link io.github.sors.data.builtin.PlaceNames} are the names of countries and languages in
 * many languages, as vectors of letter sequences: for a first try, tests and examples. The same JDK
 * always gives the same rows.
 *
 * <p>Threads: static methods may be called by any thread. Failures: a JDK without the names of
 * other languages throws {@link io.github.sors.InvalidInputException}.
 */
@NullMarked
package io.github.sors.data.builtin;

import org.jspecify.annotations.NullMarked;

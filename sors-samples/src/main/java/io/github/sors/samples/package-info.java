/**
 * Built-in data sets of texts, for a first look: {@link io.github.sors.samples.Emoji} and {@link
 * io.github.sors.samples.Definitions}. They are in a module of their own because their data are
 * larger than all of sors; with the module on the class path the registry lists them.
 *
 * <p>Threads: static methods may be called by any thread. Failures: a class path without the data
 * throws {@link IllegalStateException}.
 */
@NullMarked
package io.github.sors.samples;

import org.jspecify.annotations.NullMarked;

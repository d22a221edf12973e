/**
 * Built-in data sets of texts, for a first look: {@link io.github.sors.samples.Emoji} and {@link
 * io.github.sors.samples.Definitions}. They are in a module of their own because their data are
 * larger than all of sors; with the module on the class path the registry lists them.
 */
@NullMarked
package io.github.sors.samples;

import org.jspecify.annotations.NullMarked;

/**
 * The online learners of a bilinear similarity, one class per algorithm, on one shared engine.
 *
 * <p>Start with {@link io.github.sors.learn.AdaSorsII}, or pick one by name with {@link
 * io.github.sors.learn.Algorithm}.
 */
@NullMarked
package io.github.sors.learn;

import org.jspecify.annotations.NullMarked;

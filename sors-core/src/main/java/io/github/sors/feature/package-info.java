/**
 * Numbers for features, so that memory depends on the features that occur.
 *
 * <p>{@link io.github.sors.feature.FeatureNumbering} gives each feature the next number when it
 * first occurs. Arrays indexed by that number have no gaps, whatever the largest feature is.
 *
 * <p>Threads: a numbering belongs to one thread; {@link
 * io.github.sors.feature.FeatureNumbering#copy} gives one to another thread. Failures: a list of
 * features with one out of its range, or one twice, throws {@link IllegalArgumentException}.
 */
@NullMarked
package io.github.sors.feature;

import org.jspecify.annotations.NullMarked;

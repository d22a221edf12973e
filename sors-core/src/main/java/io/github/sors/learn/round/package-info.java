/**
 * How the rounds of an encoder are played: its rows while they are learnt, batches of triplets, and
 * rounds that threads share.
 *
 * <p>The learners, their options and their checkpoints are in {@link io.github.sors.learn}, which
 * uses this package. The rounds of a matrix are played in {@link io.github.sors.matrix}. The
 * package is hidden, and changes with every release.
 */
@NullMarked
package io.github.sors.learn.round;

import org.jspecify.annotations.NullMarked;

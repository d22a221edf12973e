/**
 * From labelled rows to triplets: the split into training and test rows, and sources of triplets.
 *
 * <p>Everything here uses row numbers, needs vectors only to find neighbours, and gives the same
 * results on every machine for the same seed: a {@link io.github.sors.data.triplet.TripletSource}
 * is a function from a position to a triplet, so that learning can stop and resume anywhere.
 *
 * <p>Threads: a split is immutable; a source belongs to one thread unless its Javadoc says
 * otherwise. Failures: rows that give no triplet throw {@link io.github.sors.InvalidInputException}
 * when a source is created.
 */
@NullMarked
package io.github.sors.data.triplet;

import org.jspecify.annotations.NullMarked;

/**
 * From labelled rows to triplets: the split into training and test rows, and sources of triplets.
 *
 * <p>Everything here speaks in row numbers, needs no vectors but where neighbours are to be found,
 * and is the same on every machine for the same seed: a {@link
 * io.github.sors.data.triplet.TripletSource} is a function from a position to a triplet, so that
 * learning can stop and go on anywhere.
 */
package io.github.sors.data.triplet;

/**
 * From labelled rows to triplets: the split into training and test rows, and sources of triplets.
 *
 * <p>Everything here uses row numbers, needs vectors only to find neighbours, and gives the same
 * results on every machine for the same seed: a {@link io.github.sors.data.triplet.TripletSource}
 * is a function from a position to a triplet, so that learning can stop and resume anywhere.
 */
package io.github.sors.data.triplet;

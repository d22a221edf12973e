/**
 * The vocabulary of the project: vectors, triplets, learners, similarities and models.
 *
 * <p>Data flows in one direction: {@link io.github.sors.Triplet triplets} go into a {@link
 * io.github.sors.TripletLearner}, whose snapshot is an immutable {@link
 * io.github.sors.BilinearModel}, which is a {@link io.github.sors.Similarity} that search and
 * evaluation rank with. Nothing in this package knows the packages below it.
 */
@NullMarked
package io.github.sors;

import org.jspecify.annotations.NullMarked;

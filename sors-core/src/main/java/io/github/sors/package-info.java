/**
 * The vocabulary of the project: vectors, triplets, learners, similarities and models.
 *
 * <p>Data flows in one direction: {@link io.github.sors.Triplet triplets} go into a {@link
 * io.github.sors.TripletLearner}, whose snapshot is an immutable {@link
 * io.github.sors.BilinearModel}, which is a {@link io.github.sors.Similarity} that search and
 * evaluation rank with. Nothing in this package knows the packages below it.
 *
 * <p>In a program:
 *
 * <pre>{@code
 * TripletLearner learner = new AdaSorsII(AdaSorsOptions.DEFAULT);
 * learner.learn(new Triplet(query, positive, negative));
 * Model model = learner.snapshot();
 * double score = model.score(query, item);
 * }</pre>
 *
 * <p>Threads: a learner is mutable and belongs to one thread; vectors, triplets, models and all
 * records are immutable and can be shared. Failures: {@link io.github.sors.InvalidInputException}
 * is bad input from a person, with a message to show; {@link IllegalArgumentException} and {@link
 * NullPointerException} are mistakes of the calling program. A call that throws has changed
 * nothing, unless its Javadoc says otherwise.
 *
 * <p>What is marked {@link io.github.sors.Experimental} may change in any release; the rest is
 * stable.
 */
@NullMarked
package io.github.sors;

import org.jspecify.annotations.NullMarked;

/**
 * Labelled data from files, from the registry or from the JDK, ready for learning.
 *
 * <p>Every reader returns a {@link io.github.sors.data.Dataset}.
 *
 * <p>From a file to a model: {@link io.github.sors.data.format.DatasetReader} or the {@link
 * io.github.sors.data.registry.Registry} gives a data set, {@link
 * io.github.sors.data.triplet.Split} holds rows out, a {@link
 * io.github.sors.data.triplet.TripletSource} draws triplets, and {@link
 * io.github.sors.data.fit.AutomaticTraining} does all of it.
 *
 * <p>Threads: a data set is immutable and can be shared. Failures: bad files throw {@link
 * io.github.sors.InvalidInputException} with file and line.
 */
@NullMarked
package io.github.sors.data;

import org.jspecify.annotations.NullMarked;

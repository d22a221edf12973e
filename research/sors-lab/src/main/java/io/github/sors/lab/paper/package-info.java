/**
 * The paper's table of results and its parameters.
 *
 * <p>{@link io.github.sors.lab.paper.PublishedResults} are the numbers of its table 2, {@link
 * io.github.sors.lab.paper.PublishedParameters} what it set, and {@link
 * io.github.sors.lab.paper.PublishedDataSets} which data it used.
 *
 * <p>Threads: everything here is immutable. Failures: what the paper does not have is empty.
 */
@NullMarked
package io.github.sors.lab.paper;

import org.jspecify.annotations.NullMarked;

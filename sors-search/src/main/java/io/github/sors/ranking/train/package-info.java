/**
 * From feedback to a ranking that is better than the start, or the start.
 *
 * <p>{@link io.github.sors.ranking.train.RankingTraining} learns signals and their weights, {@link
 * io.github.sors.ranking.train.RankingResult} says what that gains on queries that were held out.
 *
 * <p>Threads: options and results are immutable, a training belongs to one thread and uses as many
 * as its options say; its results do not depend on their number. Failures: queries without feedback
 * throw {@link io.github.sors.InvalidInputException}.
 */
@Experimental
@NullMarked
package io.github.sors.ranking.train;

import io.github.sors.Experimental;
import org.jspecify.annotations.NullMarked;

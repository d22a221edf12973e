/**
 * A ranking as a weighted sum of signals: how they are scaled, how their weights are learnt, and
 * the model that is searched with.
 *
 * <p>{@link io.github.sors.ranking.fusion.RankingModel} is one file, {@link
 * io.github.sors.ranking.fusion.RankingSearcher} ranks with it and says why.
 *
 * <p>Threads: everything here is immutable and can be shared. Failures: a file that holds no such
 * model, and queries or items that do not belong to it, throw {@link
 * io.github.sors.InvalidInputException}, a disk {@link java.io.IOException}.
 */
@Experimental
@NullMarked
package io.github.sors.ranking.fusion;

import io.github.sors.Experimental;
import org.jspecify.annotations.NullMarked;

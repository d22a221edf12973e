/**
 * Learning a ranking from judgements, clicks or the documents alone, or keeping BM25.
 *
 * <p>{@link io.github.sors.ranking.learn.SearchLearner} splits the queries, tries expansions and
 * encoders on one part, and keeps BM25 unless another part shows a gain beyond chance; the result
 * is a {@link io.github.sors.ranking.learn.SearchModel}, and {@link
 * io.github.sors.ranking.learn.SearchPlan} says what was chosen.
 *
 * <p>Threads: a learner belongs to one thread; models and plans are immutable.
 *
 * @since 0.1.0
 */
@Experimental
@NullMarked
package io.github.sors.ranking.learn;

import io.github.sors.Experimental;
import org.jspecify.annotations.NullMarked;

/**
 * Learning a ranking from judgements, clicks or the documents alone, or keeping BM25.
 *
 * <p>{@link io.github.sors.ranking.learn.SearchLearner} splits the queries, tries expansions and
 * encoders on one part, and keeps BM25 unless another part shows a gain beyond chance; the result
 * is a {@link io.github.sors.ranking.learn.SearchModel}, and {@link
 * io.github.sors.ranking.learn.SearchPlan} says what was chosen.
 *
 * <p>Threads: learners, models, plans and collections are immutable and can be shared; learning
 * uses all processors. Failures: too few judged queries throw {@link
 * io.github.sors.InvalidInputException}; a model without its encoder is refused when it is read.
 */
@Experimental
@NullMarked
package io.github.sors.ranking.learn;

import io.github.sors.Experimental;
import org.jspecify.annotations.NullMarked;

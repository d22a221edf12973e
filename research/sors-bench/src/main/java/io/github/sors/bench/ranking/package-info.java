/**
 * Measures rankings that are learnt from judgements: tables, the curve over the number of judged
 * queries, noise, and the time of a search.
 *
 * <p>Threads: everything here belongs to one thread. Failures: missing data throw {@link
 * io.github.sors.InvalidInputException}.
 */
@NullMarked
package io.github.sors.bench.ranking;

import org.jspecify.annotations.NullMarked;

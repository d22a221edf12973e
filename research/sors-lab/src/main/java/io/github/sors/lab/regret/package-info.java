/**
 * Tests of the paper's regret bounds: the loss of the learners, the best possible loss, and the
 * bounds.
 *
 * <p>{@link io.github.sors.lab.regret.RegretStudy} plays a stream, finds the best fixed matrix in
 * hindsight, and compares the difference with the bound of the theorem.
 *
 * <p>Threads: a study is used by one thread, and uses several. Failures: rows without features
 * throw {@link io.github.sors.InvalidInputException}.
 */
@NullMarked
package io.github.sors.lab.regret;

import org.jspecify.annotations.NullMarked;

/**
 * The online learners of a bilinear similarity, one class per algorithm, on one shared engine.
 *
 * <p>Start with {@link io.github.sors.learn.AdaSorsII}, or pick one by name with {@link
 * io.github.sors.learn.Algorithm}.
 *
 * <p>{@link io.github.sors.learn.EncoderLearner} learns an encoder instead of a matrix, and {@link
 * io.github.sors.learn.Learners} creates both kinds by name. Options are immutable records that
 * check themselves; {@link io.github.sors.learn.LearningSetup} has what all of them share. {@link
 * io.github.sors.learn.Checkpoint} stops a learner and resumes it, bit for bit. How the rounds of
 * an encoder are played is in {@code learn.round}, and those of a matrix in {@code matrix}.
 *
 * <p>Threads: a learner belongs to one thread, and uses more of them inside if told to. A {@link
 * io.github.sors.learn.LearnerState} that {@code freeze} returns can be read by another thread
 * while the learner goes on. Failures: a triplet that cannot be learnt (values that are not finite,
 * or an update that would not be) throws {@link IllegalArgumentException} and changes nothing;
 * {@link io.github.sors.learn.MemoryBudgetException} is thrown after a complete round.
 */
@NullMarked
package io.github.sors.learn;

import org.jspecify.annotations.NullMarked;

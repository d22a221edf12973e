/**
 * Feedback by id, whatever file it comes from: triplets, groups, clicks, judgements.
 *
 * <p>Start with {@link io.github.sors.data.feedback.FeedbackReader}; {@link
 * io.github.sors.data.feedback.ClickPreferences} says how clicks become preferences, and {@link
 * io.github.sors.data.feedback.KnownIds} finds ids that no item has.
 *
 * <p>Threads: records are immutable and static methods may be called by any thread. Failures: an
 * error in a file throws {@link io.github.sors.InvalidInputException} with file and line, and
 * nothing of the file is returned.
 */
@NullMarked
package io.github.sors.data.feedback;

import org.jspecify.annotations.NullMarked;

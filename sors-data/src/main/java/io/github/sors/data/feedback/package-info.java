/**
 * What people said of items: one record for every kind of feedback, by id.
 *
 * <p>Threads: everything here is immutable. Failures: see {@link
 * io.github.sors.data.feedback.Feedback}.
 */
@NullMarked
package io.github.sors.data.feedback;

import org.jspecify.annotations.NullMarked;

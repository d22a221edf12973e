/**
 * The rows of an encoder's matrix: their initial values, their storage in a model, and their sums,
 * the encodings. Shared by the learner and the model.
 *
 * <p>Exported only because {@link io.github.sors.encoder.EncoderModel} gives its {@link
 * io.github.sors.encoder.row.EncodingTable} away.
 *
 * <p>Threads: {@link io.github.sors.encoder.row.EncodingTable} and {@link
 * io.github.sors.encoder.row.RowStart} are immutable and can be shared; the rest belongs to one
 * thread. Failures: arguments of the inner loops are not checked.
 */
@Experimental
@NullMarked
package io.github.sors.encoder.row;

import io.github.sors.Experimental;
import org.jspecify.annotations.NullMarked;

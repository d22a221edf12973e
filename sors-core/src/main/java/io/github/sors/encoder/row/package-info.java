/**
 * The rows of an encoder's matrix: their initial values, their storage in a model, and their sums,
 * the encodings. Shared by the learner and the model; not part of the public API.
 */
@NullMarked
package io.github.sors.encoder.row;

import org.jspecify.annotations.NullMarked;

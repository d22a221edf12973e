/**
 * The rows of an encoder's matrix: where they start, how a model keeps them, and how a few of them
 * add up to an encoding. Shared by the learner and the model; not part of the public API.
 */
package io.github.sors.encoder.row;

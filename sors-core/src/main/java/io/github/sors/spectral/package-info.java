/**
 * Eigenvalues of symmetric matrices, and models computed from them.
 *
 * <p>{@link io.github.sors.spectral.PositivePart} is what the form {@code cosine} ranks with: the
 * part of M with positive eigenvalues. Exported only to the other libraries of the project.
 */
@NullMarked
package io.github.sors.spectral;

import org.jspecify.annotations.NullMarked;

/** Eigenvalues of symmetric matrices, and models computed from them. */
@NullMarked
package io.github.sors.spectral;

import org.jspecify.annotations.NullMarked;

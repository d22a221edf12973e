/** Eigenvalues of symmetric matrices, and models computed from them. */
package io.github.sors.spectral;

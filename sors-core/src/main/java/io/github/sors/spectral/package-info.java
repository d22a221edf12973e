/** Eigenvalues of symmetric matrices, and what models make of them. */
package io.github.sors.spectral;

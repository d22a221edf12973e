/**
 * Every hot loop, over primitive arrays.
 *
 * <p>Call them through the static methods of {@link io.github.sors.kernel.ShrinkageKernels}. The
 * implementation in plain Java is the specification; the one with the Vector API returns identical
 * bits.
 */
package io.github.sors.kernel;

/**
 * Every hot loop, over primitive arrays.
 *
 * <p>Called through the static methods of {@link io.github.sors.kernel.ShrinkageKernels}; behind
 * them plain Java is the specification, and its twin with the Vector API gives the same bits.
 */
package io.github.sors.kernel;

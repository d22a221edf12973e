/**
 * Figures of lines and points, as PNG and as SVG.
 *
 * <p>{@link io.github.sors.figure.Figure} says what to draw, {@link
 * io.github.sors.figure.FigureRenderer} draws it; no other package knows the libraries that do.
 *
 * <p>Threads: figures are immutable, and drawing needs no display. Failures: a file that cannot be
 * written throws {@link java.io.IOException}.
 */
@NullMarked
package io.github.sors.figure;

import org.jspecify.annotations.NullMarked;

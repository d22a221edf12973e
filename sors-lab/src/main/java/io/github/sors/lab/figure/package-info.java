/** Figures of lines and points, as PNG and as SVG. */
package io.github.sors.lab.figure;

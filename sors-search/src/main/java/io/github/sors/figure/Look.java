package io.github.sors.figure;

import java.awt.BasicStroke;
import java.awt.Color;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * The appearance of a line: colour, dash and marker, each of which distinguishes it by itself.
 *
 * <p>The colours are those of Okabe and Ito, which are suitable for colour-blind readers, without
 * yellow, which is too light on white.
 */
record Look(Color color, BasicStroke stroke, Marker marker) {

  private static final Color[] COLORS = {
    new Color(0x000000),
    new Color(0xE69F00),
    new Color(0x009E73),
    new Color(0x56B4E9),
    new Color(0x0072B2),
    new Color(0xCC79A7),
    new Color(0xD55E00),
  };

  private static final float[][] DASHES = {
    {2, 5}, {9, 5}, {9, 4, 2, 4}, {14, 5}, {}, {5, 4}, {},
  };

  private static final Marker[] MARKERS = {
    SeriesMarkers.CROSS,
    SeriesMarkers.SQUARE,
    SeriesMarkers.DIAMOND,
    SeriesMarkers.TRIANGLE_UP,
    SeriesMarkers.TRIANGLE_DOWN,
    SeriesMarkers.PLUS,
    SeriesMarkers.CIRCLE,
  };

  /** The look with a number; there are seven, which repeat. */
  static Look of(int number) {
    int k = Math.floorMod(number, COLORS.length);
    float[] dash = DASHES[k].length == 0 ? null : DASHES[k];
    return new Look(
        COLORS[k],
        new BasicStroke(2.2f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 10, dash, 0),
        MARKERS[k]);
  }

  /** The colour of the band. */
  Color faint() {
    return new Color(color.getRed(), color.getGreen(), color.getBlue(), 32);
  }
}

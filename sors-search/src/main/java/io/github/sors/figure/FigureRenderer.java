package io.github.sors.figure;

import io.github.sors.InvalidInputException;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.font.FontRenderContext;
import java.awt.geom.Line2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGeneratorContext;
import org.apache.batik.svggen.SVGGraphics2D;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.SeriesMarkers;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/**
 * Draws figures, with the legend below the plot.
 *
 * <p>Letters are drawn as shapes, so that an SVG does not depend on installed fonts; its title and
 * description contain the text.
 *
 * <p>Threads: any thread may call it. Failures: a Java without fonts throws {@link
 * io.github.sors.InvalidInputException} from {@link #requireFonts}, which is worth a call before
 * long work; a file that cannot be written throws {@link java.io.IOException}.
 */
public final class FigureRenderer {

  private static final String SVG = "http://www.w3.org/2000/svg";
  private static final Pattern IDENTIFIER =
      Pattern.compile("(id=\"|#)((?:clipPath|defs|genericDefs)[0-9]*)");
  private static final int WIDTH = 660;
  private static final int PLOT_HEIGHT = 430;
  private static final int LEGEND_LINE = 26;
  private static final int MARGIN = 16;
  private static final int SAMPLE_WIDTH = 44;
  private static final int GAP = 22;
  private static final int MARKER = 9;
  // of the PNG, whose pixels are fixed
  private static final int SCALE = 2;
  private static final Font TEXT = new Font(Font.SANS_SERIF, Font.PLAIN, 15);
  private static final Font TITLE = new Font(Font.SANS_SERIF, Font.BOLD, 16);
  private static final Color INK = new Color(0x222222);
  private static final Color GRID = new Color(0xDDDDDD);

  private FigureRenderer() {}

  /**
   * Checks that letters can be drawn, which small images of Java cannot: call it before long work
   * that ends in a figure.
   *
   * @throws InvalidInputException if this Java has no fonts
   */
  public static void requireFonts() {
    requireFonts(() -> TITLE.getStringBounds("0", new FontRenderContext(null, true, true)));
  }

  static void requireFonts(Runnable measurement) {
    try {
      measurement.run();
    } catch (LinkageError | InternalError | RuntimeException e) {
      // which one depends on whether a library, the list of fonts or the fonts are missing
      throw new InvalidInputException(
          "figures cannot be drawn: this Java finds no fonts ("
              + e
              + "); install fontconfig and a font, such as Debian's fonts-dejavu-core",
          e);
    }
  }

  /** Writes a figure as {@code NAME.svg} and {@code NAME.png} into a folder. */
  public static void write(Figure figure, Path folder) throws IOException {
    Files.write(
        folder.resolve(figure.name() + ".svg"), svg(figure).getBytes(StandardCharsets.UTF_8));
    Files.write(folder.resolve(figure.name() + ".png"), png(figure));
  }

  /** The figure as a PNG file. */
  public static byte[] png(Figure figure) throws IOException {
    BufferedImage image =
        new BufferedImage(SCALE * WIDTH, SCALE * height(figure), BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    try {
      graphics.scale(SCALE, SCALE);
      paint(figure, graphics);
    } finally {
      graphics.dispose();
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    if (!ImageIO.write(image, "png", bytes)) {
      throw new IOException("this Java cannot write PNG");
    }
    return bytes.toByteArray();
  }

  /** The figure as an SVG document without a prologue, for a file or for a page. */
  public static String svg(Figure figure) {
    Document document;
    try {
      document =
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .getDOMImplementation()
              .createDocument(SVG, "svg", null);
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException("every JDK has an XML parser", e);
    }
    SVGGeneratorContext context = SVGGeneratorContext.createDefault(document);
    context.setComment(null);
    context.setPrecision(1);
    SVGGraphics2D graphics = new SVGGraphics2D(context, true);
    paint(figure, graphics);
    Element root = graphics.getRoot();
    root.setAttribute("viewBox", "0 0 " + WIDTH + " " + height(figure));
    root.setAttribute("role", "img");
    Element title = document.createElementNS(SVG, "title");
    title.setTextContent(figure.title());
    Element description = document.createElementNS(SVG, "desc");
    description.setTextContent(
        figure.y().label()
            + " over "
            + figure.x().label()
            + ": "
            + figure.series().stream().map(Figure.Series::title).collect(Collectors.joining(", ")));
    root.insertBefore(description, root.getFirstChild());
    root.insertBefore(title, description);
    StringWriter text = new StringWriter();
    try {
      graphics.stream(root, text, true, false);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    // several figures in one page must not share names
    return IDENTIFIER
        .matcher(text.toString().substring(text.toString().indexOf("<svg")))
        .replaceAll("$1" + figure.name().replaceAll("[^A-Za-z0-9]", "_") + "-$2");
  }

  private static int height(Figure figure) {
    return PLOT_HEIGHT + LEGEND_LINE * legendLines(figure).size() + MARGIN;
  }

  private static void paint(Figure figure, Graphics2D graphics) {
    graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    graphics.setRenderingHint(
        RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
    graphics.setColor(Color.WHITE);
    graphics.fillRect(0, 0, WIDTH, height(figure));
    chart(figure).paint(graphics, WIDTH, PLOT_HEIGHT);
    paintLegend(figure, graphics);
  }

  private static XYChart chart(Figure figure) {
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(PLOT_HEIGHT)
            .title(figure.title())
            .xAxisTitle(figure.x().label())
            .yAxisTitle(figure.y().label())
            .theme(Styler.ChartTheme.XChart)
            .build();
    style(chart.getStyler(), figure);
    // all bands first, so that no band lies over a line
    for (Figure.Series series : figure.series()) {
      if (series.hasBand()) {
        addBand(chart, series, figure.y().logarithmic());
      }
    }
    // broken lines over unbroken ones, so that both show where they coincide
    for (Figure.Series series : solidFirst(figure.series())) {
      Look look = Look.of(series.look());
      XYSeries line = chart.addSeries(series.title(), series.x(), series.y());
      line.setXYSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.Line);
      line.setLineColor(look.color());
      line.setLineStyle(look.stroke());
      line.setMarker(look.marker());
      line.setMarkerColor(look.color());
    }
    return chart;
  }

  private static List<Figure.Series> solidFirst(List<Figure.Series> series) {
    return series.stream()
        .sorted(Comparator.comparing(one -> Look.of(one.look()).stroke().getDashArray() != null))
        .toList();
  }

  private static void style(XYStyler styler, Figure figure) {
    styler.setLegendVisible(false);
    styler.setChartBackgroundColor(Color.WHITE);
    styler.setPlotBackgroundColor(Color.WHITE);
    styler.setPlotBorderVisible(false);
    styler.setPlotGridLinesColor(GRID);
    styler.setPlotGridLinesStroke(new BasicStroke(1));
    styler.setPlotMargin(0);
    styler.setPlotContentSize(0.94);
    styler.setChartPadding(18);
    styler.setChartTitleBoxVisible(false);
    styler.setChartTitleFont(TITLE);
    styler.setChartFontColor(INK);
    styler.setAxisTitleFont(TEXT);
    styler.setAxisTickLabelsFont(TEXT);
    styler.setAxisTickLabelsColor(INK);
    styler.setAxisTickMarksColor(INK);
    styler.setXAxisTickMarkSpacingHint(95);
    styler.setYAxisTickMarkSpacingHint(55);
    styler.setMarkerSize(MARKER);
    styler.setLocale(Locale.ROOT);
    styler.setXAxisLogarithmic(figure.x().logarithmic());
    styler.setYAxisLogarithmic(figure.y().logarithmic());
    styler.setXAxisLogarithmicDecadeOnly(false);
    styler.setYAxisLogarithmicDecadeOnly(false);
    styler.setXAxisTickLabelsFormattingFunction(
        ticks(figure.x(), figure.series().stream().map(Figure.Series::x).toList()));
    styler.setYAxisTickLabelsFormattingFunction(
        ticks(figure.y(), figure.series().stream().map(Figure.Series::y).toList()));
  }

  /**
   * The labels of the ticks of an axis; on a logarithmic axis with many ticks, only some are
   * labelled.
   */
  private static Function<Double, String> ticks(Figure.Axis axis, List<double[]> values) {
    if (!axis.logarithmic()) {
      return FigureRenderer::tick;
    }
    double smallest = values.stream().flatMapToDouble(Arrays::stream).min().orElseThrow();
    double largest = values.stream().flatMapToDouble(Arrays::stream).max().orElseThrow();
    boolean wide = Math.log10(largest / smallest) > 2;
    return value -> {
      long leading = Math.round(value / Math.pow(10, Math.floor(Math.log10(value * 1.0001))));
      return leading == 1 || (!wide && (leading == 2 || leading == 5)) ? tick(value) : "";
    };
  }

  /** Formats a number for an axis: without unnecessary digits, with commas from 1,000 on. */
  static String tick(double value) {
    if (value != 0 && Math.abs(value) < 1e-3) {
      return String.format(Locale.ROOT, "%.0e", value).replace("e-0", "e-");
    }
    if (Math.abs(value) >= 1_000) {
      return String.format(Locale.ROOT, "%,.0f", value);
    }
    String text = String.format(Locale.ROOT, "%.4f", value);
    return text.replaceFirst("\\.?0+$", "").replace("-0", value > -0.00005 ? "0" : "-0");
  }

  private static void addBand(XYChart chart, Figure.Series series, boolean logarithmic) {
    int n = series.x().length;
    double[] x = new double[2 * n];
    double[] y = new double[2 * n];
    for (int k = 0; k < n; k++) {
      x[k] = series.x()[k];
      y[k] = series.y()[k] + series.deviation()[k];
      x[2 * n - 1 - k] = series.x()[k];
      double lower = series.y()[k] - series.deviation()[k];
      // a logarithmic axis cannot show zero
      y[2 * n - 1 - k] = logarithmic ? Math.max(lower, series.y()[k] * 1e-3) : lower;
    }
    XYSeries band = chart.addSeries(series.title() + " ± deviation", x, y);
    band.setXYSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.PolygonArea);
    band.setFillColor(Look.of(series.look()).faint());
    band.setLineColor(new Color(0, 0, 0, 0));
    band.setMarker(SeriesMarkers.NONE);
    band.setShowInLegend(false);
  }

  /** Splits the series into the lines of the legend. */
  private static List<List<Figure.Series>> legendLines(Figure figure) {
    FontMetrics metrics = metrics();
    List<List<Figure.Series>> lines = new ArrayList<>();
    int taken = WIDTH;
    for (Figure.Series series : figure.series()) {
      int width = SAMPLE_WIDTH + 8 + metrics.stringWidth(series.title()) + GAP;
      if (taken + width > WIDTH - 2 * MARGIN + GAP) {
        lines.add(new ArrayList<>());
        taken = 0;
      }
      lines.get(lines.size() - 1).add(series);
      taken += width;
    }
    return lines;
  }

  private static void paintLegend(Figure figure, Graphics2D graphics) {
    FontMetrics metrics = metrics();
    double y = PLOT_HEIGHT + LEGEND_LINE / 2.0;
    for (List<Figure.Series> line : legendLines(figure)) {
      int width = -GAP;
      for (Figure.Series series : line) {
        width += SAMPLE_WIDTH + 8 + metrics.stringWidth(series.title()) + GAP;
      }
      double x = (WIDTH - width) / 2.0;
      for (Figure.Series series : line) {
        Look look = Look.of(series.look());
        graphics.setColor(look.color());
        if (series.x().length > 1) {
          graphics.setStroke(look.stroke());
          graphics.draw(new Line2D.Double(x, y, x + SAMPLE_WIDTH, y));
        }
        graphics.setStroke(new BasicStroke(1));
        look.marker().paint(graphics, x + SAMPLE_WIDTH / 2.0, y, MARKER);
        graphics.setColor(INK);
        graphics.setFont(TEXT);
        graphics.drawString(series.title(), (float) (x + SAMPLE_WIDTH + 8), (float) (y + 5));
        x += SAMPLE_WIDTH + 8 + metrics.stringWidth(series.title()) + GAP;
      }
      y += LEGEND_LINE;
    }
  }

  /** Measures text, in the same way for both formats. */
  private static FontMetrics metrics() {
    Graphics2D graphics = new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB).createGraphics();
    try {
      return graphics.getFontMetrics(TEXT);
    } finally {
      graphics.dispose();
    }
  }
}

package io.github.sors.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.InvalidInputException;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

class FigureRendererTest {

  @TempDir Path folder;

  private static Figure figure(boolean logarithmic) {
    List<Figure.Series> series = new ArrayList<>();
    for (int look = 0; look < 7; look++) {
      double[] x = {1, 10, 100, 1000};
      double[] y = {1 + look, 2 + look, 3 + look, 4.5 + look};
      double[] deviation = {0.1, 0.2, look == 2 ? 50 : 0.1, 0};
      series.add(new Figure.Series("line " + look, look, x, y, deviation));
    }
    series.add(Figure.Series.plain("a point", 7, new double[] {5}, new double[] {5}));
    Figure.Axis x = logarithmic ? Figure.Axis.logarithmic("x (s)") : Figure.Axis.linear("x (s)");
    Figure.Axis y = logarithmic ? Figure.Axis.logarithmic("y (%)") : Figure.Axis.linear("y (%)");
    return new Figure("a-figure", "A <figure> & more", x, y, series);
  }

  private static Document parsed(String svg) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    return factory
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void theSvgParsesAndHoldsEverySeries() throws Exception {
    for (boolean logarithmic : new boolean[] {false, true}) {
      String svg = FigureRenderer.svg(figure(logarithmic));
      Document document = parsed(svg);

      assertThat(document.getDocumentElement().getLocalName()).isEqualTo("svg");
      NodeList titles = document.getElementsByTagNameNS("*", "title");
      assertThat(titles.item(0).getTextContent()).isEqualTo("A <figure> & more");
      String description = document.getElementsByTagNameNS("*", "desc").item(0).getTextContent();
      assertThat(description).contains("y (%)", "x (s)", "line 0", "line 6", "a point");
      for (String color : new String[] {"230,159,0", "0,158,115", "86,180,233", "0,114,178"}) {
        assertThat(svg).contains("stroke:rgb(" + color + ")");
      }
      assertThat(svg).doesNotContain("href=\"http").doesNotContain("<image");
    }
  }

  @Test
  void figuresInOnePageDoNotShareNames() throws Exception {
    Figure one = figure(false);
    Figure other = new Figure("another", "Another", one.x(), one.y(), one.series());

    Set<String> names = new HashSet<>(names(FigureRenderer.svg(one)));
    int before = names.size();
    List<String> others = names(FigureRenderer.svg(other));
    names.addAll(others);

    assertThat(before).isPositive();
    assertThat(names).hasSize(before + others.size());
  }

  private static List<String> names(String svg) throws Exception {
    NodeList elements = parsed(svg).getElementsByTagName("*");
    List<String> names = new ArrayList<>();
    for (int k = 0; k < elements.getLength(); k++) {
      if (elements.item(k).getAttributes().getNamedItem("id") != null) {
        names.add(elements.item(k).getAttributes().getNamedItem("id").getNodeValue());
      }
    }
    return names;
  }

  @Test
  void thePngHasTheColourOfEverySeries() throws IOException {
    FigureRenderer.write(figure(false), folder);
    BufferedImage image = ImageIO.read(folder.resolve("a-figure.png").toFile());

    assertThat(image.getWidth()).isGreaterThan(1000);
    Set<Integer> colors = new HashSet<>();
    for (int y = 0; y < image.getHeight(); y++) {
      for (int x = 0; x < image.getWidth(); x++) {
        colors.add(image.getRGB(x, y) & 0xFFFFFF);
      }
    }
    for (int look = 0; look < 7; look++) {
      assertThat(colors).contains(Look.of(look).color().getRGB() & 0xFFFFFF);
    }
    assertThat(Files.size(folder.resolve("a-figure.svg"))).isPositive();
  }

  @Test
  void looksDifferInEveryRespect() {
    Set<Object> colors = new HashSet<>();
    Set<Object> markers = new HashSet<>();
    for (int look = 0; look < 7; look++) {
      colors.add(Look.of(look).color());
      markers.add(Look.of(look).marker());
    }
    assertThat(colors).hasSize(7);
    assertThat(markers).hasSize(7);
    assertThat(Look.of(8).color()).isEqualTo(Look.of(1).color());
  }

  @Test
  void ticksAreShort() {
    assertThat(FigureRenderer.tick(0)).isEqualTo("0");
    assertThat(FigureRenderer.tick(0.25)).isEqualTo("0.25");
    assertThat(FigureRenderer.tick(80)).isEqualTo("80");
    assertThat(FigureRenderer.tick(-2.5)).isEqualTo("-2.5");
    assertThat(FigureRenderer.tick(100_000)).isEqualTo("100,000");
    assertThat(FigureRenderer.tick(1e-4)).isEqualTo("1e-4");
  }

  @Test
  void seriesWithoutPointsAreRefused() {
    assertThatThrownBy(() -> Figure.Series.plain("none", 0, new double[0], new double[0]))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aJavaWithoutFontsIsReportedBeforeAnythingIsDrawn() {
    FigureRenderer.requireFonts();
    List<Throwable> problems =
        List.of(
            new UnsatisfiedLinkError("libharfbuzz.so.0: cannot open shared object file"),
            new NoClassDefFoundError("Could not initialize class sun.font.SunFontManager"),
            new InternalError("no font configuration"),
            new IllegalStateException("Fontconfig head is null"));
    for (Throwable problem : problems) {
      assertThatThrownBy(
              () ->
                  FigureRenderer.requireFonts(
                      () -> {
                        if (problem instanceof Error error) {
                          throw error;
                        }
                        throw (RuntimeException) problem;
                      }))
          .isInstanceOf(InvalidInputException.class)
          .hasMessageContaining("install fontconfig and a font")
          .hasMessageContaining(problem.getMessage())
          .hasCause(problem);
    }
  }
}

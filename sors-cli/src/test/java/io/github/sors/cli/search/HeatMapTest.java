package io.github.sors.cli.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.BilinearModel;
import io.github.sors.SparseVector;
import io.github.sors.search.Explanation;
import java.io.StringReader;
import java.util.List;
import java.util.Random;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class HeatMapTest {

  private static Document parsed(String svg) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(svg)));
  }

  @Test
  void aCellForEachPairGreenWhereItRaisesTheScore() throws Exception {
    BilinearModel model =
        BilinearModel.ofRows(
                2, 2, new long[] {0, 2, 3}, new int[] {0, 1, 1}, new float[] {2, -1, 0.5f})
            .withFeatureNames(List.of("<b>&\"", "goal\u0000"));
    Explanation explanation =
        Explanation.of(model, SparseVector.ofDense(1, 1), SparseVector.ofDense(1, 1), 10);
    Document svg = parsed(HeatMap.svg(model, explanation, 10));
    NodeList cells = svg.getElementsByTagName("rect");
    assertThat(cells.getLength()).isEqualTo(3);
    Element strongest = (Element) cells.item(0);
    assertThat(strongest.getAttribute("fill")).isEqualTo("#1b7837");
    assertThat(strongest.getAttribute("fill-opacity")).isEqualTo("1.000");
    assertThat(strongest.getTextContent()).isEqualTo("<b>&\" → <b>&\": +2.0000, weight +2.0000");
    Element second = (Element) cells.item(1);
    assertThat(second.getAttribute("fill")).isEqualTo("#762a83");
    assertThat(second.getTextContent()).isEqualTo("<b>&\" → goal?: -1.0000, weight -1.0000");
    assertThat(svg.getDocumentElement().getTextContent()).contains("score 1.5000");
  }

  @Test
  void showsNoMoreFeaturesThanAsked() throws Exception {
    BilinearModel model = model(30);
    float[] values = new float[30];
    Random random = new Random(1);
    for (int k = 0; k < values.length; k++) {
      values[k] = (float) random.nextGaussian();
    }
    SparseVector vector = SparseVector.ofDense(values);
    Explanation explanation = Explanation.of(model, vector, vector, 1000);
    Document svg = parsed(HeatMap.svg(model, explanation, 4));
    // four names a side and the score
    assertThat(svg.getElementsByTagName("text").getLength()).isEqualTo(9);
    assertThat(svg.getElementsByTagName("rect").getLength()).isLessThanOrEqualTo(16);
  }

  @Test
  void aScoreWithoutPairsIsDrawnToo() throws Exception {
    BilinearModel model = model(3);
    Explanation nothing = Explanation.of(model, SparseVector.EMPTY, SparseVector.EMPTY, 10);
    assertThat(parsed(HeatMap.svg(model, nothing, 5)).getElementsByTagName("rect").getLength())
        .isZero();
  }

  /** A dense matrix of random entries. */
  private static BilinearModel model(int dimension) {
    Random random = new Random(1);
    long[] starts = new long[dimension + 1];
    int[] columns = new int[dimension * dimension];
    float[] values = new float[columns.length];
    for (int k = 0; k < columns.length; k++) {
      starts[k / dimension + 1] = k + 1L;
      columns[k] = k % dimension;
      values[k] = (float) random.nextGaussian();
    }
    return BilinearModel.ofRows(dimension, dimension, starts, columns, values);
  }
}

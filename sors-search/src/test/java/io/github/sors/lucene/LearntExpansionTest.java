package io.github.sors.lucene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.sors.BilinearModel;
import io.github.sors.InvalidInputException;
import io.github.sors.data.item.Item;
import io.github.sors.data.item.ItemSource;
import io.github.sors.lucene.text.Vectorizer;
import io.github.sors.lucene.text.VectorizerOptions;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LearntExpansionTest {

  private static final List<WeightedTerm> TYPED =
      List.of(new WeightedTerm("coffee", 3), new WeightedTerm("cake", 4));
  private static final List<WeightedTerm> LEARNT =
      List.of(new WeightedTerm("espresso", 0.8f), new WeightedTerm("coffee", 0.6f));

  /** Of one record with two columns; each term looks for itself. */
  private static BilinearModel model(VectorizerOptions options) throws IOException {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("title", "Coffees");
    fields.put("text", "Coffees and an espresso");
    Vectorizer vectorizer =
        Vectorizer.fit(ItemSource.of(List.of(new Item("1", "", fields))), options);
    int dimension = vectorizer.dimension();
    long[] starts = new long[dimension + 1];
    int[] columns = new int[dimension];
    float[] values = new float[dimension];
    for (int row = 0; row < dimension; row++) {
      starts[row + 1] = row + 1L;
      columns[row] = row;
      values[row] = 2;
    }
    return BilinearModel.ofRows(dimension, dimension, starts, columns, values)
        .withFeatureNames(vectorizer.featureNames())
        .withRecipe(vectorizer.recipe());
  }

  @Test
  void learntTermsAreAddedAtTheLengthOfTheQuery() {
    // what was learnt has length 1, what was typed has 5: half of it is 2.5
    assertThat(LearntExpansion.fuse(TYPED, 0.5, LEARNT))
        .containsExactly(
            new WeightedTerm("coffee", 4.5f),
            new WeightedTerm("cake", 4),
            new WeightedTerm("espresso", 2));
  }

  @Test
  void theScaleOfTheModelDoesNotMatter() {
    List<WeightedTerm> larger =
        LEARNT.stream().map(term -> new WeightedTerm(term.term(), 1000 * term.weight())).toList();
    List<WeightedTerm> fused = LearntExpansion.fuse(TYPED, 0.3, larger);
    List<WeightedTerm> same = LearntExpansion.fuse(TYPED, 0.3, LEARNT);
    assertThat(fused).hasSameSizeAs(same);
    for (int k = 0; k < same.size(); k++) {
      assertThat(fused.get(k).term()).isEqualTo(same.get(k).term());
      assertThat(fused.get(k).weight()).isCloseTo(same.get(k).weight(), within(1e-5f));
    }
  }

  @Test
  void withoutAnExpansionTheQueryStaysAsItWasTyped() {
    List<WeightedTerm> typed = List.of(new WeightedTerm("cake", 4), new WeightedTerm("coffee", 3));
    assertThat(LearntExpansion.fuse(TYPED, 0, LEARNT)).isEqualTo(typed);
    assertThat(LearntExpansion.fuse(TYPED, 1, List.of())).isEqualTo(typed);
    assertThat(LearntExpansion.fuse(List.of(), 1, List.of())).isEmpty();
  }

  @Test
  void termsThatTheModelDoesNotKnowCountAsTyped() throws IOException {
    LearntExpansion expansion = new LearntExpansion(model(VectorizerOptions.BM25));
    assertThat(expansion.typedTerms("The coffee, coffees, and umbrellas"))
        .containsExactlyInAnyOrder(new WeightedTerm("coffe", 2), new WeightedTerm("umbrella", 1));
    List<WeightedTerm> fused = expansion.fusedTerms("coffee umbrella", 1, 9);
    assertThat(fused).extracting(WeightedTerm::term).containsExactly("coffe", "umbrella");
    assertThat(fused.get(0).weight()).isCloseTo((float) (1 + Math.sqrt(2)), within(1e-6f));
    assertThat(fused.get(1).weight()).isEqualTo(1);
  }

  @Test
  void aModelThatTellsColumnsApartIsRefused() throws IOException {
    VectorizerOptions byColumn =
        new VectorizerOptions(
            "english",
            VectorizerOptions.DEFAULT.weighting(),
            true,
            1,
            1,
            0,
            List.of(),
            List.of(),
            List.of(),
            10);
    BilinearModel model = model(byColumn);
    assertThatThrownBy(() -> new LearntExpansion(model))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage(
            "expected a model of one column of text or of BM25 weights, found one that tells the"
                + " columns title, text apart, which no single field does");
  }
}

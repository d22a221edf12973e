package io.github.sors.lucene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.sors.InvalidInputException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FusionTest {

  private static final List<WeightedTerm> TYPED =
      List.of(new WeightedTerm("coffee", 3), new WeightedTerm("cake", 4));
  private static final List<WeightedTerm> LEARNT =
      List.of(
          new WeightedTerm("tea", -9),
          new WeightedTerm("latte", 0.1f),
          new WeightedTerm("espresso", 0.8f),
          new WeightedTerm("coffee", 0.6f));

  @Test
  void theStrongestPositiveTermsAreAddedAtTheLengthOfTheQuery() {
    // the two strongest have length 1, what was typed has 5: half of it is 2.5
    assertThat(new Fusion(0.5, 2).fuse(TYPED, LEARNT))
        .containsExactly(
            new WeightedTerm("coffee", 4.5f),
            new WeightedTerm("cake", 4),
            new WeightedTerm("espresso", 2));
  }

  @Test
  void theScaleOfTheModelDoesNotMatter() {
    List<WeightedTerm> larger =
        LEARNT.stream().map(term -> new WeightedTerm(term.term(), 1000 * term.weight())).toList();
    List<WeightedTerm> fused = new Fusion(0.3, 9).fuse(TYPED, larger);
    List<WeightedTerm> same = new Fusion(0.3, 9).fuse(TYPED, LEARNT);
    assertThat(fused).hasSameSizeAs(same);
    for (int k = 0; k < same.size(); k++) {
      assertThat(fused.get(k).term()).isEqualTo(same.get(k).term());
      assertThat(fused.get(k).weight()).isCloseTo(same.get(k).weight(), within(1e-5f));
    }
  }

  @Test
  void withoutAnExpansionTheQueryStaysAsItWasTyped() {
    List<WeightedTerm> typed = List.of(new WeightedTerm("cake", 4), new WeightedTerm("coffee", 3));
    assertThat(new Fusion(0, 100).fuse(TYPED, LEARNT)).isEqualTo(typed);
    assertThat(new Fusion(1, 0).fuse(TYPED, LEARNT)).isEqualTo(typed);
    assertThat(new Fusion(1, 9).fuse(TYPED, List.of(new WeightedTerm("tea", -1)))).isEqualTo(typed);
    assertThat(new Fusion(1, 9).fuse(List.of(), List.of())).isEmpty();
  }

  @Test
  void aRecipeKeepsIt() {
    Fusion fusion = new Fusion(0.25, 64);
    assertThat(Fusion.of(fusion.settings())).contains(fusion);
    assertThat(Fusion.of(Map.of("analyzer", "english"))).isEmpty();
    assertThatThrownBy(() -> Fusion.of(Map.of("fusion.alpha", "much", "fusion.terms", "3")))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("found 'much' and '3'");
    assertThatThrownBy(() -> Fusion.of(Map.of("fusion.alpha", "1")))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("found '1' and 'null'");
  }

  @Test
  void impossibleNumbersAreRefused() {
    assertThatThrownBy(() -> new Fusion(-1, 3))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage("expected a weight of at least 0, found -1.0");
    assertThatThrownBy(() -> new Fusion(Double.NaN, 3)).isInstanceOf(InvalidInputException.class);
    assertThatThrownBy(() -> new Fusion(1, -3))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage("expected 0 or more terms, found -3");
  }
}

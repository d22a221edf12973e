package io.github.sors;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FeatureSpaceTest {

  private static final FeatureRecipe RECIPE =
      new FeatureRecipe(Map.of("analyzer", "english"), new float[] {1, 2});

  private static final FeatureSpace SPACE = new FeatureSpace(List.of("heat", "wing"), RECIPE);

  private static String difference(FeatureSpace other) {
    return other.differenceFrom(SPACE, "here", "there").orElse("none");
  }

  @Test
  void whatIsUnknownDoesNotDiffer() {
    assertThat(difference(SPACE)).isEqualTo("none");
    assertThat(difference(FeatureSpace.UNKNOWN)).isEqualTo("none");
    assertThat(difference(new FeatureSpace(List.of(), RECIPE))).isEqualTo("none");
    assertThat(difference(new FeatureSpace(List.of("heat", "wing"), FeatureRecipe.NONE)))
        .isEqualTo("none");
    assertThat(difference(new FeatureSpace(List.of("heat", "wing", "tail"), FeatureRecipe.NONE)))
        .as("more features in the same order")
        .isEqualTo("none");
    assertThat(FeatureSpace.UNKNOWN.isUnknown()).isTrue();
    assertThat(SPACE.isUnknown()).isFalse();
  }

  @Test
  void theFirstDifferenceIsNamed() {
    assertThat(difference(new FeatureSpace(List.of("heat", "tail"), RECIPE)))
        .isEqualTo("feature 1 is 'tail' in here and 'wing' in there");
    assertThat(
            difference(
                new FeatureSpace(
                    List.of("heat", "wing"),
                    new FeatureRecipe(Map.of("analyzer", "simple"), new float[] {1, 2}))))
        .isEqualTo("analyzer is 'simple' in here and 'english' in there");
    assertThat(
            difference(
                new FeatureSpace(
                    List.of("heat", "wing"),
                    new FeatureRecipe(Map.of("analyzer", "english"), new float[] {1, 3}))))
        .isEqualTo("the weight of 'wing' is 3.0 in here and 2.0 in there");
    assertThat(
            difference(
                new FeatureSpace(
                    List.of(),
                    new FeatureRecipe(
                        Map.of("analyzer", "english", "hashBits", "4"), new float[0]))))
        .isEqualTo("hashBits is '4' in here and '' in there");
  }

  @Test
  void embeddingsDifferIfBothAreNamedAndTheNamesDo() {
    FeatureSpace small = embedded("small");

    assertThat(small.differenceFrom(embedded("large"), "here", "there"))
        .contains("the embedding is 'small' in here and 'large' in there");
    assertThat(small.differenceFrom(embedded("small"), "here", "there")).isEmpty();
    FeatureRecipe unnamed = new FeatureRecipe(Map.of("analyzer", "english"), new float[0]);
    assertThat(small.differenceFrom(new FeatureSpace(List.of(), unnamed), "here", "there"))
        .isEmpty();
    FeatureRecipe alone = FeatureRecipe.NONE.withEmbedding("small");
    assertThat(small.differenceFrom(new FeatureSpace(List.of(), alone), "here", "there"))
        .as("rows that are not made of records")
        .isEmpty();
  }

  private static FeatureSpace embedded(String name) {
    FeatureRecipe recipe = new FeatureRecipe(Map.of("analyzer", "english"), new float[0]);
    return new FeatureSpace(List.of(), recipe.withEmbedding(name));
  }
}

package io.github.sors.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.InvalidInputException;
import io.github.sors.SparseVector;
import io.github.sors.data.Dataset;
import io.github.sors.data.item.Item;
import io.github.sors.server.collection.CollectionLimits;
import io.github.sors.server.collection.CollectionSettings;
import io.github.sors.server.collection.live.TeachableCollection;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartItemsTest {

  @TempDir Path folder;

  private TeachableCollection open() throws IOException {
    return TeachableCollection.open(folder, CollectionSettings.DEFAULT, CollectionLimits.DEFAULT);
  }

  @Test
  void recordsBecomeItemsAndThoseWithoutWordsAreLeftOut() throws IOException {
    try (TeachableCollection collection = open()) {
      StartItems.ofRecords(
              consumer -> {
                consumer.accept(Item.ofText("a", "x", "Some  words\nhere"));
                consumer.accept(Item.ofText("b", "", "?!"));
              })
          .putInto(collection);
      assertThat(collection.index().size()).isEqualTo(1);
      assertThat(collection.item("a").title()).isEqualTo("Some words here");
      assertThat(collection.item("a").label()).isEqualTo("x");
      assertThat(collection.featureCount()).isEqualTo(3);
    }
  }

  @Test
  void vectorsKeepTheNamesOfTheirFeatures() throws IOException {
    Dataset rows =
        new Dataset(
            "rows",
            List.of(SparseVector.ofDense(3, 4), SparseVector.ofDense(0, 0, 1)),
            new int[] {0, 1},
            List.of("left", "right"),
            List.of("red", "green"),
            List.of());
    try (TeachableCollection collection = open()) {
      StartItems.ofVectors(rows).putInto(collection);
      assertThat(collection.item("0").vector()).isEqualTo(SparseVector.ofDense(0.6f, 0.8f));
      assertThat(collection.featureName(0)).isEqualTo("red");
      assertThat(collection.featureName(2)).isEqualTo("2");
      assertThat(collection.item("1").label()).isEqualTo("right");
    }
  }

  @Test
  void itemsMayHaveTheFeaturesOfAModel() throws IOException {
    Dataset rows =
        new Dataset(
            "rows",
            List.of(SparseVector.ofDense(3, 4)),
            new int[] {0},
            List.of("x"),
            List.of("title:red", "text:green"),
            List.of("a"));
    Item item = new Item("a", "x", Map.of("title", "Red", "text", "green"));
    try (TeachableCollection collection = open()) {
      StartItems.ofItems(List.of(item), rows).putInto(collection);
      assertThat(collection.item("a").vector()).isEqualTo(SparseVector.ofDense(0.6f, 0.8f));
      assertThat(collection.item("a").title()).isEqualTo("Red");
      assertThat(collection.featureName(1)).isEqualTo("text:green");
    }
  }

  @Test
  void dataWithoutAnyFeatureIsToldOf() throws IOException {
    try (TeachableCollection collection = open()) {
      assertThatThrownBy(() -> StartItems.ofRecords(consumer -> {}).putInto(collection))
          .isInstanceOf(InvalidInputException.class)
          .hasMessageContaining("found none");
    }
  }
}

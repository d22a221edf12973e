package io.github.sors.cli.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.BilinearModel;
import io.github.sors.FeatureRecipe;
import io.github.sors.FeatureSpace;
import io.github.sors.InvalidInputException;
import io.github.sors.Model;
import io.github.sors.Normalization;
import io.github.sors.SparseVector;
import io.github.sors.VectorPart;
import io.github.sors.cli.frame.Console;
import io.github.sors.data.Dataset;
import io.github.sors.data.item.Item;
import io.github.sors.learn.Algorithm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Vectors of items stand beside their words, as those of a file do. */
class ItemVectorsTest {

  private static final List<Item> ITEMS =
      List.of(
          item("a", "x", "green tea", 1, 2, 3),
          item("b", "y", "black tea", 4, 5, 6),
          item("c", "x", "green leaf of a tea", 7, 8, 9),
          item("d", "y", "black leaf", 3, 2, 1));
  private static final Path FILE = Path.of("model.sors");
  private static final Console CONSOLE = Console.ofThisProcess();

  private static Item item(String id, String label, String text, float... vector) {
    return Item.ofText(id, label, text).withVector(vector);
  }

  private static Item withoutText(Item item) {
    return new Item(item.id(), item.label(), Map.of(), item.vector());
  }

  private static DataArguments.AllRows read(List<Item> items) throws IOException {
    return DataArguments.items("items", items, new FeatureArguments());
  }

  @Test
  void theyComeAfterTheWords() throws IOException {
    DataWithVectors.Training training = new DataWithVectors().training(read(ITEMS), true, CONSOLE);
    Dataset words =
        read(ITEMS.stream().map(i -> new Item(i.id(), i.label(), i.fields())).toList()).rows();
    VectorPart part = new VectorPart(words.dimension(), 3);
    assertThat(training.part()).contains(part);
    Dataset rows = training.rows().used();
    assertThat(rows.rowNames()).containsExactly("a", "b", "c", "d");
    assertThat(rows.classNames()).containsExactly("x", "y");
    for (int row = 0; row < ITEMS.size(); row++) {
      assertThat(rows.vector(row))
          .isEqualTo(part.beside(words.vector(row), ITEMS.get(row).vector()));
    }
  }

  @Test
  void aloneTheyAreDenseRows() throws IOException {
    DataArguments.AllRows read = read(ITEMS.stream().map(ItemVectorsTest::withoutText).toList());
    assertThat(read.vectors()).isEmpty();
    assertThat(read.rows().recipe().isEmpty()).isTrue();
    assertThat(read.rows().vector(1)).isEqualTo(SparseVector.ofDense(4, 5, 6));
    Model dense = model(FeatureRecipe.NONE, List.of(), Normalization.L2);
    assertThat(
            DataArguments.items("items", ITEMS, ModelFeatures.of(dense, FILE, false))
                .rows()
                .vectors())
        .as("a model of vectors alone does not need the words")
        .isEqualTo(read.rows().vectors());
  }

  @Test
  void aModelGetsThemWhereItLearntThem() throws IOException {
    DataWithVectors data = new DataWithVectors();
    DataWithVectors.Training training = data.training(read(ITEMS), true, CONSOLE);
    Dataset rows = training.rows().used();
    Normalization both = Normalization.L2.beside(training.part().get(), Normalization.L2);
    Model learnt = model(rows.recipe(), rows.featureNames(), both);
    ModelFeatures features = ModelFeatures.of(learnt, FILE, false);
    Dataset again = data.forModel(DataArguments.items("i", ITEMS, features), learnt, FILE);
    assertThat(again.vectors()).isEqualTo(rows.vectors());

    Model ofWords = model(rows.recipe(), rows.featureNames(), Normalization.L2);
    assertThat(
            data.forModel(
                    DataArguments.items("i", ITEMS, ModelFeatures.of(ofWords, FILE, false)),
                    ofWords,
                    FILE)
                .vectors())
        .as("a model of words does not need the vectors")
        .isEqualTo(read(ITEMS).rows().vectors());
    List<Item> none = List.of(Item.ofText("e", "", "leaf"));
    assertThatThrownBy(() -> data.forModel(DataArguments.items("i", none, features), learnt, FILE))
        .hasMessageContaining("was learnt with a vector of 3 numbers beside every row");
    List<Item> longer = List.of(item("e", "", "leaf", 1, 2, 3, 4));
    assertThatThrownBy(
            () -> data.forModel(DataArguments.items("i", longer, features), learnt, FILE))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("expected 3 numbers, found 4");
  }

  private static Model model(FeatureRecipe recipe, List<String> names, Normalization how) {
    BilinearModel start = Algorithm.parse("sors-1").create(Map.of()).snapshot();
    return start.withFeatureNames(names).withRecipe(recipe).withNormalization(how);
  }

  @Test
  void allHaveOneOfTheSameLength() {
    List<Item> items = new ArrayList<>(ITEMS);
    items.add(Item.ofText("e", "", "leaf"));
    assertThatThrownBy(() -> read(items))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage("items: item 'e': expected a vector, as other items have one, found none");
    items.set(4, item("e", "", "leaf", 1));
    assertThatThrownBy(() -> read(items))
        .hasMessage(
            "items: item 'e': expected a vector of 3 numbers, as the first item has, found one of"
                + " 1");
  }

  @Test
  void aModelOfItemsRefusesRowsWithoutARecipe() throws IOException {
    Dataset rows = read(ITEMS).rows();
    ModelFeatures features =
        ModelFeatures.of(model(rows.recipe(), rows.featureNames(), Normalization.L2), FILE, true);
    features.requireUsable(SameFeatures.of(rows), "rows");
    assertThatThrownBy(() -> features.requireUsable(FeatureSpace.UNKNOWN, "rows"))
        .hasMessageStartingWith("rows: expected items with the fields text");
  }
}

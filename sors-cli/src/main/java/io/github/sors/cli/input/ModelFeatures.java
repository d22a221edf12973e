package io.github.sors.cli.input;

import io.github.sors.FeatureRecipe;
import io.github.sors.FeatureSpace;
import io.github.sors.InvalidInputException;
import io.github.sors.Model;
import io.github.sors.data.Dataset;
import io.github.sors.data.item.Item;
import io.github.sors.lucene.text.ItemRows;
import io.github.sors.lucene.text.Vectorizer;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The features that a model has learnt, made of other items by the same recipe.
 *
 * @param file the file of the model
 * @param space its features
 * @param ofQueries whether the items are queries
 */
public record ModelFeatures(Path file, FeatureSpace space, boolean ofQueries)
    implements ItemFeatures {

  /** The features of items, or of queries. */
  public static ModelFeatures of(Model model, Path file, boolean ofQueries) {
    return new ModelFeatures(
        file, ofQueries ? FeatureSpace.ofQueries(model) : FeatureSpace.ofItems(model), ofQueries);
  }

  /** Whether the model was learnt from items with fields, and not from rows of numbers. */
  @Override
  public boolean needsItems() {
    return isOfItems(space.recipe());
  }

  /** Whether a recipe makes features of the fields of items. */
  static boolean isOfItems(FeatureRecipe recipe) {
    return recipe.settings().containsKey("analyzer");
  }

  @Override
  public Set<String> fields() {
    Set<String> fields = new LinkedHashSet<>();
    for (String role : List.of("textColumns", "categoryColumns", "numberColumns")) {
      space.recipe().settings().getOrDefault(role, "").lines().forEach(fields::add);
    }
    return fields;
  }

  @Override
  public Optional<Dataset> rows(String name, List<Item> items) {
    if (needsItems()) {
      Set<String> used = fields();
      items.forEach(item -> requireAnyOf(used, item));
      Vectorizer vectorizer = Vectorizer.restore(space.recipe(), space.names());
      Dataset rows =
          ofQueries
              ? ItemRows.ofQueries(name, items, vectorizer)
              : ItemRows.of(name, items, vectorizer);
      // with what other programs have put into it
      return Optional.of(rows.withRecipe(space.recipe()));
    }
    if (items.stream().allMatch(item -> item.vector() == null)) {
      throw new InvalidInputException(
          "expected rows of numbers, as "
              + file
              + " was learnt from such, found items with the fields "
              + String.join(", ", items.get(0).fields().keySet())
              + ": give such rows, or learn from items");
    }
    return Optional.empty();
  }

  private void requireAnyOf(Set<String> used, Item item) {
    if (item.fields().keySet().stream().noneMatch(used::contains)) {
      throw new InvalidInputException(
          "item '"
              + item.id()
              + "': expected a field of those that "
              + file
              + " was learnt from, "
              + String.join(", ", used)
              + ", found "
              + (item.fields().isEmpty() ? "none" : String.join(", ", item.fields().keySet())));
    }
  }

  @Override
  public void requireUsable(FeatureSpace rows, String name) {
    if (needsItems() && !isOfItems(rows.recipe())) {
      throw new InvalidInputException(
          name
              + ": expected items with the fields "
              + String.join(", ", fields())
              + ", as "
              + file
              + " was learnt from such, found rows of numbers: give items, such as JSON lines");
    }
  }
}

package io.github.sors.cli.input;

import io.github.sors.FeatureSpace;
import io.github.sors.data.Dataset;
import io.github.sors.data.item.Item;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** How the fields of items become features: fitted to them, or as a model has learnt them. */
public interface ItemFeatures {

  /** Whether a table of nothing but numbers holds items, too. */
  boolean needsItems();

  /** The fields that are used; empty for all. */
  Set<String> fields();

  /**
   * The rows of items, without their embeddings; empty if the embeddings alone are the rows.
   *
   * @param name what to call the rows
   * @throws io.github.sors.InvalidInputException if the items have not what features are made of
   */
  Optional<Dataset> rows(String name, List<Item> items) throws IOException;

  /**
   * Checks rows that were read with their features.
   *
   * @param name what to call the rows
   * @throws io.github.sors.InvalidInputException if items are needed
   */
  void requireUsable(FeatureSpace rows, String name);
}

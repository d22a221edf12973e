package io.github.sors.lucene.text;

import io.github.sors.InvalidInputException;
import io.github.sors.SparseVector;
import io.github.sors.data.Dataset;
import io.github.sors.data.item.Item;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Rows of items: one per item, called by its id.
 *
 * <p>Classes are numbered in the order of their first items; items without a label are of the class
 * with the empty name.
 *
 * <p>Threads: any thread may call it. Failures: a field that is no number although the vectorizer
 * takes it for one, and an item without an embedding or with one of another length, throw {@link
 * InvalidInputException} that names the item.
 */
public final class ItemRows {

  private ItemRows() {}

  /** Rows of the features that a vectorizer makes of fields, with their names and recipe. */
  public static Dataset of(String name, List<Item> items, Vectorizer vectorizer) {
    return of(name, items, vectorizer::vector, vectorizer.featureNames())
        .withRecipe(vectorizer.recipe());
  }

  /** The same for items that are queries, see {@link Vectorizer#query(Item)}. */
  public static Dataset ofQueries(String name, List<Item> items, Vectorizer vectorizer) {
    return of(name, items, vectorizer::query, vectorizer.featureNames())
        .withRecipe(vectorizer.recipe());
  }

  /** Dense rows: the embeddings alone. */
  public static Dataset ofVectors(String name, List<Item> items) {
    Iterator<float[]> vectors = vectors(items).iterator();
    return of(name, items, item -> SparseVector.ofDense(vectors.next()), List.of());
  }

  /**
   * The embeddings of items.
   *
   * @throws InvalidInputException if one has none, or if two have different lengths
   */
  public static List<float[]> vectors(List<Item> items) {
    List<float[]> vectors = new ArrayList<>(items.size());
    for (Item item : items) {
      float[] vector = item.vector();
      if (vector == null) {
        throw wrongVector(item, "a vector, as other items have one", "none");
      }
      if (!vectors.isEmpty() && vector.length != vectors.get(0).length) {
        throw wrongVector(
            item,
            "a vector of " + vectors.get(0).length + " numbers, as the first item has",
            "one of " + vector.length);
      }
      vectors.add(vector);
    }
    return vectors;
  }

  private static InvalidInputException wrongVector(Item item, String expected, String found) {
    return new InvalidInputException(
        "item '" + item.id() + "': expected " + expected + ", found " + found);
  }

  private static Dataset of(
      String name,
      List<Item> items,
      Function<Item, SparseVector> features,
      List<String> featureNames) {
    List<SparseVector> vectors = new ArrayList<>(items.size());
    List<String> rowNames = new ArrayList<>(items.size());
    Map<String, Integer> classes = new LinkedHashMap<>();
    int[] labels = new int[items.size()];
    for (Item item : items) {
      labels[vectors.size()] = classes.computeIfAbsent(item.label(), unseen -> classes.size());
      vectors.add(features.apply(item));
      rowNames.add(item.id());
    }
    return new Dataset(
        name, vectors, labels, List.copyOf(classes.keySet()), featureNames, rowNames);
  }
}

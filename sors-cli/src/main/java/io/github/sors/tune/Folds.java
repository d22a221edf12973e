package io.github.sors.tune;

import io.github.sors.InvalidInputException;
import io.github.sors.Remedy;
import io.github.sors.data.triplet.Split;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Splits of the training rows into rows to learn from and rows to validate on.
 *
 * @param learning the rows to learn from of each fold, ascending
 * @param validation the rows to validate on of each fold, ascending
 */
record Folds(List<int[]> learning, List<int[]> validation) {

  int count() {
    return learning.size();
  }

  /** One fold: a share of every class is for validation. */
  static Folds holdOut(int[] labels, double share, long seed) {
    Split split = Split.perClass(labels, share, seed);
    return new Folds(List.of(split.train()), List.of(split.test()));
  }

  /**
   * k folds: every row is for validation in exactly one of them, and every class is spread over
   * them as evenly as its size allows.
   */
  static Folds crossValidation(int[] labels, int k, long seed) {
    if (k < 2 || k > labels.length) {
      throw new InvalidInputException(
          "expected at least 2 folds and at most "
              + labels.length
              + ", one per training row, found "
              + k,
          Remedy.set("folds", Integer.toString(Math.min(5, labels.length))));
    }
    List<Integer> rows = new ArrayList<>(IntStream.range(0, labels.length).boxed().toList());
    Collections.shuffle(rows, new Random(seed));
    // stable: rows of a class stay in random order
    rows.sort((a, b) -> Integer.compare(labels[a], labels[b]));
    List<int[]> learning = new ArrayList<>();
    List<int[]> validation = new ArrayList<>();
    for (int fold = 0; fold < k; fold++) {
      int number = fold;
      int[] held =
          IntStream.range(0, labels.length)
              .filter(place -> place % k == number)
              .map(rows::get)
              .sorted()
              .toArray();
      validation.add(held);
      learning.add(
          IntStream.range(0, labels.length)
              .filter(row -> Arrays.binarySearch(held, row) < 0)
              .toArray());
    }
    return new Folds(learning, validation);
  }
}

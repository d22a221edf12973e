package io.github.sors.cli.search;

import io.github.sors.Model;
import io.github.sors.SparseVector;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The result of a search.
 *
 * @param model the model that scored
 * @param title the query for people
 * @param described the query for programs
 * @param query the query's vector, normalised
 * @param hits the hits, best first
 */
record Answer(
    Model model,
    String title,
    Map<String, Object> described,
    SparseVector query,
    List<Found> hits) {

  /**
   * A hit.
   *
   * @param row its number in the data, or null if only its name is known
   * @param name its name, or null if only its number is known
   * @param label its class
   * @param score its score
   * @param vector the features that it was scored by, normalised
   */
  record Found(Integer row, String name, String label, double score, SparseVector vector) {

    Map<String, Object> described() {
      Map<String, Object> entry = new LinkedHashMap<>();
      if (row != null) {
        entry.put("row", row);
      }
      entry.put("name", name == null ? "row " + row : name);
      entry.put("class", label);
      return entry;
    }
  }
}

package io.github.sors.cli;

import io.github.sors.Model;
import io.github.sors.SparseVector;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a search has found.
 *
 * @param model the model that scored
 * @param title the query as people read it
 * @param described the query as programs read it
 * @param query the query's vector, normalised
 * @param hits what was found, best first
 */
record Answer(
    Model model,
    String title,
    Map<String, Object> described,
    SparseVector query,
    List<Found> hits) {

  /**
   * Something that was found.
   *
   * @param row its number in the data, or null where it is known by name only
   * @param name its name, or null where it is known by number only
   * @param label its class
   * @param score how well it answers
   * @param vector its features, normalised
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

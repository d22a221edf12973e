package io.github.sors.data.feedback;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Counts what is left out, by kind. */
final class Notes {

  private final Map<String, Long> counts = new LinkedHashMap<>();

  /** Counts one of a kind, such as "clicks without a query_id". */
  void add(String kind) {
    counts.merge(kind, 1L, Long::sum);
  }

  /** A sentence for each kind. */
  List<String> sentences() {
    return counts.entrySet().stream()
        .map(entry -> "left out " + entry.getValue() + " " + entry.getKey())
        .toList();
  }
}

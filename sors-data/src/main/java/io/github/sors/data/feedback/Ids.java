package io.github.sors.data.feedback;

import java.util.HashMap;
import java.util.Map;

/** Keeps each id once, however many lines name it. */
final class Ids {

  private final Map<String, String> known = new HashMap<>();

  /** The first text that was equal to this one. */
  String get(String id) {
    String before = known.putIfAbsent(id, id);
    return before == null ? id : before;
  }
}

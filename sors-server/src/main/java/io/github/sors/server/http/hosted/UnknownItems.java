package io.github.sors.server.http.hosted;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.sors.server.collection.live.TeachableCollection;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Leaves out what names items that are not there, and reports each. */
public final class UnknownItems {

  private record Unknown(int element, String item) {}

  private final TeachableCollection collection;
  private final List<Unknown> unknown = new ArrayList<>();

  public UnknownItems(TeachableCollection collection) {
    this.collection = collection;
  }

  /**
   * The elements all of whose items are there.
   *
   * @param items returns the ids that an element names
   */
  public <T> List<T> without(List<T> elements, Function<T, List<String>> items) {
    List<T> known = new ArrayList<>(elements.size());
    for (int k = 0; k < elements.size(); k++) {
      boolean whole = true;
      for (String id : items.apply(elements.get(k))) {
        if (collection.item(id) == null) {
          unknown.add(new Unknown(k, id));
          whole = false;
        }
      }
      if (whole) {
        known.add(elements.get(k));
      }
    }
    return known;
  }

  /** How many ids are unknown, in words for a message; empty if none. */
  public String summary() {
    return unknown.isEmpty()
        ? ""
        : "; "
            + unknown.size()
            + " name items that are not there, the first '"
            + unknown.get(0).item()
            + "'";
  }

  /** Adds the report to an answer. */
  public void putInto(ObjectNode answer) {
    ArrayNode list = answer.putArray("unknown");
    for (Unknown one : unknown) {
      ObjectNode node = list.addObject();
      node.put("element", one.element());
      node.put("item", one.item());
    }
  }
}

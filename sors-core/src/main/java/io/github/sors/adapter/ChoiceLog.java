package io.github.sors.adapter;

import io.github.sors.embedding.Embeddings;
import io.github.sors.io.SectionReader;
import io.github.sors.io.SectionWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** The latest choices, and for how many different queries each item was chosen in them. */
final class ChoiceLog {

  private final int limit;
  // a ring: once full, the oldest is replaced
  private final List<LoggedChoice> choices = new ArrayList<>();
  private int oldest;
  // the queries for which an item was chosen, by their hashes, with how often
  private final Map<Integer, Map<Long, Integer>> chosen = new HashMap<>();
  // the choices that name an item as chosen or skipped
  private final Map<Integer, Integer> named = new HashMap<>();

  ChoiceLog(int limit) {
    this.limit = limit;
  }

  int size() {
    return choices.size();
  }

  /** The choice with a number, by age: 0 is the oldest. */
  LoggedChoice get(int number) {
    return choices.get((oldest + number) % choices.size());
  }

  /** The choices, the oldest first. */
  List<LoggedChoice> inOrder() {
    List<LoggedChoice> order = new ArrayList<>(choices.subList(oldest, choices.size()));
    order.addAll(choices.subList(0, oldest));
    return order;
  }

  /** For how many different queries an item was chosen. */
  int queriesThatChose(int item) {
    return chosen.getOrDefault(item, Map.of()).size();
  }

  /** Whether a choice of the log names an item. */
  boolean names(int item) {
    return named.containsKey(item);
  }

  void add(LoggedChoice choice) {
    count(choice, 1);
    if (choices.size() < limit) {
      choices.add(choice);
      return;
    }
    count(choices.get(oldest), -1);
    choices.set(oldest, choice);
    oldest = (oldest + 1) % limit;
  }

  private void count(LoggedChoice choice, int change) {
    for (int item : choice.chosen()) {
      Map<Long, Integer> queries = chosen.computeIfAbsent(item, any -> new HashMap<>());
      add(queries, choice.hash(), change);
      if (queries.isEmpty()) {
        chosen.remove(item);
      }
      add(named, item, change);
    }
    for (int item : choice.skipped()) {
      add(named, item, change);
    }
  }

  private static <K> void add(Map<K, Integer> counts, K key, int change) {
    counts.merge(key, change, (before, more) -> before + more == 0 ? null : before + more);
  }

  /** Drops choices; returns how many. */
  int removeIf(Predicate<LoggedChoice> condition) {
    List<LoggedChoice> left = inOrder();
    left.removeIf(condition);
    int removed = choices.size() - left.size();
    if (removed > 0) {
      replace(left);
    }
    return removed;
  }

  /** Drops the choices that name one of these items, and the items from what stood first. */
  int forget(BitSet items) {
    int removed = removeIf(choice -> choice.names(items));
    choices.replaceAll(choice -> choice.without(items));
    return removed;
  }

  private void replace(List<LoggedChoice> left) {
    choices.clear();
    oldest = 0;
    chosen.clear();
    named.clear();
    left.forEach(this::add);
  }

  void write(Embeddings items, SectionWriter writer) throws IOException {
    writer.begin("choices");
    writer.writeInt(choices.size());
    for (LoggedChoice choice : inOrder()) {
      writer.writeFloats(choice.query(), choice.query().length);
      writeItems(choice.chosen(), items, writer);
      writeItems(choice.skipped(), items, writer);
      writer.writeInt(choice.first().length);
      writer.writeInts(choice.first(), choice.first().length);
      writer.writeDouble(choice.weight());
      writer.writeString(choice.person());
    }
    writer.end();
  }

  private static void writeItems(int[] numbers, Embeddings items, SectionWriter writer)
      throws IOException {
    writer.writeInt(numbers.length);
    for (int number : numbers) {
      writer.writeInt(number);
      writer.writeInt(Arrays.hashCode(items.vector(number)));
    }
  }

  /** Reads choices; leaves out those about items that are gone or have other embeddings now. */
  void read(Embeddings items, SectionReader reader) throws IOException {
    reader.begin("choices");
    int count = reader.readCount(1);
    for (int k = 0; k < count; k++) {
      float[] query = new float[items.space().dimension()];
      reader.readFloats(query, query.length);
      BitSet changed = new BitSet();
      int[] chosenItems = readItems(items, changed, reader);
      int[] skipped = readItems(items, changed, reader);
      int[] first = new int[reader.readCount(Integer.BYTES)];
      reader.readInts(first, first.length);
      first = Arrays.stream(first).filter(items::contains).toArray();
      double weight = reader.readDouble();
      String person = reader.readString();
      if (changed.isEmpty()) {
        add(new LoggedChoice(query, chosenItems, skipped, first, weight, person));
      }
    }
    reader.end();
  }

  private static int[] readItems(Embeddings items, BitSet changed, SectionReader reader)
      throws IOException {
    int[] numbers = new int[reader.readCount(2 * Integer.BYTES)];
    for (int k = 0; k < numbers.length; k++) {
      numbers[k] = reader.readInt();
      int hash = reader.readInt();
      if (!items.contains(numbers[k]) || Arrays.hashCode(items.vector(numbers[k])) != hash) {
        changed.set(k);
      }
    }
    return numbers;
  }
}

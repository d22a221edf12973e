package io.github.sors.live;

import io.github.sors.io.SectionReader;
import io.github.sors.io.SectionWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** The latest queries with the items that stood first for them, to compare an item's ranks on. */
final class EarlierQueries<Q> {

  static final int MOST = 512;

  /**
   * A query of the past.
   *
   * @param items the items that stood first by the start, by what was in use, and by what was
   *     learnt
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Asked<Q>(Q query, int[] items, String person) {}

  // a ring: once full, the oldest is replaced
  private final List<Asked<Q>> asked = new ArrayList<>();
  private int oldest;

  int size() {
    return asked.size();
  }

  /** The query with a number, by age: 0 is the oldest. */
  Asked<Q> get(int number) {
    return asked.get((oldest + number) % asked.size());
  }

  void add(Asked<Q> query) {
    if (asked.size() < MOST) {
      asked.add(query);
      return;
    }
    asked.set(oldest, query);
    oldest = (oldest + 1) % MOST;
  }

  void forgetPerson(String person) {
    List<Asked<Q>> left = inOrder();
    left.removeIf(query -> query.person().equals(person));
    replace(left);
  }

  void forgetItems(BitSet items) {
    List<Asked<Q>> left = inOrder();
    left.replaceAll(query -> without(items, query));
    replace(left);
  }

  private Asked<Q> without(BitSet gone, Asked<Q> query) {
    int[] left = Arrays.stream(query.items()).filter(item -> !gone.get(item)).toArray();
    return left.length == query.items().length
        ? query
        : new Asked<>(query.query(), left, query.person());
  }

  private List<Asked<Q>> inOrder() {
    List<Asked<Q>> order = new ArrayList<>(asked.subList(oldest, asked.size()));
    order.addAll(asked.subList(0, oldest));
    return order;
  }

  private void replace(List<Asked<Q>> queries) {
    asked.clear();
    asked.addAll(queries);
    oldest = 0;
  }

  void write(RankingLearner<Q> learner, SectionWriter writer) throws IOException {
    writer.begin("earlierQueries");
    writer.writeInt(asked.size());
    for (Asked<Q> query : inOrder()) {
      learner.writeQuery(query.query(), writer);
      writer.writeInt(query.items().length);
      writer.writeInts(query.items(), query.items().length);
      writer.writeString(query.person());
    }
    writer.end();
  }

  void read(RankingLearner<Q> learner, SectionReader reader) throws IOException {
    reader.begin("earlierQueries");
    int count = reader.readCount(1);
    for (int k = 0; k < count; k++) {
      Q query = learner.readQuery(reader);
      int[] items = new int[reader.readCount(Integer.BYTES)];
      reader.readInts(items, items.length);
      add(new Asked<>(query, items, reader.readString()));
    }
    reader.end();
  }
}

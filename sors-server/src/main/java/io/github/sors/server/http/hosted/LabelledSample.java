package io.github.sors.server.http.hosted;

import io.github.sors.server.collection.StoredItem;
import io.github.sors.server.collection.live.TeachableCollection;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A sample of the labelled items of a collection: items to rank and, among these, test queries.
 *
 * <p>The choice depends only on a hash of the ids, so it is spread over the collection and stable.
 */
final class LabelledSample {

  private static final int MOST_QUERIES = 400;
  private static final int QUERY_SHARE = 4;
  private static final int MOST_RANKED = 4000;

  private final List<StoredItem> ranked;
  private final List<StoredItem> queries;

  private LabelledSample(List<StoredItem> ranked, List<StoredItem> queries) {
    this.ranked = ranked;
    this.queries = queries;
  }

  static LabelledSample of(TeachableCollection collection) {
    return of(collection.items());
  }

  static LabelledSample of(Collection<StoredItem> items) {
    List<StoredItem> labelled =
        items.stream()
            .filter(item -> !item.label().isEmpty())
            .sorted(Comparator.comparingInt(LabelledSample::scatter).thenComparing(StoredItem::id))
            .limit(MOST_RANKED)
            .toList();
    Map<String, Integer> sizes = new HashMap<>();
    labelled.forEach(item -> sizes.merge(item.label(), 1, Integer::sum));
    List<StoredItem> queries = new ArrayList<>();
    int most = Math.min(MOST_QUERIES, Math.max(1, labelled.size() / QUERY_SHARE));
    for (StoredItem item : labelled) {
      int size = sizes.getOrDefault(item.label(), 0);
      if (queries.size() < most && size > 1 && size < labelled.size()) {
        queries.add(item);
      }
    }
    return new LabelledSample(labelled, queries);
  }

  private static int scatter(StoredItem item) {
    return item.id().hashCode() * 0x9e3779b9;
  }

  /** The items that are ranked. */
  List<StoredItem> ranked() {
    return ranked;
  }

  /** The test queries among them; each shares its label with another ranked item. */
  List<StoredItem> queries() {
    return queries;
  }

  Set<String> queryIds() {
    return queries.stream().map(StoredItem::id).collect(Collectors.toSet());
  }
}

package io.github.sors.server.http.hosted;

import io.github.sors.index.IndexHit;
import io.github.sors.index.ItemFilter;
import io.github.sors.server.collection.ComparisonDraft;
import io.github.sors.server.collection.StoredItem;
import io.github.sors.server.collection.live.TeachableCollection;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Makes comparisons from labels: among the first answers to an item, those with its label are
 * better than the others.
 *
 * <p>Test items, see {@link LabelledSample}, are not used. The comparisons depend only on the
 * collection and on the number of rounds so far.
 */
public final class LabelTeacher {

  private static final int ANSWERS = 30;
  // the limit if hardly any item has answers of both kinds
  private static final int MOST_TRIES = 20;

  private LabelTeacher() {}

  /** Makes up to {@code count} comparisons; fewer if answers of both kinds are rare. */
  public static List<ComparisonDraft> comparisons(TeachableCollection collection, int count) {
    LabelledSample sample = LabelledSample.of(collection);
    Set<String> kept = sample.queryIds();
    List<StoredItem> teachers =
        sample.ranked().stream().filter(item -> !kept.contains(item.id())).toList();
    ItemFilter notKept = ItemFilter.exceptIds(kept);
    List<ComparisonDraft> comparisons = new ArrayList<>();
    if (teachers.isEmpty()) {
      return comparisons;
    }
    SplittableRandom random = new SplittableRandom(collection.learnt().progress().rounds());
    for (int tries = 0; tries < MOST_TRIES * count && comparisons.size() < count; tries++) {
      StoredItem query = teachers.get(random.nextInt(teachers.size()));
      List<String> better = new ArrayList<>();
      List<String> worse = new ArrayList<>();
      for (IndexHit hit : collection.search(query.vector(), notKept, ANSWERS + 1)) {
        StoredItem found = collection.item(hit.id());
        if (found != null && !found.label().isEmpty() && !found.id().equals(query.id())) {
          (found.label().equals(query.label()) ? better : worse).add(found.id());
        }
      }
      if (!better.isEmpty() && !worse.isEmpty()) {
        comparisons.add(
            new ComparisonDraft(
                query.id(),
                null,
                better.get(random.nextInt(better.size())),
                worse.get(random.nextInt(worse.size()))));
      }
    }
    return comparisons;
  }
}

package io.github.sors.server.collection.live;

import io.github.sors.FeatureRecipe;
import io.github.sors.InvalidInputException;
import io.github.sors.Model;
import io.github.sors.Normalization;
import io.github.sors.SparseVector;
import io.github.sors.index.IndexHit;
import io.github.sors.index.IndexView;
import io.github.sors.index.ItemFilter;
import io.github.sors.server.collection.CollectionLimits;
import io.github.sors.server.collection.CollectionSettings;
import io.github.sors.server.collection.ComparisonDraft;
import io.github.sors.server.collection.CopiedCollection;
import io.github.sors.server.collection.ItemDraft;
import io.github.sors.server.collection.LearntModel;
import io.github.sors.server.collection.ModelVersion;
import io.github.sors.server.collection.NamedFeatures;
import io.github.sors.server.collection.Outcome;
import io.github.sors.server.collection.Quality;
import io.github.sors.server.collection.RefusedException;
import io.github.sors.server.collection.RefusedException.Reason;
import io.github.sors.server.collection.RequestKey;
import io.github.sors.server.collection.StartModel;
import io.github.sors.server.collection.StoredItem;
import io.github.sors.server.collection.state.CollectionFolder;
import io.github.sors.server.collection.state.CollectionState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A collection of items in a folder, which learns from comparisons while it is searched.
 *
 * <p>One thread makes all changes, see {@link ChangeWriter}. Searches never wait for it: they read
 * a view of the index and the model that was published last, see {@link ModelPublisher}. The log is
 * the complete history; snapshots only make starts faster.
 *
 * <p>Threads: any thread may search and change it; changes are made one after the other, and
 * searches never wait for them. Failures: a change that is refused throws {@link RefusedException},
 * or completes its future with it, and the collection is unchanged; a folder that is in use or
 * damaged throws {@link io.github.sors.InvalidInputException} when it is opened, a disk {@link
 * java.io.IOException}. After a {@link #fatalError} it takes no changes.
 */
public final class TeachableCollection implements AutoCloseable {

  private final CollectionFolder folder;
  private final BackgroundWorker background = new BackgroundWorker();
  private final ModelPublisher publisher;
  private final ChangeWriter writer;

  private TeachableCollection(
      CollectionFolder folder, CollectionLimits limits, CollectionState state) throws IOException {
    this.folder = folder;
    publisher = new ModelPublisher(background, state.start(), state.index());
    publisher.publish(state);
    writer = new ChangeWriter(folder, limits, state, background, publisher);
    writer.start();
  }

  /** Opens a collection, or creates one that does not start from a model. */
  public static TeachableCollection open(
      Path folder, CollectionSettings ifNew, CollectionLimits limits) throws IOException {
    return open(folder, ifNew, null, limits);
  }

  /**
   * Opens a collection, or creates one if the folder is empty or missing.
   *
   * @param ifNew the settings of a new collection; an existing one keeps its own settings
   * @param model the model file that a new collection starts from, or null; an existing collection
   *     must have started from the same
   * @throws InvalidInputException if another process has it open, its log is damaged, or it cannot
   *     start from the model
   */
  public static TeachableCollection open(
      Path folder, CollectionSettings ifNew, @Nullable Path model, CollectionLimits limits)
      throws IOException {
    CollectionFolder opened = CollectionFolder.open(folder, limits);
    try {
      return new TeachableCollection(opened, limits, opened.load(ifNew, model));
    } catch (IOException | RuntimeException e) {
      opened.close();
      throw e;
    }
  }

  /**
   * Keeps everything that can be verified with the log and the snapshots, and moves damaged data
   * aside.
   *
   * @return what the copy has
   */
  public static String repair(Path folder) throws IOException {
    return CollectionFolder.repair(folder);
  }

  /** Adds or replaces items atomically. */
  public CompletableFuture<Outcome> put(List<ItemDraft> items) {
    int bytes = 0;
    for (ItemDraft item : items) {
      bytes += 200 + 50 * item.features().size();
    }
    return writer.submit(
        new PendingChange(new PendingChange.PutItems(items), RequestKey.NONE, bytes, 0));
  }

  /** Removes an item. */
  public CompletableFuture<Outcome> remove(String id) {
    return writer.submit(
        new PendingChange(new PendingChange.RemoveItem(id), RequestKey.NONE, 200, 0));
  }

  /** Learns from comparisons atomically. */
  public CompletableFuture<Outcome> teach(List<ComparisonDraft> comparisons, RequestKey key) {
    int bytes = 0;
    long work = 0;
    for (ComparisonDraft comparison : comparisons) {
      String item = comparison.queryItem();
      bytes += 200 + (item == null ? 50 * comparison.features().size() : 0);
      int features = item == null ? comparison.features().size() : vectorOf(item).size();
      work +=
          writer
              .state()
              .learning()
              .work(features, vectorOf(comparison.better()), vectorOf(comparison.worse()));
    }
    return writer.submit(new PendingChange(new PendingChange.Teach(comparisons), key, bytes, work));
  }

  /** The vector of an item; empty if there is no such item. */
  private SparseVector vectorOf(String id) {
    StoredItem item = item(id);
    return item == null ? SparseVector.EMPTY : item.vector();
  }

  /** Undoes the latest feedback, as if it had never been given. */
  public CompletableFuture<Outcome> undo(RequestKey key) {
    return undo(PendingChange.Undo.LATEST, key);
  }

  /**
   * Undoes one feedback request, as if it had never been made; later feedback stays.
   *
   * @param feedback the {@link Outcome#sequence} of the request
   */
  public CompletableFuture<Outcome> undo(long feedback, RequestKey key) {
    return writer.submit(new PendingChange(new PendingChange.Undo(feedback), key, 200, 0));
  }

  /**
   * Marks the present state as a version that {@link #rollback} can return to.
   *
   * @param name at most 100 characters
   */
  public CompletableFuture<Outcome> markVersion(String name) {
    if (name.length() > 100) {
      throw new RefusedException(Reason.TOO_LARGE, "expected a name of at most 100 characters");
    }
    return writer.submit(
        new PendingChange(new PendingChange.MarkVersion(name), RequestKey.NONE, 200, 0));
  }

  /** The versions that a rollback can return to, the latest last; every snapshot adds one. */
  public List<ModelVersion> versions() {
    return List.copyOf(writer.state().versions());
  }

  /**
   * Undoes all feedback after a version, as if it had never been given; items do not change.
   *
   * @param version the number of one of {@link #versions}
   */
  public CompletableFuture<Outcome> rollback(long version, RequestKey key) {
    return writer.submit(new PendingChange(new PendingChange.Rollback(version), key, 200, 0));
  }

  /**
   * Replaces the log by a snapshot and deletes all older files, so that removed items are gone from
   * the disk, too. Earlier feedback can no longer be undone, and earlier versions are gone.
   *
   * @return an outcome whose count is the number of deleted files
   */
  public CompletableFuture<Outcome> compact() {
    return writer.submit(new PendingChange(new PendingChange.Compact(), RequestKey.NONE, 200, 0));
  }

  /**
   * Copies a consistent state of the collection while changes continue.
   *
   * @param target a folder that is missing or empty; it becomes an independent collection
   * @return an outcome whose sequence is the number of the last record in the copy
   */
  public CompletableFuture<Outcome> backup(Path target) {
    return writer.submit(
        new PendingChange(new PendingChange.Backup(target), RequestKey.NONE, 200, 0));
  }

  /**
   * Copies a collection that no process has open.
   *
   * @param target a folder that is missing or empty; it becomes an independent collection
   * @return what the copy has
   * @throws InvalidInputException if the collection is in use or damaged
   */
  public static CopiedCollection backup(Path folder, Path target) throws IOException {
    return CollectionFolder.backup(folder, target, CollectionLimits.DEFAULT);
  }

  /**
   * Copies a backup to a folder that is missing or empty, and checks that the copy can be served.
   *
   * @return what the copy has
   * @throws InvalidInputException if the backup is damaged, or the folder is not empty
   */
  public static CopiedCollection restore(Path backup, Path folder) throws IOException {
    return CollectionFolder.restore(backup, folder, CollectionLimits.DEFAULT);
  }

  /** The quality of what was learnt, compared with the start, when it was published last. */
  public Quality quality() {
    return publisher.quality();
  }

  /** Calls a listener with every model that is published, one after the other. */
  public void addListener(Consumer<LearntModel> listener) {
    publisher.addListener(listener);
  }

  /** The model that the collection had before it learnt anything, for all features known now. */
  public Model startModel() {
    return publisher.start(featureCount());
  }

  /** The model that was published last. */
  public LearntModel learnt() {
    return publisher.learnt();
  }

  /** The items, to be searched. */
  public IndexView index() {
    return writer.state().index().view();
  }

  /** The item with an id, or null. */
  public @Nullable StoredItem item(String id) {
    return writer.state().items().get(id);
  }

  /**
   * One page of the items in the order of their ids.
   *
   * @param afterId the last id of the page before, or null for the first page
   * @param limit the maximum number of items on the page
   */
  public List<StoredItem> items(@Nullable String afterId, int limit) {
    PriorityQueue<StoredItem> page =
        new PriorityQueue<>(Comparator.comparing(StoredItem::id).reversed());
    for (StoredItem item : writer.state().items().values()) {
      if (afterId == null || item.id().compareTo(afterId) > 0) {
        page.add(item);
        if (page.size() > limit) {
          page.remove();
        }
      }
    }
    List<StoredItem> sorted = new ArrayList<>(page);
    sorted.sort(Comparator.comparing(StoredItem::id));
    return sorted;
  }

  /**
   * Searches with the model that was published last.
   *
   * @param query the query, from {@link #queryVector}
   */
  public List<IndexHit> search(SparseVector query, ItemFilter filter, int top) {
    return learnt().served().search(index(), query, top, filter);
  }

  /** All items; concurrent changes may or may not be included. */
  public Collection<StoredItem> items() {
    return Collections.unmodifiableCollection(writer.state().items().values());
  }

  /** The ids of the items that feedback has named. */
  public Set<String> taughtItems() {
    return Collections.unmodifiableSet(writer.state().taughtItems());
  }

  public CollectionSettings settings() {
    return writer.state().settings();
  }

  /** The name of a feature. */
  public String featureName(int number) {
    return writer.state().features().name(number);
  }

  /** Whether all features of a vector are dimensions, which have numbers for names. */
  public boolean areDimensions(SparseVector vector) {
    return writer.state().features().areDimensions(vector);
  }

  /** The number of known features. */
  public int featureCount() {
    return writer.state().features().size();
  }

  /** The vector of a query: ignores features that the collection does not know. */
  public SparseVector queryVector(NamedFeatures features) {
    return writer.state().features().lookUp(features);
  }

  /** The number of the last record that was written and applied. */
  public long sequence() {
    return writer.state().sequence();
  }

  /** Whether there is feedback that can be undone. */
  public boolean canUndo() {
    return !writer.state().undoable().isEmpty();
  }

  /** The number of changes that wait for the disk. */
  public int waitingChanges() {
    return writer.pendingChanges();
  }

  /** Why changes are rejected at present; null if they are accepted. */
  public @Nullable String storageProblem() {
    return writer.problem();
  }

  /**
   * Completed when this process can no longer make changes, such as after an exhausted heap: end
   * the process and start it again. All acknowledged changes are on disk.
   */
  public CompletableFuture<Error> fatalError() {
    return writer.fatalError();
  }

  /** The bytes that the learnt model takes. */
  public long modelBytes() {
    return writer.state().learner().matrixBytes();
  }

  /**
   * Returns the learnt model with everything that the command line needs: names, recipe,
   * provenance.
   */
  public Model exportModel() {
    Model model = publisher.latest();
    List<String> names = writer.state().features().names();
    return model
        .withFeatureNames(names.subList(0, Math.min(names.size(), model.queryDimension())))
        .withNormalization(Normalization.L2)
        .withRecipe(
            new FeatureRecipe(
                Map.of(
                    "analyzer", settings().analyzer(),
                    "weights", "log",
                    "unitLength", "true",
                    "hashBits", "0",
                    "textColumns", "text"),
                new float[0]))
        .withProvenance(model.provenance().withTraining(training()));
  }

  private Map<String, String> training() {
    StartModel start = settings().start();
    String data = "feedback to sors serve";
    return start == null
        ? Map.of("data", data)
        : Map.of("data", data, "start", start.name(), "startHash", start.hash());
  }

  /** Returns the model that the log alone gives, without snapshots; for tests. */
  Model replayedModel() throws IOException {
    return folder.loader().loadFromLogAlone(folder.log().last()).learner().snapshot();
  }

  /** Finishes waiting changes, writes a snapshot and closes the files. */
  @Override
  public void close() throws IOException {
    publisher.hurry();
    try {
      writer.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      folder.close();
    }
  }
}

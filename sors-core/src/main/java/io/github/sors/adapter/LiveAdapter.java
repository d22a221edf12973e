package io.github.sors.adapter;

import io.github.sors.embedding.Adapter;
import io.github.sors.embedding.EmbeddingSearch;
import io.github.sors.embedding.EmbeddingSpace;
import io.github.sors.io.FileKind;
import io.github.sors.io.SectionReader;
import io.github.sors.io.SectionWriter;
import io.github.sors.live.Choice;
import io.github.sors.live.LiveModel;
import io.github.sors.live.LiveStatus;
import io.github.sors.live.Ranker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * What a program with embeddings in an index embeds: it transforms queries, learns from what people
 * choose, and serves what was learnt only once that is better beyond chance, see {@link LiveModel}.
 *
 * <pre>{@code
 * LiveAdapter live = LiveAdapter.open(file, new EmbeddingSpace("bge-small-en-v1.5", 384));
 * LiveAdapter.Query query = live.query(embedding);
 * List<ShownItem> shown = search(query.vector()); // the index, as before
 * live.learn(query, shown.get(2), shown.subList(0, 2));
 * live.save();
 * }</pre>
 *
 * <p>Items that are stored elsewhere come with their embeddings; some thousands of them are kept,
 * and stand in for the collection. A program that has its items in memory gives a search over them
 * instead, and names them by number.
 *
 * <p>Threads: any thread may transform queries and read the status while one learns; {@code learn},
 * {@code save} and {@code forget…} wait for each other. Failures: a vector that does not belong to
 * the space throws {@link io.github.sors.InvalidInputException} and changes nothing.
 */
public final class LiveAdapter implements AutoCloseable {

  /** The kind of the files. */
  public static final FileKind FILE = new FileKind(6, "live adapter");

  private static final int STORE_LIMIT = 8192;

  /**
   * A query that was transformed.
   *
   * @param embedding what was given, with length 1
   * @param vector what to search with
   * @param version which version transformed it; 0 is the start, which changes nothing
   * @param person who asked; empty if unknown
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Query(float[] embedding, float[] vector, int version, String person) {}

  private final Path file;
  private final EmbeddingSpace space;
  private final AdapterLearner learner;
  private final LiveModel<float[]> model;

  private LiveAdapter(Path file, AdapterLearner learner, LiveModel<float[]> model) {
    this.file = file;
    this.space = learner.space();
    this.learner = learner;
    this.model = model;
  }

  /**
   * Opens a live adapter for items that are stored elsewhere.
   *
   * @param file where it is saved; if there is none, nothing has been learnt yet
   * @throws io.github.sors.InvalidInputException if the file is damaged, or belongs to another
   *     embedding model
   */
  public static LiveAdapter open(Path file, EmbeddingSpace space) throws IOException {
    return open(file, space, AdapterOptions.DEFAULT);
  }

  /**
   * Opens a live adapter for items that are stored elsewhere.
   *
   * @param options how it learns, if there is no file yet; else the saved ones hold
   */
  public static LiveAdapter open(Path file, EmbeddingSpace space, AdapterOptions options)
      throws IOException {
    if (!Files.exists(file)) {
      EmbeddingStore store = new EmbeddingStore(space, STORE_LIMIT);
      return create(file, new ExactEmbeddingSearch(store), options);
    }
    try (SectionReader reader = SectionReader.open(file, FILE)) {
      EmbeddingStore store = EmbeddingStore.read(space, reader);
      return read(file, new ExactEmbeddingSearch(store), reader);
    }
  }

  /**
   * Opens a live adapter for the items of an index that is in memory. Feedback about items that
   * have other embeddings now than when the file was saved is left out.
   */
  public static LiveAdapter open(Path file, EmbeddingSearch search, AdapterOptions options)
      throws IOException {
    if (!Files.exists(file)) {
      return create(file, search, options);
    }
    try (SectionReader reader = SectionReader.open(file, FILE)) {
      return read(file, search, reader);
    }
  }

  private static LiveAdapter create(Path file, EmbeddingSearch search, AdapterOptions options) {
    AdapterLearner learner = new AdapterLearner(search, options);
    return new LiveAdapter(file, learner, listening(learner, new LiveModel<>(learner)));
  }

  private static LiveAdapter read(Path file, EmbeddingSearch search, SectionReader reader)
      throws IOException {
    AdapterLearner learner = AdapterLearner.read(search, reader);
    LiveModel<float[]> model = LiveModel.read(learner, reader);
    reader.finish();
    return new LiveAdapter(file, learner, listening(learner, model));
  }

  /** The store tells the learner itself which items leave, and this the model. */
  private static LiveModel<float[]> listening(AdapterLearner learner, LiveModel<float[]> model) {
    if (learner.items() instanceof EmbeddingStore store) {
      store.addUser(
          new EmbeddingStore.User() {
            @Override
            public boolean needs(int number) {
              return false;
            }

            @Override
            public void forget(BitSet numbers) {
              model.forgetItems(numbers);
            }
          });
    }
    return model;
  }

  /** Transforms the embedding of a query by what is in use; see {@link LiveModel#serve}. */
  public Query query(float[] embedding) {
    return query(embedding, "");
  }

  /** Transforms the embedding of a person's query. */
  public Query query(float[] embedding, String person) {
    float[] unit = space.unit(embedding, "the query");
    LiveModel.Served<float[]> served = model.serve(unit);
    float[] vector =
        served.ranker() instanceof AdapterRanker ranker ? ranker.adapter().query(unit) : unit;
    return new Query(unit, vector, served.version(), person);
  }

  /** Learns that an item was chosen, and which were seen before it and not chosen. */
  public synchronized void learn(Query query, ShownItem chosen, List<ShownItem> skipped) {
    if (!(learner.items() instanceof EmbeddingStore store)) {
      throw new IllegalStateException("the items are in an index: name them by number");
    }
    List<String> ids = new ArrayList<>();
    List<float[]> vectors = new ArrayList<>();
    ids.add(chosen.id());
    vectors.add(chosen.vector());
    for (ShownItem item : skipped) {
      ids.add(item.id());
      vectors.add(item.vector());
    }
    int[] numbers = store.putAll(ids, vectors);
    int[] others = new int[skipped.size()];
    System.arraycopy(numbers, 1, others, 0, others.length);
    learn(query, numbers[0], others);
  }

  /** Learns that an item of the index was chosen, and which were not. */
  public synchronized void learn(Query query, int chosen, int... skipped) {
    model.learn(
        new Choice<>(
            query.embedding(), new int[] {chosen}, skipped, query.version(), 1, query.person()));
  }

  /** Says which version is in use, since when and why, and what speaks for a change. */
  public LiveStatus status() {
    return model.status();
  }

  /** The adapter in use; the identity if that is the start. */
  public Adapter adapter() {
    Ranker<float[]> ranker = model.inUse().ranker();
    return ranker instanceof AdapterRanker used ? used.adapter() : Adapter.identity(space);
  }

  /** Forgets an item that is removed, and the choices about it; returns whether it was known. */
  public synchronized boolean forgetItem(String id) {
    return learner.items() instanceof EmbeddingStore store && store.remove(id);
  }

  /** Forgets the choices about items of the index that are removed or embedded anew. */
  public synchronized void forgetItems(BitSet numbers) {
    model.forgetItems(numbers);
  }

  /** Forgets what a person asked and chose; what was learnt from it stays. Returns how much. */
  public synchronized int forgetPerson(String person) {
    return model.forgetPerson(person);
  }

  /** Saves everything; replaces the file atomically. */
  public synchronized void save() throws IOException {
    SectionWriter.write(file, FILE, this::write);
  }

  private void write(SectionWriter writer) throws IOException {
    if (learner.items() instanceof EmbeddingStore store) {
      store.write(writer);
    }
    learner.write(writer);
    model.write(writer);
  }

  /** Ends the threads of the learner; does not save. */
  @Override
  public synchronized void close() {
    learner.close();
  }
}

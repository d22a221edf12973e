package io.github.sors.cli.search;

import io.github.sors.BilinearModel;
import io.github.sors.FeatureSpace;
import io.github.sors.InvalidInputException;
import io.github.sors.Model;
import io.github.sors.Normalization;
import io.github.sors.SparseVector;
import io.github.sors.cli.frame.Console;
import io.github.sors.cli.input.SameFeatures;
import io.github.sors.encoder.EncoderModel;
import io.github.sors.index.BudgetLoss;
import io.github.sors.index.EncodedIndex;
import io.github.sors.index.IndexFile;
import io.github.sors.index.IndexHit;
import io.github.sors.index.IndexView;
import io.github.sors.index.IndexedItem;
import io.github.sors.index.ItemFilter;
import io.github.sors.index.WeightedQuery;
import io.github.sors.io.ModelFile;
import io.github.sors.lucene.EncodingIndex;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * Searches an index: a file of rows, or a folder with the encodings of rows in a graph.
 *
 * @param file the index
 * @param classes the classes to search; empty for all
 * @param budget the number of features of the expanded query, or of candidates of the graph; null
 *     for the default
 * @param top how many items to find
 */
record IndexSearch(Path file, List<String> classes, Integer budget, int top) {

  private static final int USUAL_CANDIDATES = 100;

  /** The items of an index; threads may share it. */
  interface Items extends AutoCloseable {

    /** The number of items. */
    int size();

    Optional<IndexedItem> get(String id) throws IOException;

    /** The best items for a query, without the one with the given id, which may be null. */
    List<IndexHit> best(SparseVector query, String excluded) throws IOException;

    /** Takes from items what {@link #best} scores them by. */
    default UnaryOperator<SparseVector> scoredPart(SparseVector query) {
      return UnaryOperator.identity();
    }

    /** What a budget costs: a note on what the hits lack of those without it. */
    Optional<String> loss(SparseVector query, String excluded, List<IndexHit> hits)
        throws IOException;

    @Override
    default void close() throws IOException {}
  }

  /** Ranks all items but one for that one. */
  Answer answer(Path modelFile, String id, Console console) throws IOException {
    Model model = ModelFile.read(modelFile);
    try (Items items = open(model, modelFile)) {
      IndexedItem item =
          items
              .get(id)
              .orElseThrow(
                  () ->
                      new InvalidInputException(
                          "--item: expected the id of an item of "
                              + file
                              + ", a row's name or else its number, found '"
                              + id
                              + "'"));
      return new Answer(
          model,
          id + " (class " + item.label() + ")",
          new Answer.Found(null, id, item.label(), 0, item.vector()).described(),
          item.vector(),
          found(items, item.vector(), best(items, item.vector(), id, console)));
    }
  }

  /** Ranks all items for a text. */
  Answer answerText(Path modelFile, String text, Console console) throws IOException {
    Model model = ModelFile.read(modelFile);
    try (Items items = open(model, modelFile)) {
      SparseVector query = TextQuery.vector(model, text, console);
      return new Answer(
          model,
          TextQuery.title(text),
          TextQuery.described(text),
          query,
          found(items, query, best(items, query, null, console)));
    }
  }

  private static List<IndexHit> best(
      Items items, SparseVector query, String excluded, Console console) throws IOException {
    List<IndexHit> hits = items.best(query, excluded);
    items.loss(query, excluded, hits).ifPresent(console::note);
    return hits;
  }

  private static List<Answer.Found> found(Items items, SparseVector query, List<IndexHit> hits)
      throws IOException {
    UnaryOperator<SparseVector> scoredPart = items.scoredPart(query);
    List<Answer.Found> found = new ArrayList<>(hits.size());
    for (IndexHit hit : hits) {
      SparseVector vector = scoredPart.apply(items.get(hit.id()).orElseThrow().vector());
      found.add(new Answer.Found(null, hit.id(), hit.label(), hit.score(), vector));
    }
    return found;
  }

  /**
   * Opens the index for a model.
   *
   * @throws InvalidInputException if the model does not fit the index
   */
  Items open(Model model, Path modelFile) throws IOException {
    if (!Files.isDirectory(file)) {
      IndexView view = view(model, modelFile);
      return model instanceof BilinearModel matrix
          ? new MatrixItems(view, matrix)
          : new EncodedItems(view, (EncoderModel) model);
    }
    if (model instanceof EncoderModel encoder) {
      return new GraphItems(EncodingIndex.open(file, encoder));
    }
    throw new InvalidInputException(
        file
            + " is a folder of encodings, but "
            + modelFile
            + " is not an encoder: search a file that 'sors index' wrote without --hnsw");
  }

  /** The items to search: those of the classes that are asked for, and not the query itself. */
  private ItemFilter filter(String excluded) {
    ItemFilter but = excluded == null ? ItemFilter.ALL : ItemFilter.exceptIds(List.of(excluded));
    return classes.isEmpty() ? but : but.and(ItemFilter.labels(classes));
  }

  /** Rows that are found by the features of the expanded query. */
  private final class MatrixItems implements Items {
    private final IndexView view;
    private final BilinearModel model;

    MatrixItems(IndexView view, BilinearModel model) {
      this.view = view;
      this.model = model;
    }

    @Override
    public Optional<IndexedItem> get(String id) {
      return view.get(id);
    }

    @Override
    public int size() {
      return view.size();
    }

    /** With a budget, the features of items that the query has kept. */
    @Override
    public UnaryOperator<SparseVector> scoredPart(SparseVector query) {
      if (budget == null) {
        return UnaryOperator.identity();
      }
      WeightedQuery kept = WeightedQuery.expand(model, query).strongest(budget);
      int[] features = IntStream.range(0, kept.size()).map(kept::feature).toArray();
      return item -> {
        float[] values = new float[features.length];
        for (int k = 0; k < values.length; k++) {
          values[k] = item.get(features[k]);
        }
        return SparseVector.of(features, values);
      };
    }

    @Override
    public List<IndexHit> best(SparseVector query, String excluded) {
      WeightedQuery full = WeightedQuery.expand(model, query);
      return view.search(budget == null ? full : full.strongest(budget), top, filter(excluded));
    }

    @Override
    public Optional<String> loss(SparseVector query, String excluded, List<IndexHit> hits) {
      WeightedQuery full = WeightedQuery.expand(model, query);
      if (budget == null || budget >= full.size()) {
        return Optional.empty();
      }
      double recall = BudgetLoss.recall(view.search(full, top, filter(excluded)), hits);
      return Optional.of(
          String.format(
              Locale.ROOT,
              "note: %,d of the query's %,d features find %.0f%% of the hits of all",
              budget,
              full.size(),
              100 * recall));
    }
  }

  /** Rows that are encoded and scored, all of them. */
  private final class EncodedItems implements Items {
    private final IndexView view;
    private final EncodedIndex encodings;

    EncodedItems(IndexView view, EncoderModel model) {
      if (budget != null) {
        throw new InvalidInputException(
            "--budget: an encoder scores every row of an index file: leave it out, or search a"
                + " folder that 'sors index --hnsw' wrote");
      }
      this.view = view;
      this.encodings = new EncodedIndex(model);
      // now, as several threads may search
      encodings.prepare(view);
    }

    @Override
    public int size() {
      return view.size();
    }

    @Override
    public Optional<IndexedItem> get(String id) {
      return view.get(id);
    }

    @Override
    public List<IndexHit> best(SparseVector query, String excluded) {
      return encodings.search(view, query, top, filter(excluded));
    }

    @Override
    public Optional<String> loss(SparseVector query, String excluded, List<IndexHit> hits) {
      return Optional.empty();
    }
  }

  /** Rows whose encodings are in a graph. */
  private final class GraphItems implements Items {
    private final EncodingIndex index;

    GraphItems(EncodingIndex index) {
      this.index = index;
    }

    @Override
    public Optional<IndexedItem> get(String id) throws IOException {
      return index.get(id);
    }

    @Override
    public int size() {
      return index.size();
    }

    private int candidates() {
      return budget == null ? USUAL_CANDIDATES : budget;
    }

    @Override
    public List<IndexHit> best(SparseVector query, String excluded) throws IOException {
      return index.search(query, top, candidates(), classes, excluded);
    }

    @Override
    public Optional<String> loss(SparseVector query, String excluded, List<IndexHit> hits)
        throws IOException {
      if (budget == null) {
        return Optional.empty();
      }
      double recall = BudgetLoss.recall(index.searchExactly(query, top, classes, excluded), hits);
      return Optional.of(
          String.format(
              Locale.ROOT,
              "note: %,d candidates have %.0f%% of the hits among all %,d rows",
              Math.max(candidates(), top),
              100 * recall,
              index.size()));
    }

    @Override
    public void close() throws IOException {
      index.close();
    }
  }

  private IndexView view(Model model, Path modelFile) throws IOException {
    IndexFile.Content content = IndexFile.read(file);
    Normalization wanted = model.normalization();
    Normalization given = content.normalization();
    if (!wanted.toString().equals(given.toString())
        || !Arrays.equals(wanted.featureWeights(), given.featureWeights())) {
      throw new InvalidInputException(
          modelFile
              + " needs rows with the normalisation "
              + wanted
              + ", but the rows of "
              + file
              + " have "
              + given
              + (wanted.toString().equals(given.toString()) ? " of other data" : "")
              + ": index them again with --model "
              + modelFile);
    }
    SameFeatures.require(
        FeatureSpace.ofItems(model), modelFile, content.features(), file.toString());
    return content.index().view();
  }
}

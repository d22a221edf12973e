package io.github.sors.cli;

import io.github.sors.BilinearModel;
import io.github.sors.InvalidInputException;
import io.github.sors.Normalization;
import io.github.sors.SparseVector;
import io.github.sors.index.BudgetLoss;
import io.github.sors.index.IndexFile;
import io.github.sors.index.IndexHit;
import io.github.sors.index.IndexView;
import io.github.sors.index.Item;
import io.github.sors.index.ItemFilter;
import io.github.sors.index.WeightedQuery;
import io.github.sors.io.ModelFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Searches an index file.
 *
 * @param file the index
 * @param classes the classes to search, all where it is empty
 * @param budget how many features of the expanded query to use, or null for all
 * @param top how many items to find
 */
record IndexSearch(Path file, List<String> classes, Integer budget, int top) {

  /** Ranks all items but one for that one. */
  Answer answer(Path modelFile, String id, Console console) throws IOException {
    BilinearModel model = ModelFile.readMatrix(modelFile);
    IndexView view = open(model, modelFile);
    Item item =
        view.get(id)
            .orElseThrow(
                () ->
                    new InvalidInputException(
                        "--query: the id of an item of "
                            + file
                            + " expected, a row's name or else its number, found '"
                            + id
                            + "'"));
    List<IndexHit> hits =
        hits(view, model, item.vector(), ItemFilter.exceptIds(List.of(id)), console);
    return new Answer(
        model,
        id + " (class " + item.label() + ")",
        new Answer.Found(null, id, item.label(), 0, item.vector()).described(),
        item.vector(),
        hits.stream().map(hit -> found(view, hit)).toList());
  }

  /** Ranks all items for a text. */
  Answer answerText(Path modelFile, String text, Console console) throws IOException {
    BilinearModel model = ModelFile.readMatrix(modelFile);
    IndexView view = open(model, modelFile);
    SparseVector query = TextQuery.vector(model, text, console);
    List<IndexHit> hits = hits(view, model, query, ItemFilter.ALL, console);
    return new Answer(
        model,
        TextQuery.title(text),
        TextQuery.described(text),
        query,
        hits.stream().map(hit -> found(view, hit)).toList());
  }

  private List<IndexHit> hits(
      IndexView view, BilinearModel model, SparseVector query, ItemFilter but, Console console) {
    ItemFilter filter = classes.isEmpty() ? but : but.and(ItemFilter.labels(classes));
    WeightedQuery full = WeightedQuery.expand(model, query);
    WeightedQuery used = budget == null ? full : full.strongest(budget);
    List<IndexHit> hits = view.search(used, top, filter);
    if (used.size() < full.size()) {
      double recall = BudgetLoss.recall(view.search(full, top, filter), hits);
      console.note(
          String.format(
              Locale.ROOT,
              "note: %,d of the query's %,d features find %.0f%% of the hits of all",
              used.size(),
              full.size(),
              100 * recall));
    }
    return hits;
  }

  private static Answer.Found found(IndexView view, IndexHit hit) {
    return new Answer.Found(
        null, hit.id(), hit.label(), hit.score(), view.get(hit.id()).orElseThrow().vector());
  }

  private IndexView open(BilinearModel model, Path modelFile) throws IOException {
    IndexFile.Content content = IndexFile.read(file);
    Normalization wanted = model.normalization();
    Normalization given = content.normalization();
    if (!wanted.toString().equals(given.toString())
        || !Arrays.equals(wanted.featureWeights(), given.featureWeights())) {
      throw new InvalidInputException(
          modelFile
              + " wants rows normalised by "
              + wanted
              + ", but those of "
              + file
              + " are by "
              + given
              + (wanted.toString().equals(given.toString()) ? " of other data" : "")
              + ": index them again with --model "
              + modelFile);
    }
    return content.index().view();
  }
}

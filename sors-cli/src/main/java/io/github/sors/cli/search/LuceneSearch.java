package io.github.sors.cli.search;

import io.github.sors.BilinearModel;
import io.github.sors.InvalidInputException;
import io.github.sors.cli.frame.Console;
import io.github.sors.cli.frame.Formatting;
import io.github.sors.cli.frame.TextTable;
import io.github.sors.io.ModelFile;
import io.github.sors.lucene.LearntExpansion;
import io.github.sors.lucene.TextIndexSearch;
import io.github.sors.lucene.TextIndexSearch.TextHit;
import io.github.sors.lucene.WeightedTerm;
import io.github.sors.ranking.fusion.RankingModel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Searches a text field of a Lucene index with a query that a model expands.
 *
 * @param expansion the model's expansion
 * @param alpha the weight of the expansion relative to the typed terms; null for the expansion
 *     alone
 * @param budget how many terms of the expansion to use
 * @param field the text field
 * @param top how many documents to find
 */
record LuceneSearch(LearntExpansion expansion, Double alpha, int budget, String field, int top) {

  private static final int DEFAULT_BUDGET = 128;

  /** Reads a model. */
  static LuceneSearch of(
      Path file, Double alpha, Integer budget, String field, int top, Console console)
      throws IOException {
    BilinearModel model =
        RankingModel.isOne(file) ? ofWords(file, console) : ModelFile.readMatrix(file);
    if (model.normalization().vectorPart().isPresent()) {
      throw new InvalidInputException(
          file
              + " was learnt with a vector beside every text, which no query of weighted terms has:"
              + " search DATA or --index");
    }
    return new LuceneSearch(
        new LearntExpansion(model), alpha, budget == null ? DEFAULT_BUDGET : budget, field, top);
  }

  /** What a ranking has learnt about words, which is all that an engine can do of it. */
  private static BilinearModel ofWords(Path file, Console console) throws IOException {
    BilinearModel words =
        RankingModel.read(file)
            .words()
            .orElseThrow(
                () ->
                    new InvalidInputException(
                        file + " has learnt nothing about words: search ITEMS with it"));
    console.note(
        "note: an engine ranks by the words that "
            + file
            + " has learnt, not by its other signals: measure it with 'sors evaluate --run'");
    return words;
  }

  /** The terms to look for. */
  List<WeightedTerm> terms(String text) {
    return alpha == null
        ? expansion.positiveTerms(text, budget)
        : expansion.fusedTerms(text, alpha, budget);
  }

  /** Prints the query for a search server. */
  void printQuery(String text, QueryLanguage language, Console console) {
    console.print(language.body(field, terms(text), top));
  }

  /** Prints queries as the lines of one request, or one request per line. */
  void printQueries(List<BatchQuery> queries, QueryLanguage language, Console console) {
    for (BatchQuery query : queries) {
      console.print(language.lines(field, terms(query.text()), top));
    }
  }

  /** Searches and prints the hits, with the terms if requested. */
  void search(
      String text, Path folder, String nameField, boolean explain, boolean json, Console console)
      throws IOException {
    List<WeightedTerm> terms = terms(text);
    List<TextHit> hits = TextIndexSearch.search(folder, field, nameField, terms, top);
    if (json) {
      Map<String, Object> result = new LinkedHashMap<>();
      result.put("query", TextQuery.described(text));
      result.put("hits", hits);
      if (explain) {
        result.put("terms", terms);
      }
      console.printJson(result);
      return;
    }
    console.print(TextTable.cut(TextQuery.title(text), TextTable.SCREEN));
    console.print("");
    TextTable table = new TextTable("rank", "score", "<name");
    for (int rank = 0; rank < hits.size(); rank++) {
      TextHit hit = hits.get(rank);
      table.add(Integer.toString(rank + 1), Formatting.decimal(hit.score()), hit.name());
    }
    table.print(console);
    if (explain) {
      List<String> listed = new ArrayList<>();
      terms.forEach(
          term -> listed.add(String.format(Locale.ROOT, "%s^%.3f", term.term(), term.weight())));
      console.print("");
      Formatting.wrapped("looked for " + String.join(" ", listed), TextTable.SCREEN)
          .forEach(console::print);
    }
  }
}

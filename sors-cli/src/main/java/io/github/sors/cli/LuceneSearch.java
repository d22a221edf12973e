package io.github.sors.cli;

import io.github.sors.io.ModelFile;
import io.github.sors.lucene.LearntExpansion;
import io.github.sors.lucene.QueryBodies;
import io.github.sors.lucene.TextIndexSearch;
import io.github.sors.lucene.TextIndexSearch.TextHit;
import io.github.sors.lucene.WeightedTerm;
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
 * @param text the typed text
 * @param field the text field
 * @param budget how many terms to use
 * @param top how many documents to find
 */
record LuceneSearch(LearntExpansion expansion, String text, String field, int budget, int top) {

  private static final int DEFAULT_BUDGET = 128;

  static LuceneSearch of(Path model, String text, String field, Integer budget, int top)
      throws IOException {
    return new LuceneSearch(
        new LearntExpansion(ModelFile.readMatrix(model)),
        text,
        field,
        budget == null ? DEFAULT_BUDGET : budget,
        top);
  }

  /** Prints the query for a search server. */
  void printQuery(QueryLanguage language, Console console) {
    List<WeightedTerm> terms = expansion.positiveTerms(text, budget);
    console.print(
        switch (language) {
          case ELASTICSEARCH -> QueryBodies.elasticsearch(field, terms, top);
          case SOLR -> QueryBodies.solr(field, terms, top);
        });
  }

  /** Searches and prints the hits, with the terms if requested. */
  void search(Path folder, String nameField, boolean explain, boolean json, Console console)
      throws IOException {
    List<TextHit> hits =
        TextIndexSearch.search(folder, field, nameField, expansion, text, budget, top);
    List<WeightedTerm> terms = explain ? expansion.positiveTerms(text, budget) : List.of();
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

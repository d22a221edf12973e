package io.github.sors.ranking;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What judgements say of queries and documents that are not there, as happens when a collection
 * lost documents after they were judged.
 *
 * @param queries judged queries that are unknown
 * @param documents judged documents that are unknown, of known queries
 * @param judgements how many judgements that concerns
 */
public record UnknownIds(Set<String> queries, Set<String> documents, long judgements) {

  private static final int SHOWN = 5;

  /** Compares judgements with the queries and documents that there are. */
  public static UnknownIds of(
      Judgements judgements, Set<String> knownQueries, Set<String> knownDocuments) {
    Set<String> queries = new LinkedHashSet<>();
    Set<String> documents = new LinkedHashSet<>();
    long count = 0;
    for (String query : judgements.queries()) {
      if (!knownQueries.contains(query)) {
        queries.add(query);
        count += judgements.of(query).size();
      } else {
        for (String document : judgements.of(query).keySet()) {
          if (!knownDocuments.contains(document)) {
            documents.add(document);
            count++;
          }
        }
      }
    }
    return new UnknownIds(queries, documents, count);
  }

  /** What to tell a person, a sentence each; empty if everything is known. */
  public List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (!queries.isEmpty()) {
      notes.add(queries.size() + " judged queries are unknown: " + listed(queries));
    }
    if (!documents.isEmpty()) {
      notes.add(documents.size() + " judged documents are unknown: " + listed(documents));
    }
    return notes;
  }

  private static String listed(Set<String> ids) {
    String first = String.join(", ", ids.stream().limit(SHOWN).toList());
    return ids.size() > SHOWN ? first + ", …" : first;
  }
}

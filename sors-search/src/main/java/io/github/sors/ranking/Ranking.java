package io.github.sors.ranking;

import io.github.sors.InvalidInputException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The documents that a search found for one query, best first.
 *
 * <p>The constructor puts them into the order of {@link ScoredDocument#BEST_FIRST}, in which
 * trec_eval reads a run: by score, and equal scores by id in descending order.
 *
 * <p>Threads: immutable. Failures: a document that occurs twice throws {@link
 * io.github.sors.InvalidInputException}.
 *
 * @param queryId the query
 * @param documents the documents, each once
 */
public record Ranking(String queryId, List<ScoredDocument> documents) {

  /** Sorts the documents and checks that each is there once. */
  public Ranking {
    List<ScoredDocument> sorted = new ArrayList<>(documents);
    sorted.sort(ScoredDocument.BEST_FIRST);
    Set<String> ids = new HashSet<>();
    for (ScoredDocument document : sorted) {
      if (!ids.add(document.id())) {
        throw new InvalidInputException(
            "query '"
                + queryId
                + "': expected each document once, found '"
                + document.id()
                + "' twice");
      }
    }
    documents = List.copyOf(sorted);
  }

  /** The ids of the documents, best first. */
  public List<String> ids() {
    return documents.stream().map(ScoredDocument::id).toList();
  }

  /** The best documents. */
  public Ranking top(int count) {
    return new Ranking(queryId, documents.subList(0, Math.min(count, documents.size())));
  }
}

package io.github.sors.ranking.learn;

import io.github.sors.BilinearModel;
import org.jspecify.annotations.Nullable;

/**
 * What was learnt, each part null if there is none.
 *
 * @param judged M, learnt from judgements
 * @param titles T, learnt from the titles of documents
 * @param encoded the documents, encoded by an encoder that was learnt from both
 */
record LearntParts(
    @Nullable BilinearModel judged,
    @Nullable BilinearModel titles,
    @Nullable EncodedDocuments encoded) {

  static final LearntParts NONE = new LearntParts(null, null, null);
}

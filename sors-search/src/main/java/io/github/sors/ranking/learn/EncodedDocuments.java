package io.github.sors.ranking.learn;

import io.github.sors.Similarity;
import io.github.sors.SparseVector;
import io.github.sors.encoder.EncoderModel;

/** The documents of a collection, encoded once. May be shared by threads. */
final class EncodedDocuments {

  private final EncoderModel model;
  private final Similarity.PreparedItems documents;
  private final int size;

  EncodedDocuments(EncoderModel model, SearchCollection collection) {
    this.model = model;
    this.documents = model.prepare(collection.documents());
    this.size = collection.size();
  }

  EncoderModel model() {
    return model;
  }

  /** The cosines of the encodings of a query and of all documents, by number. */
  double[] cosines(SparseVector query) {
    Similarity.NumberedScorer scorer = documents.scorerFor(query);
    double[] cosines = new double[size];
    for (int document = 0; document < size; document++) {
      cosines[document] = scorer.score(document);
    }
    return cosines;
  }
}

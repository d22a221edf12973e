package io.github.sors.ranking.fusion;

import io.github.sors.BilinearModel;
import io.github.sors.embedding.Adapter;
import io.github.sors.encoder.EncoderModel;
import io.github.sors.ranking.signal.AdaptedSignal;
import io.github.sors.ranking.signal.Bm25Signal;
import io.github.sors.ranking.signal.CosineSignal;
import io.github.sors.ranking.signal.EncoderSignal;
import io.github.sors.ranking.signal.FirstItemsSignal;
import io.github.sors.ranking.signal.JudgedNeighboursSignal;
import io.github.sors.ranking.signal.JudgedQuery;
import io.github.sors.ranking.signal.MatrixSignal;
import io.github.sors.ranking.signal.NeighbourSignal;
import io.github.sors.ranking.signal.RankingCollection;
import io.github.sors.ranking.signal.Rm3Signal;
import io.github.sors.ranking.signal.Signal;
import io.github.sors.ranking.signal.TextIndex;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was learnt, each part null if there is none.
 *
 * @param adapter M of embeddings
 * @param matrix a sparse M of terms, from feedback
 * @param titles the same from the titles of items
 * @param encoder an encoder of terms
 * @param judged the queries that people chose items for; empty if none are remembered
 * @param temperature the spread of the cosines of queries and items
 */
public record LearntParts(
    @Nullable Adapter adapter,
    @Nullable BilinearModel matrix,
    @Nullable BilinearModel titles,
    @Nullable EncoderModel encoder,
    List<JudgedQuery> judged,
    double temperature) {

  /** Nothing at all. */
  public static final LearntParts NONE = new LearntParts(null, null, null, null, List.of(), 0.05);

  /** Copies the list. */
  public LearntParts {
    judged = List.copyOf(judged);
  }

  /** Only the parts that a fusion uses. */
  public LearntParts only(Fusion fusion) {
    // which is made of others
    boolean first = fusion.weight(FirstItemsSignal.NAME) > 0;
    return new LearntParts(
        fusion.weight(AdaptedSignal.NAME) > 0 ? adapter : null,
        fusion.weight(MatrixSignal.FEEDBACK) > 0 ? matrix : null,
        fusion.weight(MatrixSignal.TITLES) > 0 || first ? titles : null,
        fusion.weight(EncoderSignal.NAME) > 0 || first ? encoder : null,
        fusion.weight(JudgedNeighboursSignal.NAME) > 0 ? judged : List.of(),
        temperature);
  }

  /** The signals that there are for a collection. */
  public List<Signal> signals(RankingCollection collection) {
    List<Signal> signals = new ArrayList<>();
    TextIndex text = collection.text();
    if (text != null) {
      signals.add(new Bm25Signal());
      signals.add(new Rm3Signal());
    }
    if (collection.embeddings() != null) {
      signals.add(new CosineSignal());
      signals.add(new NeighbourSignal());
      if (adapter != null) {
        signals.add(new AdaptedSignal(adapter));
      }
    }
    if (!judged.isEmpty()) {
      signals.add(new JudgedNeighboursSignal(collection, judged, temperature));
    }
    if (text != null && titles != null) {
      signals.add(new MatrixSignal(MatrixSignal.TITLES, titles));
    }
    if (text != null && matrix != null) {
      signals.add(new MatrixSignal(MatrixSignal.FEEDBACK, matrix));
    }
    if (text != null && encoder != null) {
      signals.add(new EncoderSignal(encoder, text));
      signals.add(new FirstItemsSignal(signals));
    }
    return signals;
  }
}

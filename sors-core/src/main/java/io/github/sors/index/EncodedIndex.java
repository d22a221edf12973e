package io.github.sors.index;

import io.github.sors.SparseVector;
import io.github.sors.encoder.EncoderModel;
import io.github.sors.encoder.row.Slabs;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Searches an index with an encoder: every item is encoded once and scored by the inner product of
 * the encodings, k steps per item.
 *
 * <p>Encodings are kept by segment, 4k bytes per item, and segments never change: what is added to
 * the index costs the encodings of its new segments alone. May be shared by threads; a search whose
 * view has segments that nobody prepared encodes them itself.
 */
public final class EncodedIndex {

  private final EncoderModel model;
  private final Map<Segment, float[][]> encodings = new ConcurrentHashMap<>();

  /** Creates a search with a model, for which nothing is encoded yet. */
  public EncodedIndex(EncoderModel model) {
    this.model = model;
  }

  /**
   * Encodes the items of a view, so that searches need not, and forgets those that the view no
   * longer has.
   *
   * @param betweenItems what to do after each item, such as resting
   */
  public void prepare(IndexView view, Runnable betweenItems) {
    Set<Segment> present = new HashSet<>();
    for (LiveSegment live : view.segments()) {
      present.add(live.segment());
      encodings(live.segment(), betweenItems);
    }
    encodings.keySet().retainAll(present);
  }

  private float[][] encodings(Segment segment, Runnable betweenItems) {
    float[][] known = encodings.get(segment);
    if (known != null) {
      return known;
    }
    float[][] encoded = new float[segment.size()][];
    for (int item = 0; item < encoded.length; item++) {
      encoded[item] = model.encodeItem(segment.vector(item));
      betweenItems.run();
    }
    encodings.put(segment, encoded);
    return encoded;
  }

  /**
   * Returns the items of the highest scores, best first; equal scores by id. Scores equal {@link
   * EncoderModel#score} bit for bit where the index keeps its items sparse.
   *
   * @param top how many to return, at least 1; all where there are fewer
   */
  public List<IndexHit> search(IndexView view, SparseVector query, int top, ItemFilter filter) {
    float[] ofQuery = model.encodeQuery(query);
    int k = model.encodingLength();
    return view.rank(
            (segment, scores) -> {
              float[][] ofItems = encodings(segment, () -> {});
              for (int item = 0; item < ofItems.length; item++) {
                scores[item] = Slabs.dot(ofQuery, ofItems[item], k);
              }
            },
            top,
            List.of(filter))
        .get(0);
  }
}

package io.github.sors.index;

import io.github.sors.SparseVector;
import io.github.sors.encoder.EncoderModel;
import io.github.sors.encoder.row.Slabs;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Searches an index with an encoder: every item is encoded once, and its score is the inner product
 * of two encodings of length k.
 *
 * <p>Encodings are cached per segment, 4k bytes per item. Segments never change, so an update of
 * the index only needs the encodings of its new segments.
 *
 * <p>Threads: any thread may search and prepare; two that need the same segment may both encode it.
 * Failures: a number of hits below 1 throws {@link IllegalArgumentException}; what {@code
 * betweenItems} throws ends the preparation, and segments that were complete stay encoded.
 */
public final class EncodedIndex {

  private final EncoderModel model;
  private final Map<Segment, float[][]> encodings = new ConcurrentHashMap<>();

  /** Creates a search with a model; encodes nothing yet. */
  public EncodedIndex(EncoderModel model) {
    this.model = model;
  }

  /** Encodes the items of a view in advance, with all processors. */
  public void prepare(IndexView view) {
    for (LiveSegment live : view.segments()) {
      encodings(live.segment());
    }
  }

  /**
   * Encodes the items of a view in advance, in this thread, and drops the encodings of segments
   * that are not in the view.
   *
   * @param betweenItems called after each item, for example to pause
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
    Function<SparseVector, float[]> encoder = model.itemEncoder();
    for (int item = 0; item < encoded.length; item++) {
      encoded[item] = encoder.apply(segment.vector(item));
      betweenItems.run();
    }
    encodings.put(segment, encoded);
    return encoded;
  }

  /** The encodings of a segment; somebody waits for them, so all processors compute them. */
  private float[][] encodings(Segment segment) {
    float[][] encoded = encodings.get(segment);
    if (encoded == null) {
      // not within computeIfAbsent: a thread that waits for others may take up another search
      encoded = model.encodeItems(segment.size(), segment::vector);
      encodings.put(segment, encoded);
    }
    return encoded;
  }

  /**
   * Returns the items of the highest scores, best first; equal scores by id. Scores are
   * bit-identical to {@link EncoderModel#score} for sparse items.
   *
   * @param top how many to return, at least 1; fewer if the index has fewer
   */
  public List<IndexHit> search(IndexView view, SparseVector query, int top, ItemFilter filter) {
    float[] ofQuery = model.encodeQuery(query);
    int k = model.encodingLength();
    return view.rank(
            (segment, scores) -> {
              float[][] ofItems = encodings(segment);
              for (int item = 0; item < ofItems.length; item++) {
                scores[item] = Slabs.dot(ofQuery, ofItems[item], k);
              }
            },
            top,
            List.of(filter))
        .get(0);
  }
}

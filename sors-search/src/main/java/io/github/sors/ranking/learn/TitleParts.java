package io.github.sors.ranking.learn;

import io.github.sors.BilinearModel;
import io.github.sors.encoder.EncoderModel;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was learnt from the titles of documents.
 *
 * @param matrix T; null if there are no titles
 * @param encoders encoders to start from, by the length of their encodings
 */
record TitleParts(@Nullable BilinearModel matrix, Map<Integer, EncoderModel> encoders) {

  static final TitleParts NONE = new TitleParts(null, Map.of());
}

package io.github.sors.ranking.learn;

import io.github.sors.BilinearModel;

/**
 * What was learnt, each from the identity.
 *
 * @param judged M, learnt from judgements; null if there is none
 * @param titles T, learnt from the titles of documents; null if there is none
 */
record LearntMatrices(BilinearModel judged, BilinearModel titles) {

  static final LearntMatrices NONE = new LearntMatrices(null, null);
}

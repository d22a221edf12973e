package io.github.sors.ranking.learn;

import io.github.sors.SparseVector;
import io.github.sors.data.triplet.TripletSource;
import java.util.List;

/**
 * Triplets and the vectors that their rows are numbers of.
 *
 * @param source the triplets
 * @param vectors the vectors
 */
record TripletVectors(TripletSource source, List<SparseVector> vectors) {}

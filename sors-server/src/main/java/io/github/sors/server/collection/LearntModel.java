package io.github.sors.server.collection;

import io.github.sors.BilinearModel;
import io.github.sors.LearningProgress;

/**
 * What a collection has learnt at some moment.
 *
 * @param matrix the similarity, without names and provenance
 * @param progress how far the learner had come
 * @param recentLoss the mean loss of the latest rounds, each before its update
 */
public record LearntModel(BilinearModel matrix, LearningProgress progress, double recentLoss) {}

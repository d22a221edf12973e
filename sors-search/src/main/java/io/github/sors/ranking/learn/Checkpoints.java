package io.github.sors.ranking.learn;

import io.github.sors.Model;

/**
 * Takes the models at several points of learning.
 *
 * @param <M> the kind of model
 */
@FunctionalInterface
interface Checkpoints<M extends Model> {

  /**
   * Takes a model.
   *
   * @param number which of the points it is, from 0
   */
  void reached(int number, M model);
}

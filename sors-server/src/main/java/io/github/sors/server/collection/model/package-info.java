/**
 * How a collection learns: one {@link io.github.sors.server.collection.model.CollectionLearner} for
 * each kind of model, the model that it starts from, and the test whether what was learnt is better
 * than that.
 *
 * <p>A learner sees vectors and comparisons, never items or files of the log. The file of the start
 * model is the only one that is read here.
 */
@NullMarked
package io.github.sors.server.collection.model;

import org.jspecify.annotations.NullMarked;

package io.github.sors.lab;

import io.github.sors.Similarities;
import io.github.sors.Similarity;
import io.github.sors.tune.Grid;
import io.github.sors.tune.LearntSimilarity;
import io.github.sors.tune.Method;
import io.github.sors.tune.Parameters;
import io.github.sors.tune.TrainingTask;

/** A similarity that needs no learning, with the identity as its matrix: a baseline. */
final class UnlearntMethod implements Method {

  static final Method EUCLIDEAN =
      new UnlearntMethod("euclidean", "Euclidean", Similarities.euclidean());
  static final Method COSINE = new UnlearntMethod("cosine", "cosine", Similarities.cosine());

  private final String name;
  private final String title;
  private final Similarity similarity;

  private UnlearntMethod(String name, String title, Similarity similarity) {
    this.name = name;
    this.title = title;
    this.similarity = similarity;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String title() {
    return title;
  }

  @Override
  public Kind kind() {
    return Kind.UNLEARNT;
  }

  @Override
  public Grid grid() {
    return new Grid();
  }

  @Override
  public Parameters defaults() {
    return Parameters.NONE;
  }

  @Override
  public LearntSimilarity train(TrainingTask task) {
    return new LearntSimilarity(similarity, task.dimension(), task.dimension(), 0, 0);
  }
}

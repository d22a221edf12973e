package io.github.sors.ranking.signal;

import io.github.sors.BilinearModel;
import io.github.sors.SparseVector;
import java.util.List;

/**
 * BM25 of the terms of the query and of those that a sparse M adds: the score of Mᵀq, where M was
 * learnt from feedback, or from the titles of items and their texts, and was I before.
 */
public final class MatrixSignal implements Signal {

  /** The name of the signal of what was learnt from feedback. */
  public static final String FEEDBACK = "terms";

  /** The name of the signal of what was learnt from titles. */
  public static final String TITLES = "titles";

  private static final int SHOWN = 5;

  private final String name;
  private final BilinearModel matrix;

  /** Creates the signal of a learnt M. */
  public MatrixSignal(String name, BilinearModel matrix) {
    this.name = name;
    this.matrix = matrix;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public double[] scores(Question question, Candidates candidates) {
    TextIndex text = question.collection().text();
    return text == null || question.terms().size() == 0
        ? Unknown.all(candidates)
        : text.scores(expanded(question, text), candidates);
  }

  private SparseVector expanded(Question question, TextIndex text) {
    return TermWeights.none(text.terms()).plus(1, matrix.expand(question.terms())).all();
  }

  @Override
  public String words() {
    return name.equals(TITLES)
        ? "has words that go with those titles"
        : "has words that were chosen for those of the query";
  }

  @Override
  public List<String> evidence(Question question, int item, boolean namingQueries) {
    TextIndex text = question.collection().text();
    return text == null
        ? List.of()
        : Evidence.ofTerms(question, expanded(question, text), item, SHOWN);
  }
}

package io.github.sors.ranking.signal;

import io.github.sors.BilinearModel;
import io.github.sors.SparseVector;
import java.util.List;

/**
 * Terms that a sparse M adds to those of the query: BM25 of (M - I)ᵀq, where M was learnt from
 * feedback, or from the titles of items and their texts.
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
        : text.scores(added(question, text), candidates);
  }

  private SparseVector added(Question question, TextIndex text) {
    SparseVector query = question.terms();
    return TermWeights.none(text.terms()).plus(1, matrix.expand(query)).plus(-1, query).all();
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
        : Evidence.ofTerms(question, added(question, text), item, SHOWN);
  }
}

package io.github.sors.spark.model;

import io.github.sors.SparseVector;
import java.io.Serializable;
import org.apache.spark.ml.linalg.Vector;

/** The rows of a model inside a task. */
public interface RowTable extends Serializable {

  /** Mᵀx, or e(x), of a normalised vector. */
  Vector expand(SparseVector vector);

  /** The similarity of two normalised vectors. */
  double score(SparseVector query, SparseVector item);
}

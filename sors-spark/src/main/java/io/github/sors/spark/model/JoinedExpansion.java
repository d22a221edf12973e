package io.github.sors.spark.model;

import io.github.sors.SparseVector;
import io.github.sors.spark.input.ShippedNormalization;
import io.github.sors.spark.input.SparkVectors;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.Optional;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;
import scala.Tuple2;

/**
 * Expands or encodes vectors with a model that is too large for broadcasting: each feature of a
 * vector is joined with its row, and the rows of a vector are summed in the order of its features.
 */
public final class JoinedExpansion {

  private JoinedExpansion() {}

  /** Adds the expansion of one column in another; the order of the rows may change. */
  public static Dataset<Row> expand(
      Dataset<Row> dataset,
      String source,
      String target,
      ShippedNormalization normalization,
      ModelHeader header,
      Dataset<ModelRow> model) {
    int column = dataset.schema().fieldIndex(source);
    JavaPairRDD<Long, Row> numbered = dataset.javaRDD().zipWithIndex().mapToPair(Tuple2::swap);
    JavaPairRDD<Integer, Term> features =
        numbered.flatMapToPair(
            row -> {
              SparseVector query = normalization.apply(row._2().getAs(column));
              List<Tuple2<Integer, Term>> terms = new ArrayList<>();
              for (int a = 0; a < query.size(); a++) {
                terms.add(
                    new Tuple2<>(
                        query.index(a), new Term(row._1(), query.index(a), query.value(a))));
              }
              return terms.iterator();
            });
    JavaPairRDD<Integer, ModelRow> rows =
        model.javaRDD().mapToPair(row -> new Tuple2<>(row.getRow(), row));
    JavaPairRDD<Long, Vector> expansions =
        features
            .leftOuterJoin(rows)
            .mapToPair(
                joined -> {
                  Term term = joined._2()._1();
                  Optional<ModelRow> row = joined._2()._2();
                  return new Tuple2<>(term.query, row.isPresent() ? term.with(row.get()) : term);
                })
            .groupByKey()
            .mapValues(terms -> sum(terms, header));
    JavaRDD<Row> joined =
        numbered
            .leftOuterJoin(expansions)
            .map(
                row -> {
                  Row before = row._2()._1();
                  Object[] values = new Object[before.size() + 1];
                  for (int c = 0; c < before.size(); c++) {
                    values[c] = before.get(c);
                  }
                  values[before.size()] =
                      row._2()._2().isPresent() ? row._2()._2().get() : sum(List.of(), header);
                  return RowFactory.create(values);
                });
    StructType schema = dataset.schema().add(target, SQLDataTypes.VectorType());
    return dataset.sparkSession().createDataFrame(joined, schema);
  }

  private static Vector sum(Iterable<Term> unordered, ModelHeader header) {
    List<Term> terms = new ArrayList<>();
    unordered.forEach(terms::add);
    terms.sort(Comparator.comparingInt(term -> term.feature));
    return header.getEncodingLength() == null ? expansion(terms, header) : encoding(terms, header);
  }

  private static Vector expansion(List<Term> terms, ModelHeader header) {
    RowSum sum = new RowSum(header.getItemDimension());
    for (Term term : terms) {
      if (term.row == null) {
        sum.addEntry(term.weight, term.feature, header.getUntouchedDiagonal());
      } else {
        sum.add(term.weight, term.row.getColumns(), term.row.getValues());
      }
    }
    return sum.vector();
  }

  private static Vector encoding(List<Term> terms, ModelHeader header) {
    int[] features = terms.stream().mapToInt(term -> term.feature).toArray();
    float[] weights = new float[features.length];
    List<ModelRow> rows = new ArrayList<>();
    for (int a = 0; a < weights.length; a++) {
      weights[a] = terms.get(a).weight;
      if (terms.get(a).row != null) {
        rows.add(terms.get(a).row);
      }
    }
    return SparkVectors.dense(
        new EncoderTable(header, rows).encode(SparseVector.ofTrusted(features, weights)));
  }

  /** One feature of a query, and its row of M once that is found. */
  private static final class Term implements Serializable {

    private static final long serialVersionUID = 1;

    private final long query;
    private final int feature;
    private final float weight;
    private ModelRow row;

    Term(long query, int feature, float weight) {
      this.query = query;
      this.feature = feature;
      this.weight = weight;
    }

    Term with(ModelRow newRow) {
      Term term = new Term(query, feature, weight);
      term.row = newRow;
      return term;
    }
  }
}

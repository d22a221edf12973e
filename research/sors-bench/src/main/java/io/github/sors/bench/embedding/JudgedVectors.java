package io.github.sors.bench.embedding;

import io.github.sors.adapter.ExactEmbeddingSearch;
import io.github.sors.data.fit.UnitSplit;
import io.github.sors.data.format.NumpyMatrix;
import io.github.sors.embedding.EmbeddingArray;
import io.github.sors.embedding.EmbeddingSpace;
import io.github.sors.embedding.Embeddings;
import io.github.sors.live.Ranker;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A test collection of search as embeddings: documents, queries, and which documents answer which
 * query.
 *
 * @param queries the vectors of the queries that have an answer
 * @param answers the documents that answer each query
 */
record JudgedVectors(String name, Embeddings items, List<float[]> queries, List<int[]> answers) {

  static final int FOLDS = 5;

  /** The queries in parts; each part is measured with what was learnt from the others. */
  UnitSplit folds(long seed) {
    return UnitSplit.inParts(IntStream.range(0, queries.size()).toArray(), FOLDS, seed);
  }

  /** Reads a collection from a folder of data, as its README describes it. */
  static JudgedVectors read(Path data, String name) throws IOException {
    Path vectors = data.resolve("embeddings");
    NumpyMatrix documents = NumpyMatrix.read(vectors.resolve(name + "-docs.npy"));
    NumpyMatrix all = NumpyMatrix.read(vectors.resolve(name + "-queries.npy"));
    EmbeddingSpace space = new EmbeddingSpace("measured", documents.columns());
    Path folder = data.resolve("ir").resolve(name);
    List<String> ids =
        Files.readAllLines(folder.resolve("queries.tsv"), StandardCharsets.UTF_8).stream()
            .map(line -> line.substring(0, line.indexOf('\t')))
            .toList();
    List<List<Integer>> judged = new ArrayList<>();
    ids.forEach(id -> judged.add(new ArrayList<>()));
    for (String line : Files.readAllLines(folder.resolve("qrels.txt"), StandardCharsets.UTF_8)) {
      String[] fields = line.trim().split("\\s+", -1);
      int query = ids.indexOf(fields[0]);
      // documents are numbered from 1 in the files
      int document = Integer.parseInt(fields[2]) - 1;
      if (query >= 0 && Integer.parseInt(fields[3]) > 0 && document < documents.size()) {
        judged.get(query).add(document);
      }
    }
    List<float[]> queries = new ArrayList<>();
    List<int[]> answers = new ArrayList<>();
    for (int k = 0; k < judged.size(); k++) {
      if (!judged.get(k).isEmpty()) {
        queries.add(space.unit(all.row(k), "query " + ids.get(k)));
        answers.add(judged.get(k).stream().mapToInt(Integer::intValue).distinct().toArray());
      }
    }
    Embeddings items =
        EmbeddingArray.copyOf(
            space, IntStream.range(0, documents.size()).mapToObj(documents::row).toList());
    return new JudgedVectors(name, items, queries, answers);
  }

  /** The mean average precision of a ranking of all documents, over some queries. */
  double meanAveragePrecision(Ranker<float[]> ranker, int[] someQueries) {
    return Arrays.stream(someQueries)
        .mapToDouble(query -> averagePrecision(ranker, query))
        .average()
        .orElseThrow();
  }

  private double averagePrecision(Ranker<float[]> ranker, int query) {
    int[] order = ranker.first(queries.get(query), items.size());
    boolean[] isAnswer = new boolean[items.size()];
    for (int answer : answers.get(query)) {
      isAnswer[answer] = true;
    }
    double sum = 0;
    int found = 0;
    for (int rank = 0; rank < order.length; rank++) {
      if (isAnswer[order[rank]]) {
        found++;
        sum += found / (rank + 1.0);
      }
    }
    return sum / answers.get(query).length;
  }

  /** The share of the embeddings' first ten that a ranking leaves there. */
  double firstTenLeft(Ranker<float[]> ranker, int[] someQueries) {
    ExactEmbeddingSearch start = new ExactEmbeddingSearch(items);
    return Arrays.stream(someQueries)
        .mapToDouble(
            query -> {
              int[] found = ranker.first(queries.get(query), 10);
              return Arrays.stream(start.first(queries.get(query), 10))
                      .filter(item -> Arrays.stream(found).anyMatch(other -> other == item))
                      .count()
                  / 10.0;
            })
        .average()
        .orElseThrow();
  }

  boolean answers(int query, int document) {
    return IntStream.of(answers.get(query)).anyMatch(answer -> answer == document);
  }
}

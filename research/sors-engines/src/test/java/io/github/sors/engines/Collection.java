package io.github.sors.engines;

import io.github.sors.BilinearModel;
import io.github.sors.data.item.Item;
import io.github.sors.data.item.ItemOptions;
import io.github.sors.data.item.ItemReader;
import io.github.sors.data.item.ItemSource;
import io.github.sors.lucene.LearntExpansion;
import io.github.sors.lucene.WeightedTerm;
import io.github.sors.lucene.text.Vectorizer;
import io.github.sors.lucene.text.VectorizerOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.lucene.search.IndexSearcher;

/**
 * Documents, and queries that a model expands. What the model has learnt is random here: a server
 * must rank by any weights in the same way as Lucene does.
 */
record Collection(String name, List<Item> documents, List<String> queries) {

  private static final int MOST_QUERIES = 40;
  private static final int LEARNT_PER_TERM = 12;

  /** Written so that stop words, endings, possessives, numbers and quotes are all analysed. */
  private static final List<String> WORDS =
      List.of(
          "the",
          "of",
          "and",
          "wings",
          "wing's",
          "flows",
          "flowing",
          "Heat",
          "heated",
          "3.14",
          "boundary-layer",
          "50%",
          "layers",
          "Mach",
          "supersonic",
          "pressure",
          "pressures",
          "body",
          "bodies",
          "\"quoted\"",
          "a_b",
          "naïve",
          "theory",
          "theories",
          "drag",
          "shock",
          "shocks",
          "tunnel",
          "testing",
          "tested",
          "e.g",
          "u.s",
          "velocity",
          "lift",
          "plates",
          "edge");

  static Collection generated() {
    Random random = new Random(17);
    List<Item> documents = new ArrayList<>();
    for (int k = 0; k < 400; k++) {
      documents.add(Item.ofText("d" + k, "", text(random, 3 + random.nextInt(60))));
    }
    // no term, and one that BM25 has to count many times
    documents.add(Item.ofText("empty", "", "the of"));
    documents.add(Item.ofText("long", "", "shock ".repeat(500)));
    List<String> queries = new ArrayList<>();
    for (int k = 0; k < 30; k++) {
      queries.add(text(random, 1 + k % 6));
    }
    queries.add("wings wings wings drag");
    queries.add("nothing here is known but drag");
    return new Collection("generated", documents, queries);
  }

  /** A test collection in the folder that {@code SORS_DATA} names; null where it is absent. */
  static Collection published(String name) throws IOException {
    String data = System.getenv("SORS_DATA");
    Path folder = data == null ? null : Path.of(data, "ir", name);
    if (folder == null || !Files.isDirectory(folder)) {
      return null;
    }
    List<Item> documents = new ArrayList<>();
    ItemReader.open(folder.resolve("docs.jsonl.gz"), ItemOptions.DEFAULT).forEach(documents::add);
    List<String> queries = new ArrayList<>();
    List<String> lines = Files.readAllLines(folder.resolve("queries.tsv"));
    for (String line : lines.subList(0, Math.min(MOST_QUERIES, lines.size()))) {
      queries.add(line.substring(line.indexOf('\t') + 1));
    }
    return new Collection(name, documents, queries);
  }

  private static String text(Random random, int length) {
    List<String> words = new ArrayList<>();
    for (int k = 0; k < length; k++) {
      double u = random.nextDouble();
      words.add(WORDS.get((int) (u * u * WORDS.size())));
    }
    return String.join(" ", words);
  }

  ItemSource source() {
    return ItemSource.of(documents);
  }

  /** A term, and 1,023 that are nowhere. */
  static List<WeightedTerm> asManyTermsAsPossible(String term) {
    List<WeightedTerm> terms = new ArrayList<>(List.of(new WeightedTerm(term, 1)));
    while (terms.size() < IndexSearcher.getMaxClauseCount()) {
      terms.add(new WeightedTerm("nowhere" + terms.size(), 1));
    }
    return terms;
  }

  /** What each query looks for. */
  Map<String, List<WeightedTerm>> fusedQueries() throws IOException {
    LearntExpansion expansion = new LearntExpansion(model());
    Map<String, List<WeightedTerm>> fused = new LinkedHashMap<>();
    for (String query : queries) {
      List<WeightedTerm> terms = expansion.fusedTerms(query, 0.5, 30);
      if (!terms.isEmpty()) {
        fused.put(query, terms);
      }
    }
    return fused;
  }

  private BilinearModel model() throws IOException {
    Vectorizer vectorizer = Vectorizer.fit(source(), VectorizerOptions.BM25);
    int dimension = vectorizer.dimension();
    Random random = new Random(4);
    long[] starts = new long[dimension + 1];
    int[] columns = new int[dimension * LEARNT_PER_TERM];
    float[] values = new float[columns.length];
    for (int row = 0; row < dimension; row++) {
      int[] learnt = random.ints(0, dimension).distinct().limit(LEARNT_PER_TERM).sorted().toArray();
      for (int k = 0; k < LEARNT_PER_TERM; k++) {
        columns[row * LEARNT_PER_TERM + k] = learnt[k];
        values[row * LEARNT_PER_TERM + k] = (float) random.nextGaussian();
      }
      starts[row + 1] = starts[row] + LEARNT_PER_TERM;
    }
    return BilinearModel.ofRows(dimension, dimension, starts, columns, values)
        .withFeatureNames(vectorizer.featureNames())
        .withRecipe(vectorizer.recipe());
  }
}

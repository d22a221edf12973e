package io.github.sors.ranking.learn;

import io.github.sors.BilinearModel;
import io.github.sors.FeatureRecipe;
import io.github.sors.InvalidInputException;
import io.github.sors.Model;
import io.github.sors.data.item.ItemSource;
import io.github.sors.encoder.EncoderModel;
import io.github.sors.io.ModelFile;
import io.github.sors.lucene.EncodingIndex;
import io.github.sors.lucene.text.Vectorizer;
import io.github.sors.ranking.Ranking;
import io.github.sors.ranking.Run;
import io.github.sors.ranking.SearchQuery;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A learnt ranking that is ready to use: one model I + α(M − I) + γ(T − I), whose similarity is
 * BM25 fused with what was learnt, an encoder if one was chosen, and how to search with them.
 *
 * <p>The model can be used like any other, and so can the encoder, which has a file of its own
 * beside that of the model. The number of terms and the weights of feedback and encoder are
 * settings of the model's recipe, {@code search.terms}, {@code search.beta} and {@code
 * search.delta}.
 *
 * <p>Threads: immutable; a searcher may be shared, too. Failures: a file that holds no such model,
 * or whose encoder is missing or another, throws {@link io.github.sors.InvalidInputException}, a
 * disk {@link java.io.IOException}. The encoder and the model are two files, each of them complete
 * or absent; if the second cannot be written, reading refuses the pair.
 */
public final class SearchModel {

  private static final String ALPHA = "search.alpha";
  private static final String GAMMA = "search.gamma";
  private static final String TERMS = "search.terms";
  private static final String BETA = "search.beta";
  private static final String DELTA = "search.delta";
  private static final String ENCODER = "search.encoder";
  private static final String QUERY_FIELDS = "search.queryFields";
  private static final String SEPARATOR = "\n";
  private static final String SUFFIX = ".sors";

  private final BilinearModel model;
  private final Fusion fusion;
  // null if the fusion needs none
  private final @Nullable EncoderModel encoder;

  private SearchModel(BilinearModel model, Fusion fusion, @Nullable EncoderModel encoder) {
    this.model = model;
    this.fusion = fusion;
    this.encoder = encoder;
  }

  /**
   * Puts what was learnt and a fusion together.
   *
   * @param learnt what was learnt, of the same terms as the collection
   * @param collection whose vectorizer the model keeps
   * @param training how it was learnt
   */
  static SearchModel of(
      LearntParts learnt,
      Fusion fusion,
      SearchCollection collection,
      Map<String, String> training) {
    Vectorizer vectorizer = collection.vectorizer();
    FeatureRecipe recipe = vectorizer.recipe();
    Map<String, String> settings = new TreeMap<>(recipe.settings());
    settings.put(ALPHA, Double.toString(fusion.alpha()));
    settings.put(GAMMA, Double.toString(fusion.gamma()));
    settings.put(TERMS, Integer.toString(fusion.terms()));
    settings.put(BETA, Double.toString(fusion.beta()));
    settings.put(DELTA, Double.toString(fusion.delta()));
    List<String> queryNames = new ArrayList<>(vectorizer.featureNames());
    queryNames.addAll(collection.queryFeatures().names());
    settings.put(QUERY_FIELDS, String.join(SEPARATOR, collection.queryFeatures().fields()));
    EncoderModel encoder = null;
    if (fusion.delta() > 0) {
      if (learnt.encoded() == null) {
        throw new IllegalArgumentException("expected an encoder, as the fusion needs one");
      }
      EncoderModel plain = learnt.encoded().model();
      encoder =
          (EncoderModel)
              plain
                  .withFeatureNames(queryNames)
                  .withRecipe(new FeatureRecipe(recipe.settings(), weights(recipe, queryNames)))
                  .withProvenance(plain.provenance().withTraining(training));
      settings.put(ENCODER, EncodingIndex.fingerprint(encoder));
    }
    BilinearModel matrix = learnt.judged() != null ? learnt.judged() : learnt.titles();
    if (matrix == null) {
      throw new IllegalArgumentException("expected a matrix that was learnt, found none");
    }
    BilinearModel fused =
        fused(learnt, collection.features(), collection.terms(), fusion)
            .withFeatureNames(
                queryNames.size() == collection.terms() ? vectorizer.featureNames() : queryNames,
                vectorizer.featureNames())
            .withRecipe(new FeatureRecipe(settings, recipe.weights()))
            .withProvenance(matrix.provenance().withTraining(training));
    return new SearchModel(fused, fusion, encoder);
  }

  /** The weights of a recipe, with 1 for each feature that only queries have. */
  private static float[] weights(FeatureRecipe recipe, List<String> queryNames) {
    float[] weights = Arrays.copyOf(recipe.weights(), queryNames.size());
    Arrays.fill(weights, recipe.weights().length, weights.length, 1);
    return weights;
  }

  /** The file of the encoder that belongs to the file of a model. */
  public static Path encoderFile(Path file) {
    String name = file.getFileName().toString();
    String stem = name.endsWith(SUFFIX) ? name.substring(0, name.length() - SUFFIX.length()) : name;
    return file.resolveSibling(stem + "-encoder" + SUFFIX);
  }

  /**
   * Writes the model, and beside it the encoder if there is one; otherwise removes the encoder that
   * an earlier model of this file had.
   */
  public void write(Path file) throws IOException {
    if (encoder != null) {
      ModelFile.write(encoder, encoderFile(file));
    }
    ModelFile.write(model, file);
    if (encoder == null) {
      Files.deleteIfExists(encoderFile(file));
    }
  }

  /**
   * Reads a model of {@code sors search-learn}, with its encoder if it has one.
   *
   * @throws InvalidInputException if the file holds no such model, or the encoder is missing or
   *     another one
   */
  public static SearchModel read(Path file) throws IOException {
    Model read = ModelFile.read(file);
    Fusion fusion = fusion(read);
    if (fusion.delta() == 0) {
      return new SearchModel((BilinearModel) read, fusion, null);
    }
    Path beside = encoderFile(file);
    if (!Files.exists(beside)) {
      throw new InvalidInputException(
          file + " ranks with an encoder: expected it in " + beside + ", found no such file");
    }
    if (ModelFile.read(beside) instanceof EncoderModel encoder
        && EncodingIndex.fingerprint(encoder).equals(read.recipe().settings().get(ENCODER))) {
      return new SearchModel((BilinearModel) read, fusion, encoder);
    }
    throw new InvalidInputException(
        beside + " is not the encoder that was learnt with " + file + ": learn both again");
  }

  /** Whether a model is one of {@code sors search-learn}. */
  public static boolean isOne(Model model) {
    return model instanceof BilinearModel && model.recipe().settings().containsKey(TERMS);
  }

  /**
   * How a model of {@code sors search-learn} ranks.
   *
   * @throws InvalidInputException if it is none
   */
  public static Fusion fusion(Model model) {
    if (!isOne(model)) {
      throw new InvalidInputException(
          "expected a model of 'sors search-learn', found one without the settings of a search");
    }
    Map<String, String> settings = model.recipe().settings();
    try {
      return new Fusion(
          Double.parseDouble(settings.get(ALPHA)),
          Double.parseDouble(settings.get(GAMMA)),
          Double.parseDouble(settings.get(BETA)),
          Double.parseDouble(settings.getOrDefault(DELTA, "0")),
          Integer.parseInt(settings.get(TERMS)));
    } catch (NumberFormatException | NullPointerException e) {
      throw new InvalidInputException(
          "expected numbers as the settings of a search, found "
              + settings.get(ALPHA)
              + ", "
              + settings.get(GAMMA)
              + ", "
              + settings.get(BETA)
              + ", "
              + settings.get(DELTA)
              + " and "
              + settings.get(TERMS),
          e);
    }
  }

  /**
   * I + α(M − I) + γ(T − I).
   *
   * @param rows the number of features of queries
   * @param terms the number of features of documents, which are the first of those
   */
  static BilinearModel fused(LearntParts learnt, int rows, int terms, Fusion fusion) {
    Part judged = new Part(learnt.judged(), fusion.alpha(), terms);
    Part titles = new Part(learnt.titles(), fusion.gamma(), terms);
    long[] starts = new long[rows + 1];
    long most = (long) terms + judged.size() + titles.size();
    int[] columns = new int[Math.toIntExact(most)];
    float[] values = new float[columns.length];
    int size = 0;
    for (int row = 0; row < rows; row++) {
      judged.start(row);
      titles.start(row);
      int ownLeft = row < terms ? row : Part.END;
      while (true) {
        int column = Math.min(ownLeft, Math.min(judged.column(), titles.column()));
        if (column == Part.END) {
          break;
        }
        double value = judged.take(column) + titles.take(column);
        if (column == row) {
          value += 1 - judged.factor() - titles.factor();
          ownLeft = Part.END;
        }
        size = add(column, value, columns, values, size);
      }
      starts[row + 1] = size;
    }
    return BilinearModel.ofRows(
        rows, terms, starts, Arrays.copyOf(columns, size), Arrays.copyOf(values, size));
  }

  /** A multiple of a matrix, read entry by entry. */
  private static final class Part {

    static final int END = Integer.MAX_VALUE;

    private final @Nullable BilinearModel matrix;
    private final double factor;
    private final int terms;
    private int next;
    private int end;

    Part(@Nullable BilinearModel matrix, double factor, int terms) {
      this.terms = terms;
      this.matrix = factor == 0 ? null : matrix;
      this.factor = this.matrix == null ? 0 : factor;
    }

    double factor() {
      return factor;
    }

    int size() {
      return matrix == null ? 0 : matrix.nonZeros();
    }

    void start(int row) {
      if (matrix == null || row >= matrix.queryDimension()) {
        next = 0;
        end = 0;
      } else {
        next = matrix.rowStart(row);
        end = matrix.rowEnd(row);
      }
    }

    int column() {
      // columns ascend, and those behind the terms belong to features of queries
      return matrix != null && next < end && matrix.columnArray()[next] < terms
          ? matrix.columnArray()[next]
          : END;
    }

    double take(int column) {
      return matrix != null && column() == column ? factor * matrix.valueArray()[next++] : 0;
    }
  }

  private static int add(int column, double value, int[] columns, float[] values, int size) {
    if ((float) value == 0) {
      return size;
    }
    columns[size] = column;
    values[size] = (float) value;
    return size + 1;
  }

  /** The model, to be written to a file. */
  public BilinearModel model() {
    return model;
  }

  /** How it was fused. */
  public Fusion fusion() {
    return fusion;
  }

  /** How texts become vectors. */
  public Vectorizer vectorizer() {
    return Vectorizer.restore(model.recipe(), model.itemFeatures());
  }

  /** Documents for this model, weighted as those that it was learnt from. */
  public SearchCollection collection(ItemSource records) throws IOException {
    String fields = model.recipe().settings().getOrDefault(QUERY_FIELDS, "");
    SearchCollection collection = SearchCollection.of(records, vectorizer());
    return fields.isEmpty()
        ? collection
        : collection.with(
            new QueryFeatures(
                List.of(fields.split(SEPARATOR, -1)),
                model.queryFeatures().subList(collection.terms(), model.queryDimension()),
                collection.terms()));
  }

  /** The encoder; null if the fusion needs none. */
  public @Nullable EncoderModel encoder() {
    return encoder;
  }

  /** Documents to rank, which {@link #collection} has read. */
  public Searcher searcher(SearchCollection collection) {
    return new Searcher(collection);
  }

  /** Ranks the documents of a collection. Immutable; may be shared by threads. */
  public final class Searcher {

    private final SearchCollection collection;
    private final LearntParts parts;

    private Searcher(SearchCollection collection) {
      this.collection = collection;
      this.parts =
          new LearntParts(
              model, null, encoder == null ? null : new EncodedDocuments(encoder, collection));
    }

    /**
     * Ranks the documents for a query.
     *
     * @param top how many documents at most
     */
    public Ranking search(SearchQuery query, int top) {
      return collection.ranking(query.id(), fused(query).scores(remaining()), top);
    }

    FusedQuery fused(SearchQuery query) {
      return new FusedQuery(collection, collection.query(query), parts);
    }
  }

  /** The fusion for the model, which has α and γ inside already. */
  Fusion remaining() {
    return new Fusion(1, 0, fusion.beta(), fusion.delta(), fusion.terms());
  }

  /** BM25's rankings of documents for many queries. */
  public static Run bm25(SearchCollection collection, List<SearchQuery> queries) {
    List<Ranking> rankings = new ArrayList<>();
    for (SearchQuery query : queries) {
      double[] scores = collection.scores(collection.query(query.text()));
      rankings.add(collection.ranking(query.id(), scores, SearchCollection.DEPTH));
    }
    return new Run(SearchExperiment.BM25, rankings);
  }

  /** Ranks documents for many queries. */
  public Run run(String name, SearchCollection collection, List<SearchQuery> queries, int top) {
    List<Ranking> rankings = new ArrayList<>();
    Searcher searcher = searcher(collection);
    queries.forEach(query -> rankings.add(searcher.search(query, top)));
    return new Run(name, rankings);
  }
}

package io.github.sors.cli.data;

import io.github.sors.FeatureRecipe;
import io.github.sors.InvalidInputException;
import io.github.sors.SparseVector;
import io.github.sors.cli.frame.Formatting;
import io.github.sors.cli.frame.OutputFiles;
import io.github.sors.cli.frame.ShellCommand;
import io.github.sors.cli.frame.Subcommand;
import io.github.sors.data.format.VectorFile;
import io.github.sors.data.item.Item;
import io.github.sors.data.item.ItemOptions;
import io.github.sors.data.item.ItemReader;
import io.github.sors.data.item.ItemSource;
import io.github.sors.lucene.text.Vectorizer;
import io.github.sors.lucene.text.VectorizerOptions;
import io.github.sors.lucene.text.Weighting;
import io.github.sors.ranking.SearchQuery;
import io.github.sors.ranking.file.QueryFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Turns raw texts and records into vectors. */
@Command(
    name = "vectorize",
    header = "Turn texts or records into vectors for 'sors train'.",
    customSynopsis = {
      "sors vectorize [OPTIONS] --output=FILE INPUT",
      "       sors vectorize --like=FILE [--queries] --output=FILE INPUT"
    },
    description = {
      "",
      "INPUT is a folder with one folder of text files per class, a tar archive of that, JSON"
          + " lines, CSV whose first line names the columns, or documents between <DOC> and </DOC> as"
          + " TREC has them; compressed or not. The vocabulary"
          + " and the recipe go into the output and from there into the model, so that a query"
          + " typed as text gets the same features.",
      "",
      "With --like, nothing is counted: queries or later records get the features of a model or of"
          + " other vectors.",
      ""
    },
    footer = {
      "",
      "Example: sors vectorize articles.tar.gz --analyzer english",
      "           --output articles.vectors",
      "Example: sors vectorize shop.csv --category-columns colour",
      "           --number-columns price --output shop.vectors",
      "Example: sors vectorize queries.tsv --queries --like news.sors",
      "           --output queries.vectors"
    })
public final class VectorizeCommand extends Subcommand {

  private static final List<String> SHAPING =
      List.of(
          "--analyzer",
          "--weights",
          "--k1",
          "--b",
          "--length",
          "--min-df",
          "--max-df",
          "--hash-bits",
          "--text-columns",
          "--category-columns",
          "--number-columns",
          "--bins");

  @Parameters(paramLabel = "INPUT", description = "A folder or a file.")
  private Path input;

  @Option(
      names = "--output",
      required = true,
      paramLabel = "FILE",
      description = "File to write the vectors to, usually NAME.vectors.")
  private Path output;

  @Option(
      names = "--like",
      paramLabel = "FILE",
      description =
          "Take the vocabulary and the recipe of this model or these vectors; no option below that"
              + " shapes features can be given.")
  private Path like;

  @Option(
      names = "--queries",
      description =
          "With --like: INPUT is queries, lines of 'id<TAB>text' or JSON with id and text, which"
              + " are weighted as queries.")
  private boolean queries;

  @Option(
      names = "--analyzer",
      paramLabel = "NAME",
      description =
          "How texts become terms: standard, a language such as english or german, simple,"
              + " whitespace, keyword, or ngrams-2-4 for short strings (default: standard).")
  private String analyzer = "standard";

  @Option(
      names = "--weights",
      paramLabel = "NAME",
      description =
          "count, log, tf-idf, or bm25 as search engines weight documents: text columns are then"
              + " one field, no feature is left out, and a query has counts (default: tf-idf).")
  private String weights = "tf-idf";

  @Option(
      names = "--k1",
      paramLabel = "X",
      description = "With --weights bm25: how late repetitions stop to count (default: 1.2).")
  private Double k1;

  @Option(
      names = "--b",
      paramLabel = "X",
      description = "With --weights bm25: how much the length counts, 0 to 1 (default: 0.75).")
  private Double b;

  @Option(
      names = "--length",
      paramLabel = "NAME",
      description =
          "l2: scale vectors to length 1; none: do not scale (default: l2; with --weights bm25:"
              + " none).")
  private String length;

  @Option(
      names = "--min-df",
      paramLabel = "N",
      description =
          "Leave out features that occur in fewer records (default: 2; with --weights bm25"
              + " 1).")
  private Integer minimumRecords;

  @Option(
      names = "--max-df",
      paramLabel = "X",
      description =
          "Leave out features that occur in a larger share of the records (default: 0.5; with"
              + " --weights bm25 1).")
  private Double maximumShare;

  @Option(
      names = "--hash-bits",
      paramLabel = "N",
      description = "Hash features to 2^N numbers instead of keeping a vocabulary.")
  private Integer hashBits;

  @Option(
      names = "--label-column",
      paramLabel = "NAME",
      description =
          "Column of the class (default: the one called label, class, category or target).")
  private String labelColumn;

  @Option(
      names = "--name-column",
      paramLabel = "NAME",
      description = "Column of the row name (default: the one called id, _id, docno or name).")
  private String nameColumn;

  @Option(
      names = "--text-columns",
      split = ",",
      paramLabel = "NAME",
      description = "Text columns (default: every column without another role).")
  private List<String> textColumns = List.of();

  @Option(
      names = "--category-columns",
      split = ",",
      paramLabel = "NAME",
      description = "Category columns; each value becomes one feature.")
  private List<String> categoryColumns = List.of();

  @Option(
      names = "--number-columns",
      split = ",",
      paramLabel = "NAME",
      description = "Numeric columns; each interval becomes one feature.")
  private List<String> numberColumns = List.of();

  @Option(
      names = "--bins",
      paramLabel = "N",
      description = "Number of intervals, with about equally many rows each (default: 10).")
  private int bins = 10;

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  private long rows;
  private long values;
  private long empty;
  private long withoutClass;
  private final Set<String> contentColumns = new LinkedHashSet<>();

  @Override
  public Integer call() throws IOException {
    OutputFiles.requireWritable(output);
    OutputFiles.requireOther(output, input);
    if (queries && like == null) {
      throw new InvalidInputException(
          "--queries needs --like, the model that the queries are for: queries have no vocabulary"
              + " of their own");
    }
    if (like == null) {
      ItemSource records = records(usedColumns());
      Vectorizer vectorizer = fitted(records);
      write(vectorizer, vectorizer.recipe(), sink -> writeRecords(records, vectorizer, sink));
    } else {
      OutputFiles.requireOther(output, like);
      requireNoShapingOptions();
      ModelledFeatures features = ModelledFeatures.read(like, queries);
      Vectorizer vectorizer = features.vectorizer();
      write(
          vectorizer,
          features.space().recipe(),
          queries
              ? sink -> writeQueries(vectorizer, sink)
              : sink -> writeRecords(withColumns(features.columns()), vectorizer, sink));
    }
    return DONE;
  }

  private ItemSource records(Set<String> contentColumns) throws IOException {
    return ItemReader.open(
        input, new ItemOptions(labelColumn, nameColumn).withContentColumns(contentColumns));
  }

  /** The columns that options name, or none if every column is used. */
  private Set<String> usedColumns() {
    Set<String> used = new LinkedHashSet<>();
    if (!textColumns.isEmpty()) {
      used.addAll(textColumns);
      used.addAll(categoryColumns);
      used.addAll(numberColumns);
    }
    return used;
  }

  /** The records, each of which has to have a column that the features are made of. */
  private ItemSource withColumns(Set<String> columns) throws IOException {
    ItemSource records = records(columns);
    return consumer ->
        records.forEach(
            row -> {
              if (row.fields().keySet().stream().noneMatch(columns::contains)) {
                throw new InvalidInputException(
                    input
                        + ", record '"
                        + row.id()
                        + "': expected a column of those that "
                        + like
                        + " was made of, "
                        + String.join(", ", columns)
                        + ", found "
                        + String.join(", ", row.fields().keySet()));
              }
              consumer.accept(row);
            });
  }

  private Vectorizer fitted(ItemSource records) throws IOException {
    VectorizerOptions options = options();
    try {
      return Vectorizer.fit(records, options);
    } catch (InvalidInputException e) {
      throw withInput(e);
    }
  }

  /** An error of a record that names the input. */
  private InvalidInputException withInput(InvalidInputException e) {
    String message = e.getMessage();
    return message.startsWith(input.toString())
        ? e
        : new InvalidInputException(input + ": " + message, e);
  }

  private void write(Vectorizer vectorizer, FeatureRecipe recipe, VectorFile.Rows written)
      throws IOException {
    List<String> classes = VectorFile.write(output, vectorizer.featureNames(), recipe, written);
    report(vectorizer, classes);
  }

  private void writeRecords(ItemSource records, Vectorizer vectorizer, VectorFile.RowSink sink)
      throws IOException {
    records.forEach(
        row -> {
          contentColumns.addAll(row.fields().keySet());
          write(row.id(), row.label(), vector(row, vectorizer), sink);
        });
  }

  private SparseVector vector(Item row, Vectorizer vectorizer) {
    try {
      return vectorizer.vector(row);
    } catch (InvalidInputException e) {
      throw withInput(e);
    }
  }

  private void writeQueries(Vectorizer vectorizer, VectorFile.RowSink sink) throws IOException {
    for (SearchQuery query : QueryFile.read(input)) {
      write(query.id(), "", vectorizer.query(query.text()), sink);
    }
  }

  private void write(String name, String label, SparseVector vector, VectorFile.RowSink sink)
      throws IOException {
    rows++;
    values += vector.size();
    empty += vector.size() == 0 ? 1 : 0;
    withoutClass += label.isEmpty() ? 1 : 0;
    sink.accept(name, label, vector);
  }

  /** Refuses options that would make other features than those of --like. */
  private void requireNoShapingOptions() {
    for (String option : SHAPING) {
      if (spec().commandLine().getParseResult().hasMatchedOption(option)) {
        throw new InvalidInputException(
            "--like has the recipe of the features: leave out " + option);
      }
    }
    if (queries && (labelColumn != null || nameColumn != null)) {
      throw new InvalidInputException(
          "--queries reads an id and a text: leave out --label-column and --name-column");
    }
  }

  private VectorizerOptions options() {
    if (hashBits != null && (minimumRecords != null || maximumShare != null)) {
      throw new InvalidInputException(
          "--hash-bits keeps every feature: leave out --min-df and --max-df");
    }
    if (hashBits != null && hashBits < 1) {
      throw new InvalidInputException("expected --hash-bits of at least 1, found " + hashBits);
    }
    if (length != null && !length.equals("l2") && !length.equals("none")) {
      throw new InvalidInputException("--length: expected l2 or none, found '" + length + "'");
    }
    Weighting weighting = Weighting.parse(weights);
    if (weighting != Weighting.BM25 && (k1 != null || b != null)) {
      throw new InvalidInputException("--k1 and --b are for --weights bm25, found " + weights);
    }
    VectorizerOptions defaults =
        weighting == Weighting.BM25 ? VectorizerOptions.BM25 : VectorizerOptions.DEFAULT;
    return new VectorizerOptions(
        analyzer,
        weighting,
        length == null ? defaults.unitLength() : length.equals("l2"),
        minimumRecords == null ? defaults.minimumRecords() : minimumRecords,
        maximumShare == null ? defaults.maximumShare() : maximumShare,
        hashBits == null ? 0 : hashBits,
        textColumns,
        categoryColumns,
        numberColumns,
        bins,
        k1 == null ? defaults.k1() : k1,
        b == null ? defaults.b() : b);
  }

  private String remarkOnClasses() {
    if (withoutClass < rows) {
      return Formatting.count(withoutClass)
          + " rows have no class, and 'sors train' takes them for one class: leave them out, or name"
          + " their class";
    }
    String remark =
        "the rows have no class, which 'sors train' needs without --triplets or --groups";
    // texts in folders have no columns
    return contentColumns.equals(Set.of(Item.TEXT))
        ? remark
        : remark
            + "; content: "
            + String.join(", ", contentColumns)
            + "; --label-column names the column of the class";
  }

  private void report(Vectorizer vectorizer, List<String> written) throws IOException {
    List<String> classes = written.stream().filter(name -> !name.isEmpty()).toList();
    // later documents and queries, which --like is for, need no class
    if (withoutClass > 0 && like == null) {
      console().note("note: " + remarkOnClasses());
    }
    if (empty > 0) {
      console().note("note: " + Formatting.count(empty) + " rows have no features left");
    }
    if (json) {
      Map<String, Object> result = new LinkedHashMap<>();
      result.put("vectors", output.toString());
      result.put("rows", rows);
      result.put("features", vectorizer.dimension());
      result.put("classes", classes.size());
      result.put("values", values);
      result.put("emptyRows", empty);
      result.put("vectorBytes", Files.size(output));
      console().printJson(result);
      return;
    }
    console()
        .print(
            "read     "
                + Formatting.count(rows)
                + " rows of "
                + Formatting.count(classes.size())
                + (classes.size() == 1 ? " class" : " classes"));
    console()
        .print(
            "made     "
                + Formatting.count(vectorizer.dimension())
                + " features, "
                + Formatting.count(values / Math.max(1, rows))
                + " per row on average");
    console().print("vectors  " + output + ", " + Formatting.bytes(Files.size(output)));
    ShellCommand next =
        queries
            ? new ShellCommand("search").option("--model", like).option("--queries", output)
            : new ShellCommand("train").word(output.toString()).option("--model", "MODEL");
    (queries ? next.option("--index", "INDEX").option("--run", "RUN") : next)
        .lines("next     ")
        .forEach(console()::print);
  }
}

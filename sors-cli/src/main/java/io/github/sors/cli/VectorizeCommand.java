package io.github.sors.cli;

import io.github.sors.InvalidInputException;
import io.github.sors.SparseVector;
import io.github.sors.data.format.VectorFile;
import io.github.sors.data.record.RecordOptions;
import io.github.sors.data.record.RecordSource;
import io.github.sors.data.record.RecordSources;
import io.github.sors.lucene.text.Vectorizer;
import io.github.sors.lucene.text.VectorizerOptions;
import io.github.sors.lucene.text.Weighting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Turns raw texts and records into vectors. */
@Command(
    name = "vectorize",
    header = "Turn texts or records into vectors for 'sors train'.",
    customSynopsis = "sors vectorize [OPTIONS] --output=FILE INPUT",
    description = {
      "",
      "INPUT is a folder with one folder of text files per class, a tar archive of that, JSON"
          + " lines, or CSV whose first line names the columns; compressed or not. The vocabulary"
          + " and the recipe go into the output and from there into the model, so that a query"
          + " typed as text gets the same features.",
      ""
    },
    footer = {
      "",
      "Example: sors vectorize articles.tar.gz --analyzer english --output articles.vectors",
      "Example: sors vectorize shop.csv --category-columns colour --number-columns price",
      "           --output shop.vectors"
    })
final class VectorizeCommand extends Subcommand {

  @Parameters(paramLabel = "INPUT", description = "A folder or a file.")
  private Path input;

  @Option(
      names = "--output",
      required = true,
      paramLabel = "FILE",
      description = "File to write the vectors to, usually NAME.vectors.")
  private Path output;

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
      description = "count, log or tf-idf (default: tf-idf).")
  private String weights = "tf-idf";

  @Option(
      names = "--length",
      paramLabel = "NAME",
      description = "l2: scale vectors to length 1; none: do not scale (default: l2).")
  private String length = "l2";

  @Option(
      names = "--min-df",
      paramLabel = "N",
      description = "Leave out features that occur in fewer records (default: 2).")
  private Integer minimumRecords;

  @Option(
      names = "--max-df",
      paramLabel = "X",
      description =
          "Leave out features that occur in a larger share of the records (default: 0.5).")
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
      description = "Column of the row name (default: the one called id or name).")
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

  @Override
  public Integer call() throws IOException {
    VectorizerOptions options = options();
    OutputFiles.requireWritable(output);
    OutputFiles.requireOther(output, input);
    RecordSource records = RecordSources.of(input, new RecordOptions(labelColumn, nameColumn));
    Vectorizer vectorizer;
    try {
      vectorizer = Vectorizer.fit(records, options);
    } catch (InvalidInputException e) {
      String message = e.getMessage();
      throw message.startsWith(input.toString())
          ? e
          : new InvalidInputException(input + ": " + message, e);
    }
    List<String> classes =
        VectorFile.write(
            output,
            vectorizer.featureNames(),
            vectorizer.recipe(),
            sink ->
                records.forEach(
                    row -> {
                      SparseVector vector = vectorizer.vector(row);
                      rows++;
                      values += vector.size();
                      empty += vector.size() == 0 ? 1 : 0;
                      sink.accept(row.name(), row.label(), vector);
                    }));
    report(vectorizer, classes);
    return DONE;
  }

  private VectorizerOptions options() {
    if (hashBits != null && (minimumRecords != null || maximumShare != null)) {
      throw new InvalidInputException(
          "--hash-bits keeps every feature: leave out --min-df and --max-df");
    }
    if (hashBits != null && hashBits < 1) {
      throw new InvalidInputException("expected --hash-bits of at least 1, found " + hashBits);
    }
    if (!length.equals("l2") && !length.equals("none")) {
      throw new InvalidInputException("--length: expected l2 or none, found '" + length + "'");
    }
    return new VectorizerOptions(
        analyzer,
        Weighting.parse(weights),
        length.equals("l2"),
        minimumRecords == null ? VectorizerOptions.DEFAULT.minimumRecords() : minimumRecords,
        maximumShare == null ? VectorizerOptions.DEFAULT.maximumShare() : maximumShare,
        hashBits == null ? 0 : hashBits,
        textColumns,
        categoryColumns,
        numberColumns,
        bins);
  }

  private void report(Vectorizer vectorizer, List<String> classes) throws IOException {
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
    new ShellCommand("train")
        .word(output.toString())
        .option("--model", "MODEL")
        .lines("next     ")
        .forEach(console()::print);
  }
}

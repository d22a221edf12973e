package io.github.sors.cli.export;

import io.github.sors.cli.frame.Formatting;
import io.github.sors.cli.frame.OutputFiles;
import io.github.sors.cli.frame.Subcommand;
import io.github.sors.data.item.ItemOptions;
import io.github.sors.data.item.ItemReader;
import io.github.sors.io.AtomicFiles;
import io.github.sors.lucene.SparseDocuments;
import io.github.sors.lucene.text.VectorizerOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes documents as a search server takes them. */
@Command(
    name = "bulk",
    header = "Write documents and their BM25 weights for OpenSearch or Elasticsearch.",
    customSynopsis = "sors export bulk [OPTIONS] --output=FILE INPUT",
    description = {
      "",
      "INPUT is items with texts: JSON lines, CSV, TREC's SGML, a folder or an archive. The output is the body of a _bulk request: id, text,"
          + " and one BM25 weight per term for a field of type rank_features or sparse_vector, which"
          + " 'sors search --print-query' asks for with rank-features, neural-sparse or"
          + " sparse-vector.",
      ""
    },
    footer = {
      "",
      "Example: sors export bulk articles.jsonl --analyzer english",
      "           --output articles.bulk.ndjson"
    })
public final class ExportBulkCommand extends Subcommand {

  @Parameters(paramLabel = "INPUT", description = "A folder or a file.")
  private Path input;

  @Option(
      names = "--output",
      required = true,
      paramLabel = "FILE",
      description = "File to write, usually NAME.ndjson.")
  private Path output;

  @Option(
      names = "--analyzer",
      paramLabel = "NAME",
      description = "How texts become terms; the model must have the same (default: english).")
  private String analyzer = VectorizerOptions.BM25.analyzer();

  @Option(
      names = "--k1",
      paramLabel = "X",
      description = "How late repetitions of a term stop to count (default: 1.2).")
  private double k1 = VectorizerOptions.BM25.k1();

  @Option(
      names = "--b",
      paramLabel = "X",
      description = "How much the length of a document counts, 0 to 1 (default: 0.75).")
  private double b = VectorizerOptions.BM25.b();

  @Option(
      names = "--name-column",
      paramLabel = "NAME",
      description = "Column of the document's id (default: the one called id or name).")
  private String nameColumn;

  @Option(
      names = "--text-columns",
      split = ",",
      paramLabel = "NAME",
      description = "Text columns, which become one field (default: every other column).")
  private List<String> textColumns = List.of();

  @Option(
      names = "--field",
      paramLabel = "NAME",
      description = "Name of the text in the output (default: text).")
  private String field = "text";

  @Option(
      names = "--weight-field",
      paramLabel = "NAME",
      description = "Name of the weights in the output (default: weights).")
  private String weightField = "weights";

  @Override
  public Integer call() throws IOException {
    OutputFiles.requireWritable(output);
    OutputFiles.requireOther(output, input);
    SparseDocuments documents =
        new SparseDocuments(
            ItemReader.open(
                input, new ItemOptions(null, nameColumn).withContentColumns(textColumns)),
            VectorizerOptions.BM25
                .withAnalyzer(analyzer)
                .withColumns(textColumns, List.of(), List.of())
                .withParameters(k1, b),
            field,
            weightField);
    AtomicLong written = new AtomicLong();
    AtomicFiles.replaceText(output, out -> written.set(documents.writeBulk(out)));
    console()
        .note(
            "wrote "
                + Formatting.count(written.get())
                + (written.get() == 1 ? " document to " : " documents to ")
                + output
                + ", "
                + Formatting.bytes(Files.size(output)));
    return DONE;
  }
}

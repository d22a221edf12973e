package io.github.sors.cli.search;

import io.github.sors.FeatureSpace;
import io.github.sors.InvalidInputException;
import io.github.sors.Model;
import io.github.sors.Normalization;
import io.github.sors.cli.frame.Formatting;
import io.github.sors.cli.frame.OutputFiles;
import io.github.sors.cli.frame.ShellCommand;
import io.github.sors.cli.frame.Subcommand;
import io.github.sors.cli.frame.TextTable;
import io.github.sors.cli.input.DataWithVectors;
import io.github.sors.cli.input.ModelOnData;
import io.github.sors.cli.input.RowIds;
import io.github.sors.cli.input.SameFeatures;
import io.github.sors.data.Dataset;
import io.github.sors.encoder.EncoderModel;
import io.github.sors.index.IndexFile;
import io.github.sors.index.IndexedItem;
import io.github.sors.index.VectorIndex;
import io.github.sors.io.ModelFile;
import io.github.sors.lucene.EncodingIndex;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Writes rows to an index for fast searches. */
@Command(
    name = "index",
    header = "Write rows to an index for 'sors search --index'.",
    customSynopsis = "sors index [OPTIONS] --output=FILE DATA...",
    description = {
      "",
      "The index contains the rows, not the model: later models can use the same index if they"
          + " normalise rows in the same way. With --hnsw, the index works with one encoder only.",
      ""
    },
    footer = {
      "",
      "Example: sors index rows.libsvm --model rows.sors --output rows.index",
      "Example: sors index rows.libsvm --model encoder.sors --hnsw --output rows.hnsw"
    })
public final class IndexCommand extends Subcommand {

  @Mixin private DataWithVectors data;

  @Option(
      names = "--output",
      required = true,
      paramLabel = "FILE",
      description = "File to write the index to, usually NAME.index.")
  private Path output;

  @Option(
      names = "--model",
      paramLabel = "FILE",
      description = "Normalise the rows as this model requires.")
  private Path model;

  @Option(
      names = "--normalize",
      paramLabel = "STEPS",
      description = "Without a model: as for 'sors train' (default: l2).")
  private String normalize;

  @Option(
      names = "--hnsw",
      description =
          "Write a folder with a Lucene HNSW graph of the rows' encodings, so that a search scores"
              + " only some of the rows; --model must be an encoder. The index works only with this"
              + " model.")
  private boolean hnsw;

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    if (model != null && normalize != null) {
      throw new InvalidInputException(
          "the model determines the normalisation: leave out --normalize, or --model");
    }
    EncoderModel encoder = hnsw ? encoder() : null;
    if (!hnsw) {
      OutputFiles.requireWritable(output);
    }
    for (Path input : data.files()) {
      OutputFiles.requireOther(output, input);
    }
    if (model != null) {
      OutputFiles.requireOther(output, model);
    }
    Model learnt = model == null ? null : ModelFile.read(model);
    Normalization given = learnt == null ? parsed() : learnt.normalization();
    if (learnt == null && data.hasVectors()) {
      throw new InvalidInputException(
          "--vectors needs --model, which says how vectors stand beside rows");
    }
    if (learnt == null && data.areItems()) {
      throw new InvalidInputException(
          data.files().get(0)
              + " has items: give --model, which says how their fields become features");
    }
    Dataset raw =
        learnt == null
            ? data.read(console())
            : data.readFor(learnt, model, false, false, console()).used();
    if (learnt != null) {
      SameFeatures.require(FeatureSpace.ofItems(learnt), model, SameFeatures.of(raw), raw.name());
    }
    Normalization fitted = given.needsFitting() ? given.fit(raw.vectors()) : given;
    Dataset rows = ModelOnData.normalized(raw, fitted);
    List<String> ids = RowIds.of(rows, console());
    List<IndexedItem> items = new ArrayList<>(rows.size());
    for (int row = 0; row < rows.size(); row++) {
      items.add(
          new IndexedItem(ids.get(row), rows.vector(row), rows.classNames().get(rows.label(row))));
    }
    if (hnsw) {
      EncodingIndex.write(output, encoder, items);
    } else {
      VectorIndex index = new VectorIndex();
      index.putAll(items);
      IndexFile.write(index.view(), fitted, SameFeatures.of(raw), output);
    }
    report(rows, fitted);
    return DONE;
  }

  private EncoderModel encoder() throws IOException {
    if (model == null) {
      throw new InvalidInputException("--hnsw needs --model, an encoder");
    }
    if (!(ModelFile.read(model) instanceof EncoderModel encoder)) {
      throw new InvalidInputException(
          model
              + " has a matrix and no encodings for --hnsw: learn an encoder with"
              + " 'sors train --algorithm encoder', or leave out --hnsw");
    }
    EncodingIndex.requireFitting(encoder);
    return encoder;
  }

  private long bytes() throws IOException {
    if (!hnsw) {
      return Files.size(output);
    }
    long total = 0;
    try (var files = Files.list(output)) {
      for (Path file : files.toList()) {
        total += Files.size(file);
      }
    }
    return total;
  }

  private Normalization parsed() {
    try {
      return Normalization.parse(normalize == null ? "l2" : normalize);
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException("--normalize: " + e.getMessage(), e);
    }
  }

  private void report(Dataset rows, Normalization fitted) throws IOException {
    if (json) {
      Map<String, Object> result = new LinkedHashMap<>();
      result.put("index", output.toString());
      result.put("items", rows.size());
      result.put("values", rows.nonZeros());
      result.put("normalization", fitted.toString());
      result.put("indexBytes", bytes());
      console().printJson(result);
      return;
    }
    console()
        .print(
            TextTable.cut(
                "indexed  "
                    + Formatting.count(rows.size())
                    + " rows, "
                    + Formatting.count(rows.nonZeros())
                    + " values, normalised by "
                    + fitted,
                TextTable.SCREEN));
    console().print("index    " + output + ", " + Formatting.bytes(bytes()));
    new ShellCommand("search")
        .option("--index", output)
        .option("--model", model == null ? "MODEL" : model)
        .option("--item", "ROW")
        .lines("next     ")
        .forEach(console()::print);
  }
}

package io.github.sors.cli.export;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import io.github.sors.InvalidInputException;
import io.github.sors.cli.frame.Formatting;
import io.github.sors.cli.frame.OutputFiles;
import io.github.sors.cli.frame.Subcommand;
import io.github.sors.cli.input.DataWithVectors;
import io.github.sors.cli.input.ModelOnData;
import io.github.sors.data.Dataset;
import io.github.sors.encoder.EncoderModel;
import io.github.sors.io.AtomicFiles;
import io.github.sors.io.EncoderExport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Writes the encodings of items. */
@Command(
    name = "vectors",
    header = "Write the vectors that an encoder makes of items or queries.",
    description = {
      "",
      "A vector has unit length; the inner product of two is their similarity. The ending of OUT"
          + " chooses the format:",
      ".npy: for numpy.load; a row of floats per item, in the order of DATA.",
      ".jsonl: a line per item, {\"id\": \"…\", \"vector\": [0.1, …]}.",
      ""
    },
    footer = {
      "",
      "Example: sors train rows.libsvm --algorithm encoder --model rows.sors",
      "         sors export vectors rows.libsvm --model rows.sors --output rows.npy"
    })
public final class ExportVectorsCommand extends Subcommand {

  private static final JsonFactory JSON = new JsonFactory();

  private enum Format {
    NPY,
    JSONL
  }

  private enum Side {
    ITEM,
    QUERY
  }

  @Mixin private DataWithVectors data;

  @Option(names = "--model", required = true, paramLabel = "FILE", description = "The encoder.")
  private Path model;

  @Option(
      names = "--output",
      required = true,
      paramLabel = "OUT",
      description = "File to write: NAME.npy or NAME.jsonl.")
  private Path output;

  @Option(
      names = "--as",
      paramLabel = "SIDE",
      description =
          "item or query; they differ only if queries and items have separate features"
              + " (default: item).")
  private Side side = Side.ITEM;

  @Override
  public Integer call() throws IOException {
    OutputFiles.requireWritable(output);
    OutputFiles.requireOther(output, model);
    Format format = OutputEnding.of(output, Format.class, "vectors");
    ModelOnData read =
        ModelOnData.read(model, data, side == Side.QUERY, learnt -> false, console());
    if (!(read.model() instanceof EncoderModel encoder)) {
      throw new InvalidInputException(
          model
              + " has a matrix and no encodings: learn an encoder with"
              + " 'sors train --algorithm encoder'");
    }
    Dataset rows = read.normalized();
    boolean asQueries = side == Side.QUERY;
    switch (format) {
      case NPY -> EncoderExport.writeEncodings(encoder, rows.vectors(), asQueries, output);
      case JSONL ->
          writeJsonLines(rows, EncoderExport.encodings(encoder, rows.vectors(), asQueries));
    }
    console()
        .note(
            "wrote "
                + Formatting.count(rows.size())
                + " vectors of "
                + Formatting.count(encoder.encodingLength())
                + " numbers to "
                + output
                + ", "
                + Formatting.bytes(Files.size(output)));
    return DONE;
  }

  private void writeJsonLines(Dataset rows, Iterator<float[]> encodings) throws IOException {
    AtomicFiles.replaceText(
        output,
        out -> {
          JsonGenerator json =
              JSON.createGenerator(out)
                  .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
                  .setPrettyPrinter(new MinimalPrettyPrinter("\n"));
          for (int row = 0; row < rows.size(); row++) {
            json.writeStartObject();
            json.writeStringField("id", rows.rowName(row));
            json.writeArrayFieldStart("vector");
            for (float value : encodings.next()) {
              json.writeNumber(value);
            }
            json.writeEndArray();
            json.writeEndObject();
          }
          json.writeRaw('\n');
          json.flush();
        });
  }
}

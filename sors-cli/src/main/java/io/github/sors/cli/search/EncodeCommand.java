package io.github.sors.cli.search;

import io.github.sors.InvalidInputException;
import io.github.sors.cli.frame.Formatting;
import io.github.sors.cli.frame.OutputFiles;
import io.github.sors.cli.frame.Subcommand;
import io.github.sors.cli.input.DataWithVectors;
import io.github.sors.cli.input.ModelOnData;
import io.github.sors.data.Dataset;
import io.github.sors.encoder.EncoderModel;
import io.github.sors.io.EncoderExport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Writes the encodings of rows. */
@Command(
    name = "encode",
    header = "Write the encodings of rows, for any vector database.",
    description = {
      "",
      "An encoding is a vector of unit length; the inner product of two is their similarity.",
      "npz: numpy.load(OUT)['encodings'], one row per row of DATA.",
      "tsv: one line per row, its name and its numbers, separated by tabs.",
      ""
    },
    footer = {
      "",
      "Example: sors train rows.libsvm --algorithm encoder --model rows.sors",
      "         sors encode rows.libsvm --model rows.sors --output rows.npz"
    })
public final class EncodeCommand extends Subcommand {

  private enum Format {
    NPZ,
    TSV
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
      description = "The file to write.")
  private Path output;

  @Option(
      names = "--output-format",
      paramLabel = "NAME",
      description = "npz or tsv (default: npz).")
  private Format outputFormat = Format.NPZ;

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
    ModelOnData read =
        ModelOnData.read(model, data, side == Side.QUERY, learnt -> false, console());
    if (!(read.model() instanceof EncoderModel encoder)) {
      throw new InvalidInputException(
          model
              + " has a matrix and no encodings: learn an encoder with"
              + " 'sors train --algorithm encoder'");
    }
    Dataset rows = read.normalized();
    Iterator<float[]> encodings =
        EncoderExport.encodings(encoder, rows.vectors(), side == Side.QUERY);
    switch (outputFormat) {
      case NPZ ->
          EncoderExport.writeEncodings(encodings, rows.size(), encoder.encodingLength(), output);
      case TSV ->
          EncoderExport.writeEncodings(
              encodings, IntStream.range(0, rows.size()).mapToObj(rows::rowName).toList(), output);
    }
    console()
        .note(
            "wrote "
                + Formatting.count(rows.size())
                + " encodings of "
                + Formatting.count(encoder.encodingLength())
                + " numbers to "
                + output
                + ", "
                + Formatting.bytes(Files.size(output)));
    return DONE;
  }
}

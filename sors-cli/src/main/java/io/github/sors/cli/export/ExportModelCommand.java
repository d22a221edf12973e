package io.github.sors.cli.export;

import io.github.sors.BilinearModel;
import io.github.sors.InvalidInputException;
import io.github.sors.Model;
import io.github.sors.cli.frame.Formatting;
import io.github.sors.cli.frame.OutputFiles;
import io.github.sors.cli.frame.Subcommand;
import io.github.sors.cli.input.FormArgument;
import io.github.sors.encoder.EncoderModel;
import io.github.sors.io.EncoderExport;
import io.github.sors.io.ModelExport;
import io.github.sors.io.ModelFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes what a model has learnt. */
@Command(
    name = "model",
    header = "Write what a model has learnt.",
    description = {
      "",
      "The ending of OUT chooses the format:",
      ".mtx: Matrix Market, coordinate real general, counted from 1, rows = query side.",
      ".npz: for scipy.sparse.load_npz; for an encoder, W as 'features' and 'rows' for numpy.load.",
      ".tsv: the strongest pairs of features by name.",
      "An encoder has no matrix: .npz only. 'sors export vectors' writes what it makes of items.",
      ""
    },
    footer = {
      "",
      "Example: sors export model rows.sors --output rows.mtx",
      "Example: sors export model rows.sors --output pairs.tsv --top 100"
    })
public final class ExportModelCommand extends Subcommand {

  private enum Format {
    MTX,
    NPZ,
    TSV
  }

  @Parameters(paramLabel = "FILE", description = "The model.")
  private Path file;

  @Option(
      names = "--output",
      required = true,
      paramLabel = "OUT",
      description = "File to write: NAME.mtx, NAME.npz or NAME.tsv.")
  private Path output;

  @Mixin private FormArgument form;

  @Option(names = "--top", paramLabel = "N", description = ".tsv: how many pairs (default: 1000).")
  private Integer top;

  @Override
  public Integer call() throws IOException {
    OutputFiles.requireWritable(output);
    OutputFiles.requireOther(output, file);
    Format format = OutputEnding.of(output, Format.class, "a model");
    if (top != null && (top < 1 || format != Format.TSV)) {
      throw new InvalidInputException("expected --top of at least 1, and for a file .tsv only");
    }
    Model model = form.applyTo(ModelFile.read(file), Runtime.getRuntime().availableProcessors());
    if (model instanceof EncoderModel encoder) {
      write(encoder, format);
    } else if (model instanceof BilinearModel matrix) {
      write(matrix, format);
    }
    console().note("wrote " + output + ", " + Formatting.bytes(Files.size(output)));
    return DONE;
  }

  private void write(BilinearModel model, Format format) throws IOException {
    switch (format) {
      case MTX -> ModelExport.writeMatrixMarket(model, output);
      case NPZ -> ModelExport.writeNpz(model, output);
      case TSV -> StrongestPairsFile.write(model, top == null ? 1000 : top, output);
    }
  }

  private void write(EncoderModel model, Format format) throws IOException {
    if (format != Format.NPZ) {
      throw new InvalidInputException(
          file + " is an encoder and has no matrix M: expected --output NAME.npz, found " + output);
    }
    EncoderExport.writeNpz(model, output);
  }
}

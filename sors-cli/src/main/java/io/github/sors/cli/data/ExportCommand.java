package io.github.sors.cli.data;

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
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes a model for other programs. */
@Command(
    name = "export",
    header = "Write a model for other programs.",
    description = {
      "",
      "mtx: Matrix Market, coordinate real general, counted from 1, rows = query side.",
      "npz: for scipy.sparse.load_npz; for an encoder, W as 'features' and 'rows' for numpy.load.",
      "tsv: the strongest pairs of features by name.",
      "An encoder has no matrix and can only be written as npz; 'sors encode' writes encodings of rows.",
      ""
    },
    footer = {"", "Example: sors export rows.sors --format mtx --output rows.mtx"})
public final class ExportCommand extends Subcommand {

  private enum Format {
    MTX,
    NPZ,
    TSV
  }

  @Parameters(paramLabel = "FILE", description = "The model.")
  private Path file;

  @Option(
      names = "--format",
      required = true,
      paramLabel = "NAME",
      description = "mtx, npz or tsv.")
  private Format format;

  @Option(
      names = "--output",
      required = true,
      paramLabel = "OUT",
      description = "The file to write.")
  private Path output;

  @Mixin private FormArgument form;

  @Option(names = "--top", paramLabel = "N", description = "tsv: how many pairs (default: 1000).")
  private Integer top;

  @Override
  public Integer call() throws IOException {
    if (top != null && (top < 1 || format != Format.TSV)) {
      throw new InvalidInputException("expected --top of at least 1, and with --format tsv only");
    }
    OutputFiles.requireOther(output, file);
    Model model = form.applyTo(ModelFile.read(file), Runtime.getRuntime().availableProcessors());
    if (model instanceof EncoderModel encoder) {
      write(encoder);
    } else if (model instanceof BilinearModel matrix) {
      write(matrix);
    }
    console().note("wrote " + output + ", " + Formatting.bytes(Files.size(output)));
    return DONE;
  }

  private void write(BilinearModel model) throws IOException {
    switch (format) {
      case MTX -> ModelExport.writeMatrixMarket(model, output);
      case NPZ -> ModelExport.writeNpz(model, output);
      case TSV -> StrongestPairsFile.write(model, top == null ? 1000 : top, output);
    }
  }

  private void write(EncoderModel model) throws IOException {
    if (format != Format.NPZ) {
      throw new InvalidInputException(
          file
              + " is an encoder and has no matrix M: expected --format npz, found "
              + format.name().toLowerCase(Locale.ROOT));
    }
    EncoderExport.writeNpz(model, output);
  }
}

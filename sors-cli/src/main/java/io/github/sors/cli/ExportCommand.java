package io.github.sors.cli;

import io.github.sors.BilinearModel;
import io.github.sors.InvalidInputException;
import io.github.sors.io.ModelExport;
import io.github.sors.io.ModelFile;
import io.github.sors.search.StrongestPairsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes a model for other programs. */
@Command(
    name = "export",
    header = "Write a model's matrix for other programs.",
    description = {
      "",
      "mtx: Matrix Market, coordinate real general, counted from 1, rows = query side.",
      "npz: for scipy.sparse.load_npz.",
      "tsv: the strongest pairs of features by name.",
      ""
    },
    footer = {"", "Example: sors export rows.sors --format mtx --output rows.mtx"})
final class ExportCommand extends Subcommand {

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

  @Option(names = "--top", paramLabel = "N", description = "tsv: how many pairs (default: 1000).")
  private Integer top;

  @Override
  public Integer call() throws IOException {
    if (top != null && (top < 1 || format != Format.TSV)) {
      throw new InvalidInputException("--top of at least 1 expected, and with --format tsv only");
    }
    OutputFiles.requireOther(output, file);
    BilinearModel model = ModelFile.read(file);
    switch (format) {
      case MTX -> ModelExport.writeMatrixMarket(model, output);
      case NPZ -> ModelExport.writeNpz(model, output);
      case TSV -> StrongestPairsFile.write(model, top == null ? 1000 : top, output);
    }
    console().note("wrote " + output + ", " + Formatting.bytes(Files.size(output)));
    return DONE;
  }
}

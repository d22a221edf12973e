package io.github.sors.cli.export;

import io.github.sors.cli.frame.CommandGroup;
import picocli.CommandLine.Command;

/** Writes for other programs. */
@Command(
    name = "export",
    header = "Write a model, vectors or documents for other programs.",
    description = "",
    footer = {
      "",
      "Example: sors export model rows.sors --output rows.npz",
      "Example: sors export vectors rows.libsvm --model rows.sors --output rows.npy",
      "Example: sors export bulk articles.jsonl --output articles.ndjson"
    },
    subcommands = {ExportModelCommand.class, ExportVectorsCommand.class, ExportBulkCommand.class})
public final class ExportCommand extends CommandGroup {}

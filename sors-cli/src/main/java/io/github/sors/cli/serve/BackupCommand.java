package io.github.sors.cli.serve;

import io.github.sors.InvalidInputException;
import io.github.sors.cli.frame.Subcommand;
import io.github.sors.server.collection.CopiedCollection;
import io.github.sors.server.collection.live.TeachableCollection;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Copies a collection, through its service if one runs. */
@Command(
    name = "backup",
    header = "Back up a collection, with its service stopped or running.",
    customSynopsis = {
      "sors admin backup --collection=DIR --output=DIR [--json]",
      "       sors admin backup --service=URL [--collection=NAME]",
      "                         [--token-file=FILE] [--name=NAME] [--json]"
    },
    description = {
      "",
      "The copy is consistent, is checked, and appears completely or not at all. It is a"
          + " collection that can be served; 'sors admin restore' copies it back. A running service"
          + " continues to work and writes the copy to the folder COLLECTION/NAME of its --backups.",
      ""
    },
    footer = {
      "",
      "Example: sors admin backup --collection news --output backups/news-1",
      "Example: sors admin backup --service http://127.0.0.1:8080 --token-file admin",
      "           --name monday",
      "More: docs/how-to/backup.md"
    })
public final class BackupCommand extends Subcommand {

  @Option(
      names = "--collection",
      paramLabel = "DIR",
      description =
          "Folder of a collection that no service has open. With --service: name of one of its"
              + " further collections.")
  private String collection;

  @Option(
      names = "--output",
      paramLabel = "DIR",
      description = "Folder of the copy, which must not exist or be empty; not with --service.")
  private Path output;

  @Option(
      names = "--service",
      paramLabel = "URL",
      description = "Address of a service that was started with --backups.")
  private String service;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = "With --service: file whose only line is a token with the scope admin.")
  private Path tokenFile;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "With --service: name of the backup (default: the time).")
  private String name;

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    if (service != null) {
      if (output != null) {
        throw new InvalidInputException(
            "--output is for a folder: a service writes backups to its --backups; use --name");
      }
      new ServiceClient(service, tokenFile).backup(collection, name).print(json, console());
      return DONE;
    }
    if (collection == null) {
      throw new InvalidInputException("expected --collection DIR or --service URL");
    }
    if (tokenFile != null || name != null) {
      throw new InvalidInputException("--token-file and --name are for --service");
    }
    if (output == null) {
      throw new InvalidInputException("expected --output DIR, the folder of the copy");
    }
    Path folder = Path.of(collection);
    CopiedCollection copy = TeachableCollection.backup(folder, output);
    new CopyReport("backed up " + folder + " to ", "folder", output.toString(), copy)
        .print(json, console());
    return DONE;
  }
}

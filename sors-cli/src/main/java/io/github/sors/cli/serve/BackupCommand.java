package io.github.sors.cli.serve;

import io.github.sors.InvalidInputException;
import io.github.sors.cli.frame.Subcommand;
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
      "sors admin backup --collection=DIR --to=DIR",
      "       sors admin backup --service=URL [--token-file=FILE] [--name=NAME]",
      "                         [--of=COLLECTION]"
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
      "Example: sors admin backup --collection news --to backups/news-1",
      "Example: sors admin backup --service http://127.0.0.1:8080 --token-file admin",
      "           --name monday",
      "More: docs/how-to/backup.md"
    })
public final class BackupCommand extends Subcommand {

  @Option(
      names = "--collection",
      paramLabel = "DIR",
      description = "Folder of a collection that no service has open.")
  private Path folder;

  @Option(
      names = "--to",
      paramLabel = "DIR",
      description = "With --collection: folder of the copy, which must not exist or be empty.")
  private Path target;

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

  @Option(
      names = "--of",
      paramLabel = "COLLECTION",
      description = "With --service: name of one of its further collections.")
  private String collection;

  @Override
  public Integer call() throws IOException {
    if ((folder == null) == (service == null)) {
      throw new InvalidInputException("expected one of --collection DIR and --service URL");
    }
    if (service != null) {
      if (target != null) {
        throw new InvalidInputException(
            "--to is for --collection: a service writes backups to its --backups; use --name");
      }
      console().print(new ServiceClient(service, tokenFile).backup(collection, name));
      return DONE;
    }
    if (target == null) {
      throw new InvalidInputException("expected --to DIR, the folder of the copy");
    }
    if (tokenFile != null || name != null || collection != null) {
      throw new InvalidInputException("--token-file, --name and --of are for --service");
    }
    console().print(TeachableCollection.backup(folder, target));
    return DONE;
  }
}

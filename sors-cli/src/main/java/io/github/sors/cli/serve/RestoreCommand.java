package io.github.sors.cli.serve;

import io.github.sors.cli.frame.Subcommand;
import io.github.sors.server.collection.CopiedCollection;
import io.github.sors.server.collection.live.TeachableCollection;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Copies a backup to the folder of a new collection. */
@Command(
    name = "restore",
    header = "Restore a collection from a backup.",
    description = {
      "",
      "Copies the backup to a folder that is missing or empty, and checks that the copy can be"
          + " served. Nothing appears there if the backup is damaged.",
      ""
    },
    footer = {
      "",
      "Example: sors admin restore backups/news-1 --collection news",
      "More: docs/how-to/backup.md"
    })
public final class RestoreCommand extends Subcommand {

  @Parameters(paramLabel = "BACKUP", description = "Folder that 'sors admin backup' created.")
  private Path backup;

  @Option(
      names = "--collection",
      required = true,
      paramLabel = "DIR",
      description = "Folder of the collection; it must not exist or be empty.")
  private Path folder;

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    CopiedCollection copy = TeachableCollection.restore(backup, folder);
    new CopyReport("restored " + backup + " to ", "folder", folder.toString(), copy)
        .print(json, console());
    return DONE;
  }
}

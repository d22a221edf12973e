package io.github.sors.cli.serve;

import io.github.sors.cli.frame.CommandGroup;
import picocli.CommandLine.Command;

/** What whoever runs a service does beside running it. */
@Command(
    name = "admin",
    header = "Create tokens for a service, back up and restore its collections.",
    description = "",
    footer = {"", "More: docs/how-to/serve.md, docs/how-to/backup.md"},
    subcommands = {TokenCommand.class, BackupCommand.class, RestoreCommand.class})
public final class AdminCommand extends CommandGroup {}

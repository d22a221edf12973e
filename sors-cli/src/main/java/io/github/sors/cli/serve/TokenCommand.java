package io.github.sors.cli.serve;

import io.github.sors.InvalidInputException;
import io.github.sors.cli.frame.Subcommand;
import io.github.sors.server.http.Scope;
import io.github.sors.server.http.Token;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Creates a token for a service. */
@Command(
    name = "token",
    header = "Create a token for 'sors serve --tokens FILE'.",
    description = {
      "",
      "Prints the token, which is never shown again, and adds its SHA-256 to the file, with its"
          + " name and scopes. A running service reads the file again within seconds. To revoke a"
          + " token, delete its line.",
      ""
    },
    footer = {
      "",
      "Example: sors admin token shop --scopes read,feedback --tokens tokens",
      "More: docs/how-to/serve.md"
    })
public final class TokenCommand extends Subcommand {

  private static final int BYTES = 32;

  @Parameters(paramLabel = "NAME", description = "Who the token is for.")
  private String name;

  @Option(
      names = "--scopes",
      required = true,
      paramLabel = "LIST",
      description = "What it allows: read, feedback, items or admin; several separated by commas.")
  private String scopes;

  @Option(
      names = "--tokens",
      required = true,
      paramLabel = "FILE",
      description = "File of tokens to add it to, for 'sors serve --tokens'; created if missing.")
  private Path file;

  @Option(
      names = "--rate",
      paramLabel = "N",
      description = "Maximum average number of requests per second (default: no limit).")
  private Integer rate;

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    if (rate != null && (rate < 1 || rate > 999_999)) {
      throw new InvalidInputException("expected --rate from 1 to 999999, found " + rate);
    }
    byte[] random = new byte[BYTES];
    new SecureRandom().nextBytes(random);
    String secret = "sors_" + Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    Token token;
    try {
      token = Token.of(name, scopes, secret, rate == null ? 0 : rate);
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException(e.getMessage(), e);
    }
    makeFile();
    List<String> lines = Files.readAllLines(file);
    if (lines.stream().anyMatch(line -> line.startsWith(name + " "))) {
      console().note(file + " has another token for " + name + ": delete its line to revoke it");
    }
    Files.writeString(file, token.line() + "\n", StandardCharsets.UTF_8, StandardOpenOption.APPEND);
    if (json) {
      console()
          .printJson(
              Map.of(
                  "name",
                  name,
                  "scopes",
                  token.scopes().stream().map(Scope::label).sorted().toList(),
                  "token",
                  secret));
    } else {
      console().print(secret);
    }
    return DONE;
  }

  /** Makes the file readable only by its owner, if the file system supports that. */
  private void makeFile() throws IOException {
    boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    FileAttribute<?>[] attributes =
        posix
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
            }
            : new FileAttribute<?>[0];
    try {
      Files.createFile(file, attributes);
    } catch (FileAlreadyExistsException e) {
      if (!Files.isRegularFile(file)) {
        throw new InvalidInputException("--tokens: " + file + " is not a file", e);
      }
    }
  }
}

package io.github.sors.cli.rank;

import io.github.sors.InvalidInputException;
import io.github.sors.cli.frame.ShellCommand;
import io.github.sors.data.item.ItemOptions;
import io.github.sors.data.item.ItemReader;
import io.github.sors.data.item.Items;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** The options that give queries. */
public final class QueryArguments {

  @Option(
      names = "--queries",
      paramLabel = "FILE",
      description =
          "Queries by id: lines of 'id<TAB>text', JSON lines or CSV; they may have a vector, as"
              + " items do.")
  private Path queries;

  @Option(
      names = "--query-vectors",
      paramLabel = "FILE",
      description =
          "The embeddings of --queries: a NumPy file (.npy) with one row per query, in the same"
              + " order.")
  private Path queryVectors;

  /** Whether there is a file of queries. */
  public boolean isGiven() {
    return queries != null;
  }

  /** Whether there is a file of their embeddings. */
  public boolean hasVectors() {
    return queryVectors != null;
  }

  /** The file of queries, or null. */
  public Path file() {
    return queries;
  }

  /** The file of their embeddings, or null. */
  public Path vectors() {
    return queryVectors;
  }

  /** The files that are read. */
  public List<Path> files() {
    return Stream.of(queries, queryVectors).filter(Objects::nonNull).toList();
  }

  /** Rejects embeddings of queries that are not there. */
  public void requirePlausible() {
    if (queryVectors != null && queries == null) {
      throw new InvalidInputException("--query-vectors has the embeddings of --queries: give both");
    }
  }

  /** Reads the queries; none if there is no file. */
  public Items read() throws IOException {
    return queries == null
        ? Items.of(List.of())
        : ItemReader.read(List.of(queries), ItemOptions.DEFAULT.withVectors(queryVectors));
  }

  /** Adds the options to a command line. */
  public ShellCommand addTo(ShellCommand command) {
    return command.option("--queries", queries).option("--query-vectors", queryVectors);
  }
}

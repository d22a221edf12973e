package io.github.sors.cli.rank;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** The options that say which items answer a query. */
public final class JudgementArguments {

  @Option(
      names = "--clicks",
      split = ",",
      paramLabel = "FILE",
      description =
          "Clicks: JSON lines with query, shown and clicked; CSV with a row per impression; or the"
              + " two files of OpenSearch's User Behavior Insights.")
  private List<Path> clicks = List.of();

  @Option(
      names = "--qrels",
      paramLabel = "FILE",
      description =
          "Judgements: lines of 'query 0 item grade', or CSV with a header; a grade above 0 is an"
              + " answer, one below 0 a thumb down.")
  private Path qrels;

  /** Whether there are clicks or judgements. */
  public boolean isGiven() {
    return !clicks.isEmpty() || qrels != null;
  }

  /** The files of clicks. */
  public List<Path> clicks() {
    return clicks;
  }

  /** The file of judgements, or null. */
  public Path qrels() {
    return qrels;
  }

  /** The files that are read. */
  public List<Path> files() {
    return Stream.concat(clicks.stream(), Stream.of(qrels)).filter(Objects::nonNull).toList();
  }
}

package io.github.sors.cli.serve;

import io.github.sors.FeatureSpace;
import io.github.sors.InvalidInputException;
import io.github.sors.Model;
import io.github.sors.cli.frame.Formatting;
import io.github.sors.cli.frame.OutputFiles;
import io.github.sors.cli.frame.Subcommand;
import io.github.sors.cli.input.AlgorithmFlags;
import io.github.sors.cli.input.DataArguments;
import io.github.sors.cli.input.LearnerArguments;
import io.github.sors.cli.input.ModelFeatures;
import io.github.sors.cli.input.SameFeatures;
import io.github.sors.data.Dataset;
import io.github.sors.data.format.DatasetReader;
import io.github.sors.data.item.FileContents;
import io.github.sors.data.item.Item;
import io.github.sors.data.item.ItemOptions;
import io.github.sors.data.item.ItemReader;
import io.github.sors.data.item.ItemSource;
import io.github.sors.data.registry.DataFolders;
import io.github.sors.data.registry.Registry;
import io.github.sors.encoder.EncoderModel;
import io.github.sors.io.ModelFile;
import io.github.sors.learn.Algorithm;
import io.github.sors.learn.EncoderLearner;
import io.github.sors.samples.Emoji;
import io.github.sors.server.EmojiDemo;
import io.github.sors.server.HttpServer;
import io.github.sors.server.SorsService;
import io.github.sors.server.StartItems;
import io.github.sors.server.collection.CollectionLimits;
import io.github.sors.server.collection.CollectionSettings;
import io.github.sors.server.collection.NamedFeatures;
import io.github.sors.server.collection.live.TeachableCollection;
import io.github.sors.server.http.Access;
import io.github.sors.server.http.ConnectionLimits;
import io.github.sors.server.http.Tokens;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Answers searches and learns from feedback over HTTP. */
@Command(
    name = "serve",
    modelTransformer = AlgorithmFlags.OfOnlineLearners.class,
    header = "Search and teach a collection over HTTP, and on a page.",
    customSynopsis = {
      "sors serve --collection=DIR [OPTIONS]",
      "       sors serve --demo [OPTIONS]"
    },
    description = {
      "",
      "Every acknowledged change is on disk: stop the service with Ctrl-C or kill it, and start it again.",
      ""
    },
    footer = {
      "",
      "Example: sors serve --collection news --load articles.jsonl",
      "Example: sors serve --collection news --model news.sors --load articles.jsonl",
      "More: docs/how-to/serve.md"
    })
public final class ServeCommand extends Subcommand {

  @Option(
      names = "--collection",
      paramLabel = "DIR",
      description = "Folder of the collection; created if it does not exist.")
  private Path folder;

  @Option(names = "--demo", description = "A collection of emoji in a temporary folder.")
  private boolean demo;

  @Option(
      names = "--load",
      paramLabel = "DATA",
      description =
          "Items to add first (JSON lines, CSV or TSV, TREC's SGML, a folder or archive of texts),"
              + " rows of numbers, or a name that 'sors data list' shows.")
  private String load;

  @Option(
      names = "--model",
      paramLabel = "FILE",
      description =
          "New collection: start from this model and continue to learn. Existing collection: it"
              + " must have started from the same file.")
  private Path model;

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "Port (default: 8080; 0: any free port).")
  private int port = 8080;

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      description = "Address to listen on (default: 127.0.0.1, this machine only).")
  private String host = "127.0.0.1";

  @Option(
      names = "--tokens",
      paramLabel = "FILE",
      description =
          "File of the tokens that are required for writes, as 'sors admin token' writes it; read again"
              + " when it changes.")
  private Path tokens;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = "File whose only line is one token that allows everything.")
  private Path tokenFile;

  @Option(names = "--token-for-reads", description = "Require a token for reads too.")
  private boolean tokenForReads;

  @Option(
      names = "--allowed-host",
      paramLabel = "NAME",
      description =
          "Answer to this host name, too, such as the public name of a proxy; may be given"
              + " several times.")
  private List<String> allowedHosts = new ArrayList<>();

  @Option(
      names = "--insecure",
      description =
          "Require no token on other addresses and behind a proxy: everybody can change"
              + " everything.")
  private boolean insecure;

  @Option(
      names = "--collections",
      paramLabel = "DIR",
      description = "Folder of further collections, which are made and deleted over HTTP.")
  private Path collections;

  @Option(
      names = "--backups",
      paramLabel = "DIR",
      description = "Folder for the backups that 'sors admin backup --service' requests.")
  private Path backups;

  @Option(
      names = "--access-log",
      paramLabel = "FILE",
      description = "Write one line per request to this file.")
  private Path accessLog;

  @Option(
      names = "--connections-per-address",
      paramLabel = "N",
      description = "Maximum number of connections from one address (default: 500).")
  private int connectionsPerAddress = ConnectionLimits.DEFAULT.connectionsPerAddress();

  @Option(
      names = "--analyzer",
      paramLabel = "NAME",
      description =
          "New collection: how texts become terms, as for 'sors train' (default: that of the"
              + " model or of the loaded data, else standard).")
  private String analyzer;

  @Option(
      names = "--repair",
      description =
          "Repair a damaged collection: keep everything that can be verified, move the rest to"
              + " files *.damaged-*, and exit.")
  private boolean repair;

  @Option(
      names = "--snapshot-every",
      paramLabel = "N",
      description = "Write a snapshot after this many comparisons and items (default: 50000).")
  private int comparisonsBetweenSnapshots = CollectionLimits.DEFAULT.comparisonsBetweenSnapshots();

  @Option(names = "--verbose", description = "Log more.")
  private boolean verbose;

  @Mixin private LearnerArguments learner;

  // the recipe of the loaded rows; empty if unknown
  private Map<String, String> recipeOfLoaded = Map.of();

  @Override
  public Integer call() throws IOException {
    requireOneCollection();
    if (repair) {
      console().print(TeachableCollection.repair(folder));
      return DONE;
    }
    if (comparisonsBetweenSnapshots < 1) {
      throw new InvalidInputException(
          "expected --snapshot-every of at least 1, found " + comparisonsBetweenSnapshots);
    }
    HttpServer.Options options = options();
    Path used = demo ? Files.createTempDirectory("sors-demo") : folder;
    StartItems items = source();
    if (demo) {
      EmojiDemo emoji = new EmojiDemo(Emoji.records());
      items = emoji.items();
      options = options.withAbout(emoji.about());
    }
    CollectionSettings settings = settings();
    ServiceLog.install(console(), verbose);
    CountDownLatch stopped = new CountDownLatch(1);
    SorsService service =
        SorsService.start(
            used,
            settings,
            model,
            CollectionLimits.DEFAULT.withComparisonsBetweenSnapshots(comparisonsBetweenSnapshots),
            items,
            options);
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  close(service);
                  stopped.countDown();
                },
                "sors-stop"));
    var unused = service.fatalError().thenAccept(this::end);
    console()
        .print(
            "serving "
                + Formatting.count(service.collection().index().size())
                + " items of "
                + used
                + " at http://"
                + (host.contains(":") ? "[" + host + "]" : host)
                + ":"
                + service.port());
    try {
      stopped.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      close(service);
    }
    return DONE;
  }

  /** Ends the process at once: the state in memory can no longer be trusted. */
  private void end(Error error) {
    console()
        .error(
            "the service can no longer make changes and stops: "
                + error
                + "; every acknowledged change is on disk: start it again, after an OutOfMemoryError"
                + " with more memory in SORS_JAVA_OPTIONS=-Xmx…");
    Runtime.getRuntime().halt(1);
  }

  private void close(SorsService service) {
    try {
      service.close();
      console().note("stopped; every acknowledged change is on disk");
    } catch (IOException e) {
      console()
          .error("the last snapshot could not be written; no data are lost: " + e.getMessage());
    }
  }

  private void requireOneCollection() {
    if (demo == (folder != null)) {
      throw new InvalidInputException("expected one of --collection DIR and --demo");
    }
    if (demo && (load != null || model != null || repair || analyzer != null)) {
      throw new InvalidInputException("--demo has its own data: leave out the other options");
    }
  }

  private CollectionSettings settings() throws IOException {
    Model start = model == null ? null : ModelFile.read(model);
    if (start != null) {}
    CollectionSettings chosen =
        learner.settings(analyzer == null ? usualAnalyzer(start) : analyzer, usualAlgorithm(start));
    if (!demo) {
      return chosen;
    }
    Map<String, String> options = new HashMap<>();
    if (chosen.algorithm().equals(EmojiDemo.SETTINGS.algorithm())) {
      options.putAll(EmojiDemo.OPTIONS);
    }
    options.putAll(chosen.options());
    return new CollectionSettings(chosen.algorithm(), options, EmojiDemo.ANALYZER);
  }

  /**
   * The default analyzer of texts: that of the model or of the loaded vectors, so that typed words
   * get the same features.
   */
  private String usualAnalyzer(Model start) {
    Map<String, String> recipe = start == null ? recipeOfLoaded : start.recipe().settings();
    return recipe.getOrDefault("analyzer", "standard");
  }

  /** The default algorithm: one that can start from the model. */
  private static String usualAlgorithm(Model start) {
    return start instanceof EncoderModel
        ? EncoderLearner.DESCRIPTOR.label()
        : Algorithm.DEFAULT.label();
  }

  private StartItems source() throws IOException {
    if (load == null) {
      return null;
    }
    Path path = DataArguments.path(load);
    if (!Files.exists(path)) {
      Registry registry = Registry.standard(DataFolders.ofThisProcess());
      return vectors(DataArguments.read(registry.locate(load), console()));
    }
    if (FileContents.of(path, ItemOptions.DEFAULT) == FileContents.ROWS) {
      return vectors(DatasetReader.read(path));
    }
    ItemSource items = ItemReader.open(path, ItemOptions.DEFAULT);
    Model start = model == null ? null : ModelFile.read(model);
    return start == null || NamedFeatures.areOfTexts(start.recipe())
        ? StartItems.ofRecords(items)
        : itemsLike(start, items, path);
  }

  /** Items with the features that a model has learnt, which are not those of texts here. */
  private StartItems itemsLike(Model start, ItemSource items, Path path) throws IOException {
    List<Item> all = new ArrayList<>();
    items.forEach(all::add);
    String name = DatasetReader.nameOf(List.of(path));
    try {
      Dataset rows = ModelFeatures.of(start, model, false).rows(name, all).orElseThrow();
      return StartItems.ofItems(all, rows);
    } catch (InvalidInputException e) {
      throw new InvalidInputException(path + ": " + e.getMessage(), e);
    }
  }

  private StartItems vectors(Dataset rows) throws IOException {
    recipeOfLoaded = rows.recipe().settings();
    if (model != null) {
      requireSameRecipe(ModelFile.read(model), rows);
    }
    return StartItems.ofVectors(rows);
  }

  /**
   * Refuses vectors that were made in another way than those the model was learnt on. A collection
   * knows features by name, so their numbers may differ, unless each has a weight of its own.
   */
  private void requireSameRecipe(Model start, Dataset rows) {
    FeatureSpace learnt = FeatureSpace.ofItems(start);
    FeatureSpace given = SameFeatures.of(rows);
    boolean weighted = learnt.recipe().weights().length + given.recipe().weights().length > 0;
    SameFeatures.require(
        weighted ? learnt : new FeatureSpace(List.of(), learnt.recipe()),
        model,
        given,
        rows.name());
  }

  private HttpServer.Options options() throws IOException {
    Tokens known = tokens();
    if (tokenForReads && known == null) {
      throw new InvalidInputException("--token-for-reads needs --tokens or --token-file");
    }
    boolean loopback = isLoopback();
    if (!loopback && known == null && !insecure) {
      throw new InvalidInputException(
          "--host " + host + " can be reached from other machines: use --tokens, or --insecure");
    }
    if (port < 0 || port > 65535) {
      throw new InvalidInputException("expected --port from 0 to 65535, found " + port);
    }
    if (connectionsPerAddress < 1) {
      throw new InvalidInputException(
          "expected --connections-per-address of at least 1, found " + connectionsPerAddress);
    }
    if (backups != null && collections != null && isInside(backups, collections)) {
      throw new InvalidInputException(
          "--backups " + backups + " is inside --collections: give another folder");
    }
    if (accessLog != null) {
      OutputFiles.requireWritable(accessLog);
    }
    return new HttpServer.Options(
            host, port, new Access(known, tokenForReads, hostNames(loopback), insecure))
        .withConnections(ConnectionLimits.DEFAULT.withConnectionsPerAddress(connectionsPerAddress))
        .withCollections(collections)
        .withBackups(backups)
        .withAccessLog(accessLog);
  }

  private static boolean isInside(Path path, Path folder) {
    return path.toAbsolutePath().normalize().startsWith(folder.toAbsolutePath().normalize());
  }

  /** The host names to answer to; empty to allow all. */
  private Set<String> hostNames(boolean loopback) {
    Set<String> names = new HashSet<>();
    for (String name : allowedHosts) {
      if (name.isBlank() || name.contains("/") || name.contains(" ")) {
        throw new InvalidInputException(
            "--allowed-host: expected a name such as news.example, found '" + name + "'");
      }
      names.add(name.toLowerCase(Locale.ROOT));
    }
    if (loopback || !names.isEmpty()) {
      names.addAll(Access.LOCAL_NAMES);
    }
    return names;
  }

  private boolean isLoopback() {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      throw new InvalidInputException("--host: there is no address '" + host + "'", e);
    }
  }

  private Tokens tokens() throws IOException {
    if (tokens != null && tokenFile != null) {
      throw new InvalidInputException("expected only one of --tokens and --token-file");
    }
    if (tokens != null) {
      return Tokens.inFile(tokens);
    }
    return tokenFile == null ? null : Tokens.oneInFile(tokenFile);
  }
}

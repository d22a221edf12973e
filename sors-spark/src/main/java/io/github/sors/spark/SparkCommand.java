package io.github.sors.spark;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.sors.BilinearModel;
import io.github.sors.InvalidInputException;
import io.github.sors.LearningProgress;
import io.github.sors.Model;
import io.github.sors.console.CommandFrame;
import io.github.sors.console.FlagPhrasing;
import io.github.sors.console.StandardError;
import io.github.sors.data.Dataset;
import io.github.sors.data.triplet.Split;
import io.github.sors.io.ModelFile;
import io.github.sors.learn.Learners;
import io.github.sors.option.ListedOption;
import io.github.sors.spark.input.SparkData;
import io.github.sors.spark.input.TableData;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.storage.StorageLevel;
import picocli.CommandLine.Command;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** The command {@code sors spark}: trains, evaluates and searches with Spark. */
@Command(
    name = "sors spark",
    mixinStandardHelpOptions = true,
    versionProvider = CommandFrame.Version.class,
    description = "Learns, evaluates and searches with Spark.",
    subcommands = {
      SparkCommand.Train.class,
      SparkCommand.Evaluate.class,
      SparkCommand.Search.class,
      LocalComparison.class,
      SparkBench.class,
      ClickBench.class
    })
public final class SparkCommand implements Callable<Integer> {

  static final int DONE = CommandFrame.DONE;
  private static final Logger ESTIMATOR_LOG =
      Logger.getLogger(SorsSimilarity.class.getPackageName());
  private static final FlagPhrasing FLAGS = new FlagPhrasing(Map.of("labelColumn", "--label"));

  final PrintStream out;
  final PrintStream err;

  private SparkCommand(CommandFrame frame) {
    this.out = frame.out();
    this.err = frame.err();
  }

  public static void main(String[] arguments) {
    StandardError.restore();
    // what it says in a program is in the lines about the slices
    ESTIMATOR_LOG.setLevel(Level.WARNING);
    System.exit(run(CommandFrame.ofThisProcess(), arguments));
  }

  /** Runs one command line and returns its exit code. */
  static int run(CommandFrame frame, String... arguments) {
    return frame.withPhrasing(FLAGS).run(new SparkCommand(frame), arguments);
  }

  @Override
  public Integer call() {
    throw new InvalidInputException(
        "expected train, evaluate, search, compare, bench or bench-clicks; try 'sors spark --help'");
  }

  /** Prints the progress of a training. */
  void reportSlice(int slice, SorsSimilarityModel reached, String more) {
    LearningProgress progress = reached.progress();
    err.printf(
        Locale.ROOT,
        "slice %d: %,d rounds, mean loss %.4f, %,d non-zeros%s%n",
        slice,
        progress.rounds(),
        progress.cumulativeLoss() / Math.max(1, progress.rounds()),
        reached.nonZeros(),
        more);
  }

  /** The cluster that a job runs on. */
  static final class Cluster {

    @Option(
        names = "--master",
        paramLabel = "URL",
        description =
            "local[N], spark://HOST:PORT, … (default: the master of spark-submit, else local[*]).")
    private String master;

    @Option(
        names = "--conf",
        paramLabel = "KEY=VALUE",
        description = "Further Spark configuration, such as spark.executor.memory=4g.")
    private Map<String, String> configuration = new TreeMap<>();

    SparkSession open() {
      return open(Map.of());
    }

    /** Opens a session with settings that the configuration may replace. */
    SparkSession open(Map<String, String> settings) {
      String target = master == null ? System.getProperty("spark.master", "local[*]") : master;
      SparkSession.Builder builder =
          SparkSession.builder()
              .appName("sors")
              .master(target)
              .config("spark.ui.showConsoleProgress", "false");
      if (!target.startsWith("local")) {
        builder.config("spark.jars", String.join(",", ownJars()));
      }
      settings.forEach(builder::config);
      configuration.forEach(builder::config);
      return builder.getOrCreate();
    }

    /** The jars that executors need: this module and its dependencies. */
    private static Set<String> ownJars() {
      Set<String> jars = new LinkedHashSet<>();
      for (Class<?> type : List.of(SparkCommand.class, BilinearModel.class, Dataset.class)) {
        try {
          Path source = Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
          if (Files.isRegularFile(source)) {
            jars.add(source.toString());
          }
        } catch (URISyntaxException e) {
          throw new IllegalStateException("the class path has no files", e);
        }
      }
      return jars;
    }
  }

  /** The estimator of a job. */
  static final class Estimator {

    @Option(
        names = "--set",
        paramLabel = "NAME=VALUE",
        description =
            "A param of SorsSimilarity: rounds, normalize, strategy, mixing, partitions, slices,"
                + " batchSize, checkpointDir, checkpointInterval, algorithm, and its options, see"
                + " 'sors spark train --help'.")
    private Map<String, String> params = new TreeMap<>();

    SorsSimilarity create() {
      return create(Map.of());
    }

    /** Creates an estimator with defaults of its own. */
    SorsSimilarity create(Map<String, String> defaults) {
      Map<String, String> all = new TreeMap<>(defaults);
      all.putAll(params);
      return EstimatorParams.of(all);
    }
  }

  /** The arguments that all commands share. */
  static final class DataAndModel {

    @Parameters(
        arity = "1..*",
        paramLabel = "DATA",
        description = "As for 'sors train'; or tables, see --format.")
    private List<String> data;

    @Mixin private TableData.TableOptions table;

    @Option(
        names = "--model",
        required = true,
        paramLabel = "FILE",
        description = "The model: train writes it, the others read it.")
    private Path model;
  }

  /** Learns a model. */
  @Command(
      name = "train",
      mixinStandardHelpOptions = true,
      modelTransformer = OptionsOfAlgorithms.class,
      description = "Learns a model from labelled rows and writes it as a .sors file.")
  static final class Train implements Callable<Integer> {

    @ParentCommand private SparkCommand parent;
    @Mixin private Cluster cluster;
    @Mixin private DataAndModel given;
    @Mixin private Estimator params;

    @Option(
        names = "--holdout",
        description = "Share of every class to hold out (default: ${DEFAULT-VALUE}).")
    private double holdout = 0.3;

    @Option(
        names = "--seed",
        description = "Seed of split and triplets (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @Option(
        names = "--curve",
        description =
            "Measure the MAP of the held-out rows after every slice; its time is included.")
    private boolean curve;

    @Override
    public Integer call() throws IOException {
      SorsSimilarity estimator = params.create().setSeed(seed);
      if (given.table.readBySpark(given.data)) {
        TableData table = TableData.read(cluster.open(), given.data, given.table, true);
        if (!table.leftOut().isEmpty()) {
          parent.err.println(
              "note: left out the columns that are not numbers: "
                  + String.join(", ", table.leftOut()));
        }
        table.rows().persist(StorageLevel.MEMORY_AND_DISK());
        try {
          String path = given.data.get(0);
          return learn(
              table.hasIds() ? estimator.setIdCol("id") : estimator,
              new Source(path.substring(path.lastIndexOf('/') + 1), table.hash(), List.of()),
              table.train(holdout, seed),
              table.heldOut(holdout, seed));
        } finally {
          table.rows().unpersist();
        }
      }
      Dataset raw = SparkData.read(given.data, given.table.labelOfFiles());
      Split split = Split.perClass(raw.labels(), holdout, seed);
      SparkSession session = cluster.open();
      return learn(
          estimator.setIdCol("id"),
          new Source(raw.name(), raw.hash(), raw.featureNames()),
          SparkData.frame(session, raw, split.train()),
          SparkData.frame(session, raw, split.test()));
    }

    /** What the model file says of the data. */
    private record Source(String name, String hash, List<String> featureNames) {}

    private int learn(
        SorsSimilarity estimator,
        Source source,
        org.apache.spark.sql.Dataset<Row> rows,
        org.apache.spark.sql.Dataset<Row> heldOut)
        throws IOException {
      estimator.setSliceListener(
          (slice, reached) ->
              parent.reportSlice(slice, reached, curve ? map(reached, heldOut) : ""));
      long start = System.nanoTime();
      SorsSimilarityModel learnt = estimator.fit(rows);
      long milliseconds = (System.nanoTime() - start) / 1_000_000;
      Model collected = learnt.toModel().withFeatureNames(source.featureNames());
      // lets 'sors evaluate' find the held-out rows
      Map<String, String> training = new TreeMap<>(collected.provenance().training());
      training.put("data", source.name());
      training.put("dataHash", source.hash());
      training.put("holdout", Double.toString(holdout));
      training.put("normalization", collected.normalization().toString());
      training.put("sampling", "uniform");
      ModelFile.write(
          collected.withProvenance(collected.provenance().withTraining(training)), given.model);
      parent.out.println(
          JsonNodeFactory.instance
              .objectNode()
              .put("rounds", learnt.progress().rounds())
              .put("activeRounds", learnt.progress().activeRounds())
              .put("cumulativeLoss", learnt.progress().cumulativeLoss())
              .put("touchedEntries", learnt.progress().touchedEntries())
              .put("trainSeconds", milliseconds / 1000.0)
              .put("nonZeros", learnt.nonZeros())
              .put("sparsity", learnt.sparsity()));
      return DONE;
    }

    private static String map(
        SorsSimilarityModel reached, org.apache.spark.sql.Dataset<Row> heldOut) {
      double map = new SimilarityEvaluator().evaluate(reached.transform(heldOut));
      return String.format(Locale.ROOT, ", MAP %.2f%%", 100 * map);
    }
  }

  /** Adds the options of the algorithms to the help. */
  static final class OptionsOfAlgorithms implements IModelTransformer {

    @Override
    public CommandSpec transform(CommandSpec command) {
      List<String> footer = new ArrayList<>(List.of("", "The algorithm and its options:"));
      footer.add("  algorithm: " + Learners.options().labels());
      for (ListedOption option : Learners.options().options()) {
        footer.add(
            "  "
                + LearnerParams.paramName(option.name())
                + ": "
                + option.help().replace("%", "%%"));
      }
      command.usageMessage().footer(footer.toArray(String[]::new));
      return command;
    }
  }

  /** Measures a model. */
  @Command(
      name = "evaluate",
      mixinStandardHelpOptions = true,
      description = "Measures how well a model ranks the held-out rows.")
  static final class Evaluate implements Callable<Integer> {

    @ParentCommand private SparkCommand parent;
    @Mixin private Cluster cluster;
    @Mixin private DataAndModel given;

    @Option(names = "--all", description = "Rank all rows, not only the held-out ones.")
    private boolean all;

    @Option(
        names = "--k",
        split = ",",
        paramLabel = "K",
        description = "Cut-offs k of the precision at k (default: 1,5,10).")
    private int[] cutoffs = {1, 5, 10};

    @Override
    public Integer call() throws IOException {
      Model read = ModelFile.read(given.model);
      if (given.table.readBySpark(given.data)) {
        SparkSession session = cluster.open();
        TableData table = TableData.read(session, given.data, given.table, true);
        return measure(
            SorsSimilarityModel.of(session, read), all ? table.rows() : heldOut(table, read));
      }
      Dataset raw = SparkData.read(given.data, given.table.labelOfFiles());
      SparkSession session = cluster.open();
      return measure(
          SorsSimilarityModel.of(session, read),
          SparkData.frame(session, raw, all ? everyRow(raw) : heldOut(raw, read)));
    }

    private int measure(SorsSimilarityModel spread, org.apache.spark.sql.Dataset<Row> rows) {
      BulkEvaluation measured = new SimilarityEvaluator().measure(spread.transform(rows), cutoffs);
      ObjectNode result = JsonNodeFactory.instance.objectNode().put("map", measured.map());
      ObjectNode precision = result.putObject("precisionAtK");
      measured.precisionAt().forEach((k, share) -> precision.put(Integer.toString(k), share));
      parent.out.println(
          result
              .put("sparsity", spread.sparsity())
              .put("nonZeros", spread.nonZeros())
              .put("queries", measured.queries()));
      return DONE;
    }

    private static int[] everyRow(Dataset raw) {
      return IntStream.range(0, raw.size()).toArray();
    }

    private static Map<String, String> training(Model model, String hash) {
      Map<String, String> training = model.provenance().training();
      if (!hash.equals(training.get("dataHash"))) {
        throw new InvalidInputException(
            "the model was not learnt from these rows, so none of them were held out: give the"
                + " data of its training, or --all");
      }
      return training;
    }

    private static org.apache.spark.sql.Dataset<Row> heldOut(TableData table, Model model) {
      Map<String, String> training = training(model, table.hash());
      return table.heldOut(
          Double.parseDouble(training.get("holdout")), Long.parseLong(training.get("seed")));
    }

    private static int[] heldOut(Dataset raw, Model model) {
      Map<String, String> training = training(model, raw.hash());
      return Split.perClass(
              raw.labels(),
              Double.parseDouble(training.get("holdout")),
              Long.parseLong(training.get("seed")))
          .test();
    }
  }

  /** Finds neighbours. */
  @Command(
      name = "search",
      mixinStandardHelpOptions = true,
      description =
          "Prints the nearest rows of every row, or of one row, as lines 'query row score'.")
  static final class Search implements Callable<Integer> {

    @ParentCommand private SparkCommand parent;
    @Mixin private Cluster cluster;
    @Mixin private DataAndModel given;

    @Option(
        names = "--item",
        paramLabel = "ROW",
        description = "Only this row, counted from 0; of a table, the row with this id.")
    private String query;

    @Option(
        names = "--top",
        paramLabel = "K",
        description = "Number of rows to find (default: 10).")
    private int top = 10;

    @Override
    public Integer call() throws IOException {
      if (given.table.readBySpark(given.data)) {
        SparkSession session = cluster.open();
        TableData table = TableData.read(session, given.data, given.table, false);
        if (!table.hasIds()) {
          throw new InvalidInputException(
              "a search in a table needs the ids of its rows: name their column with --id");
        }
        print(session, table.rows());
        return DONE;
      }
      Dataset raw = SparkData.read(given.data, given.table.labelOfFiles());
      if (query != null && !isRow(raw.size())) {
        throw new InvalidInputException(
            "expected --item of 0 to " + (raw.size() - 1) + ", found " + query);
      }
      SparkSession session = cluster.open();
      print(session, SparkData.frame(session, raw, IntStream.range(0, raw.size()).toArray()));
      return DONE;
    }

    private boolean isRow(int rows) {
      return query.matches("\\d{1,9}") && Integer.parseInt(query) < rows;
    }

    private void print(SparkSession session, org.apache.spark.sql.Dataset<Row> rows)
        throws IOException {
      org.apache.spark.sql.Dataset<Row> queries =
          query == null
              ? rows
              : rows.filter(functions.col("id").cast("string").equalTo(functions.lit(query)));
      SorsSimilarityModel.of(session, ModelFile.read(given.model))
          .setOutput(SorsSimilarityModel.NEIGHBOURS)
          .setOutputCol("nearest")
          .setIdCol("id")
          .setK(top)
          .setItems(rows)
          .transform(queries)
          .orderBy("id")
          .toLocalIterator()
          .forEachRemaining(this::print);
    }

    private void print(Row row) {
      for (Row neighbour : row.<Row>getList(row.fieldIndex("nearest"))) {
        parent.out.printf(
            Locale.ROOT,
            "%s\t%s\t%.6g%n",
            row.get(row.fieldIndex("id")),
            neighbour.getString(0),
            neighbour.getDouble(1));
      }
    }
  }
}

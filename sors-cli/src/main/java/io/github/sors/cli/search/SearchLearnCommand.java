package io.github.sors.cli.search;

import io.github.sors.InvalidInputException;
import io.github.sors.cli.frame.Console;
import io.github.sors.cli.frame.Formatting;
import io.github.sors.cli.frame.GainReport;
import io.github.sors.cli.frame.ModelSize;
import io.github.sors.cli.frame.OutputFiles;
import io.github.sors.cli.frame.Subcommand;
import io.github.sors.cli.frame.TextTable;
import io.github.sors.data.item.ItemSource;
import io.github.sors.eval.Gain;
import io.github.sors.lucene.text.VectorizerOptions;
import io.github.sors.ranking.ClickLog;
import io.github.sors.ranking.Judgements;
import io.github.sors.ranking.Run;
import io.github.sors.ranking.SearchQuery;
import io.github.sors.ranking.UnknownIds;
import io.github.sors.ranking.file.ClickLogFile;
import io.github.sors.ranking.file.DocumentFile;
import io.github.sors.ranking.file.QrelsFile;
import io.github.sors.ranking.file.QueryFile;
import io.github.sors.ranking.file.RunFile;
import io.github.sors.ranking.learn.EncoderTries;
import io.github.sors.ranking.learn.HeldOutChoice;
import io.github.sors.ranking.learn.JudgedQuery;
import io.github.sors.ranking.learn.MatrixTries;
import io.github.sors.ranking.learn.NegativeMix;
import io.github.sors.ranking.learn.SearchCollection;
import io.github.sors.ranking.learn.SearchExperiment;
import io.github.sors.ranking.learn.SearchLearner;
import io.github.sors.ranking.learn.SearchModel;
import io.github.sors.ranking.learn.SearchPlan;
import io.github.sors.ranking.learn.TitleTriplets;
import io.github.sors.ranking.measure.Evaluation;
import io.github.sors.ranking.measure.RankingMeasure;
import io.github.sors.ranking.report.SearchReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Learns a ranking of documents that is better than BM25, or keeps BM25. */
@Command(
    name = "search-learn",
    header = "Learn a ranking of documents from judgements, clicks or titles, or keep BM25.",
    customSynopsis = {
      "sors search-learn [OPTIONS] --docs=FILE --queries=FILE --qrels=FILE",
      "                         --model=FILE",
      "       sors search-learn [OPTIONS] --docs=FILE --clicks=FILE --model=FILE",
      "       sors search-learn [OPTIONS] --docs=FILE --self-supervised=TITLE:TEXT",
      "                         --model=FILE"
    },
    description = {
      "",
      "Learns which terms of documents answer which terms of queries, from BM25 on, and an encoder"
          + " of both. Everything is chosen on queries that were held out, and a second time in"
          + " folds that the table is measured on. BM25 stays unless the 95% interval of the gain"
          + " is above zero, on at least 20 held-out queries; queries of the same text count once."
          + " With --self-supervised there is nothing to choose on, and the settings are fixed.",
      ""
    },
    footer = {
      "",
      "Example: sors search-learn --docs docs.jsonl --queries queries.tsv",
      "           --qrels qrels.txt --model search.sors --report report",
      "Example: sors search --docs docs.jsonl --queries queries.tsv --model search.sors",
      "           --run search.run"
    })
public final class SearchLearnCommand extends Subcommand {

  private static final List<Integer> CURVE = List.of(8, 30, 60, 120, 180, 360, 720);

  @Option(
      names = "--docs",
      required = true,
      paramLabel = "FILE",
      description =
          "The documents by id: JSON lines, CSV, SGML as TREC has it, or a folder of texts.")
  private Path docs;

  @Option(
      names = "--queries",
      paramLabel = "FILE",
      description = "The queries: lines of 'id<TAB>text', or JSON lines with id and text.")
  private Path queries;

  @Option(
      names = "--query-fields",
      split = ",",
      paramLabel = "NAME",
      description =
          "Fields of JSON queries whose values are features that documents do not have, such as the"
              + " department of the person who asks.")
  private List<String> queryFields = List.of();

  @Option(
      names = "--qrels",
      paramLabel = "FILE",
      description =
          "Judgements, lines of 'query 0 document grade'. With --self-supervised they are only"
              + " measured on.")
  private Path qrels;

  @Option(
      names = "--clicks",
      paramLabel = "FILE",
      description = "A click log instead of judgements: JSON lines with query, shown and clicked.")
  private Path clicks;

  @Option(
      names = "--self-supervised",
      paramLabel = "TITLE:TEXT",
      description =
          "Learn from the documents alone: the column TITLE is a query that the column TEXT"
              + " answers. Nothing can be chosen without judgements, so the numbers are fixed.")
  private String selfSupervised;

  @Option(
      names = "--titles",
      paramLabel = "TITLE:TEXT",
      description =
          "Columns to learn from in addition to judgements, or none (default: title:text where at"
              + " least two documents have both).")
  private String titles;

  @Option(
      names = "--model",
      required = true,
      paramLabel = "FILE",
      description =
          "File to write the model to, usually NAME.sors. An encoder, if one is chosen, goes to"
              + " NAME-encoder.sors beside it.")
  private Path model;

  @Option(
      names = "--run",
      paramLabel = "FILE",
      description =
          "File to write the rankings of held-out queries to, as a TREC run. With"
              + " --self-supervised: of --queries.")
  private Path run;

  @Option(
      names = "--baseline-run",
      paramLabel = "FILE",
      description = "File to write BM25's rankings of the same queries to.")
  private Path baselineRun;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description =
          "Folder to write a page to, index.html: tables, the curve over the number of judged"
              + " queries, and the queries that changed most. Takes about twice as long.")
  private Path report;

  @Option(
      names = "--for-engines",
      description =
          "Choose only among rankings that Lucene, OpenSearch, Elasticsearch and Solr can do as one"
              + " query of boosted terms.")
  private boolean forEngines;

  @Option(
      names = "--analyzer",
      paramLabel = "NAME",
      description = "How texts become terms, as for 'sors train' (default: english).")
  private String analyzer = "english";

  @Option(names = "--k1", paramLabel = "X", description = "k1 of BM25 (default: 1.2).")
  private double k1 = VectorizerOptions.BM25.k1();

  @Option(names = "--b", paramLabel = "X", description = "b of BM25 (default: 0.75).")
  private double b = VectorizerOptions.BM25.b();

  @Option(
      names = "--rounds",
      split = ",",
      paramLabel = "N",
      description =
          "Numbers of rounds of M to choose from, for early stopping (default: 20000,60000).")
  private List<Long> rounds = MatrixTries.DEFAULT.rounds();

  @Option(
      names = "--steps",
      split = ",",
      paramLabel = "X",
      description =
          "Step sizes of M to choose from (default: 0.01,0.003). Time grows with their number.")
  private List<Double> steps = MatrixTries.DEFAULT.steps();

  @Option(
      names = "--margins",
      split = ",",
      paramLabel = "X",
      description =
          "Margins of M to choose from, in units of the score that a query gives itself (default:"
              + " 0.6,0.3). Time grows with their number.")
  private List<Double> margins = MatrixTries.DEFAULT.margins();

  @Option(
      names = "--no-encoder",
      description = "Leave the encoder out of the tries: faster, and the model is one file.")
  private boolean noEncoder;

  @Option(
      names = "--encoder-k",
      split = ",",
      paramLabel = "K",
      description = "Lengths of encodings to choose from (default: 256).")
  private List<Integer> encoderLengths = EncoderTries.DEFAULT.lengths();

  @Option(
      names = "--encoder-steps",
      split = ",",
      paramLabel = "X",
      description = "Step sizes of the encoder to choose from (default: 0.01,0.03).")
  private List<Double> encoderSteps = EncoderTries.DEFAULT.steps();

  @Option(
      names = "--encoder-taus",
      split = ",",
      paramLabel = "X",
      description = "Temperatures of the encoder to choose from (default: 0.1,0.2).")
  private List<Double> encoderTaus = EncoderTries.DEFAULT.temperatures();

  @Option(
      names = "--encoder-rounds",
      split = ",",
      paramLabel = "N",
      description =
          "Numbers of rounds of the encoder to choose from, for early stopping (default:"
              + " 10000,30000).")
  private List<Long> encoderRounds = EncoderTries.DEFAULT.rounds();

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of folds and triplets (default: 1).")
  private long seed = 1;

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    requirePlausibleArguments();
    ItemSource records = DocumentFile.open(docs);
    SearchCollection read =
        SearchCollection.of(
            records, VectorizerOptions.BM25.withAnalyzer(analyzer).withParameters(k1, b));
    SearchCollection collection =
        queryFields.isEmpty() ? read : read.withQueryFields(queryFields, QueryFile.read(queries));
    List<JudgedQuery> judged = judged(collection);
    print(
        "read     "
            + Formatting.count(collection.size())
            + " documents of "
            + Formatting.count(collection.terms())
            + " terms, "
            + Formatting.count(judged.size())
            + " judged queries");
    SearchLearner learner = learner(collection, records);
    if (selfSupervised != null) {
      learnFromTitles(collection, learner, judged);
    } else {
      learnFromJudgements(collection, learner, judged);
    }
    return DONE;
  }

  private void requirePlausibleArguments() throws IOException {
    if (selfSupervised == null && (qrels == null) == (clicks == null)) {
      throw new InvalidInputException(
          "expected one of --qrels, --clicks and --self-supervised, found "
              + (qrels == null ? "none" : "--qrels and --clicks"));
    }
    if (selfSupervised != null && (clicks != null || titles != null || report != null)) {
      throw new InvalidInputException(
          "--self-supervised cannot be used with --clicks, --titles or --report");
    }
    for (String columns : new String[] {selfSupervised, titles}) {
      boolean none = columns == null || (columns.equals("none") && selfSupervised == null);
      if (!none && !columns.matches("[^:]+:[^:]+")) {
        throw new InvalidInputException(
            "expected two columns as in title:text, found '" + columns + "'");
      }
    }
    if (qrels != null && queries == null) {
      throw new InvalidInputException("--qrels needs the texts of the queries: give --queries");
    }
    if (!queryFields.isEmpty() && (qrels == null || selfSupervised != null)) {
      throw new InvalidInputException("--query-fields needs --qrels to learn from");
    }
    if (clicks != null && queries != null) {
      throw new InvalidInputException("--clicks has the texts of its queries: leave out --queries");
    }
    if (selfSupervised != null && queries == null && (run != null || baselineRun != null)) {
      throw new InvalidInputException("--run and --baseline-run need --queries");
    }
    for (Path target : targets()) {
      OutputFiles.requireWritable(target);
      OutputFiles.requireOther(target, docs);
    }
    if (report != null) {
      OutputFiles.requireReportFolder(report);
    }
  }

  private List<Path> targets() {
    List<Path> targets = new ArrayList<>(List.of(model, SearchModel.encoderFile(model)));
    for (Path target : new Path[] {run, baselineRun}) {
      if (target != null) {
        targets.add(target);
      }
    }
    return targets;
  }

  private List<JudgedQuery> judged(SearchCollection collection) throws IOException {
    if (clicks != null) {
      ClickLog log = ClickLogFile.read(clicks);
      return JudgedQuery.of(collection, log);
    }
    if (qrels == null) {
      return List.of();
    }
    List<SearchQuery> read = QueryFile.read(queries);
    Judgements judgements = QrelsFile.read(qrels);
    Set<String> known = new HashSet<>();
    read.forEach(query -> known.add(query.id()));
    UnknownIds.of(judgements, known, collection.ids())
        .notes()
        .forEach(note -> console().note("note: " + note));
    return JudgedQuery.of(collection, read, judgements);
  }

  private SearchLearner learner(SearchCollection collection, ItemSource records)
      throws IOException {
    SearchPlan plan = plan();
    Optional<TitleTriplets> triplets = titleTriplets(collection, records);
    if (triplets.isEmpty()) {
      return new SearchLearner(collection, plan);
    }
    print("learning from the titles of " + Formatting.count(triplets.get().pairs()) + " documents");
    return new SearchLearner(collection, plan, triplets.get());
  }

  /** The titles to learn from: those that were asked for, or the usual ones if there are any. */
  private Optional<TitleTriplets> titleTriplets(SearchCollection collection, ItemSource records)
      throws IOException {
    String columns = selfSupervised != null ? selfSupervised : titles;
    if (columns != null && columns.equals("none")) {
      return Optional.empty();
    }
    if (columns != null) {
      int colon = columns.indexOf(':');
      return Optional.of(
          new TitleTriplets(
              collection,
              records,
              columns.substring(0, colon),
              columns.substring(colon + 1),
              NegativeMix.DEFAULT,
              seed));
    }
    Optional<TitleTriplets> found =
        TitleTriplets.find(collection, records, "title", "text", NegativeMix.DEFAULT, seed);
    if (found.isEmpty() && collection.textColumns().containsAll(List.of("title", "text"))) {
      console()
          .note(
              "note: learning without titles, as fewer than two documents have both a title and a"
                  + " text");
    }
    return found;
  }

  private SearchPlan plan() {
    SearchPlan plan =
        SearchPlan.DEFAULT
            .withSeed(seed)
            .withMatrices(new MatrixTries(steps, margins, rounds))
            .withEncoders(
                new EncoderTries(encoderLengths, encoderSteps, encoderTaus, encoderRounds));
    if (forEngines) {
      return plan.forEngines();
    }
    return noEncoder || selfSupervised != null ? plan.withoutEncoder() : plan;
  }

  private void print(String line) {
    if (!json) {
      console().print(line);
    }
  }

  /** Prints a sentence beside a heading, wrapped at the width of a terminal. */
  private void printFold(String heading, String sentence) {
    String before = heading;
    for (String line : Formatting.wrapped(sentence, TextTable.SCREEN - heading.length())) {
      print(before + line);
      before = " ".repeat(heading.length());
    }
  }

  private Map<String, String> training() {
    Map<String, String> training = new LinkedHashMap<>();
    training.put("documents", lastNames(docs, 1));
    training.put("seed", Long.toString(seed));
    return training;
  }

  private void learnFromTitles(
      SearchCollection collection, SearchLearner learner, List<JudgedQuery> judged)
      throws IOException {
    SearchModel learnt =
        learner.modelOfTitles(
            forEngines ? SearchPlan.WITHOUT_JUDGEMENTS_FOR_ENGINES : SearchPlan.WITHOUT_JUDGEMENTS,
            training());
    learnt.write(model);
    SearchExperiment.Table table = null;
    if (queries != null) {
      List<SearchQuery> read = QueryFile.read(queries);
      Run bm25 = SearchModel.bm25(collection, read);
      Run found = learnt.run("learnt", collection, read, SearchCollection.DEPTH);
      writeRuns(found, bm25);
      if (!judged.isEmpty()) {
        table = SearchExperiment.table(collection, judged, List.of(bm25, found));
      }
    }
    if (json) {
      Map<String, Object> result = new LinkedHashMap<>();
      if (table != null) {
        result.put("methods", described(table));
      }
      result.put("fusion", learnt.fusion().toString());
      result.put("model", model.toString());
      console().printJson(result);
      return;
    }
    if (table != null) {
      printTable(table, "all " + Formatting.count(judged.size()) + " judged queries");
    } else {
      print("note     nothing was measured: there is no judgement");
    }
    printEnd(learnt);
  }

  private void learnFromJudgements(
      SearchCollection collection, SearchLearner learner, List<JudgedQuery> judged)
      throws IOException {
    SearchExperiment experiment = new SearchExperiment(collection, judged, learner);
    SearchExperiment.Result result;
    try (Console.Progress progress = console().progress("measuring", experiment.folds())) {
      result =
          experiment.run(
              (fold, choice) -> {
                progress.reached(fold + 1);
                printFold("fold " + (fold + 1) + "   ", described(choice));
              });
    }
    writeRuns(result.runs().get(SearchExperiment.FUSED), result.runs().get(SearchExperiment.BM25));
    print("learning from all " + Formatting.count(judged.size()) + " queries");
    SearchLearner.Final learnt = learner.model(judged, training());
    learnt.model().write(model);
    if (json) {
      printJson(result, learnt);
    } else {
      printTable(
          result.all(),
          Formatting.count(judged.size())
              + " queries, each held out in one of "
              + experiment.folds()
              + " folds");
      printVerdict(learnt.choice());
      if (!learnt.choice().settings().isEmpty()) {
        print("settings " + learnt.choice().settings());
      }
      printEnd(learnt.model());
    }
    if (report != null) {
      writeReport(experiment, result, learnt.choice());
    }
  }

  private void writeReport(
      SearchExperiment experiment, SearchExperiment.Result result, HeldOutChoice choice)
      throws IOException {
    int most = experiment.trainingQueries();
    List<Integer> sizes = CURVE.stream().filter(size -> size < most).toList();
    Map<Integer, Double> curve;
    try (Console.Progress progress =
        console().progress("curve", (long) sizes.size() * experiment.folds())) {
      long[] done = new long[1];
      curve = experiment.learningCurve(sizes, () -> progress.reached(++done[0]));
    }
    curve.put(most, result.all().comparison(SearchExperiment.FUSED).mean());
    new SearchReport(lastNames(docs, 2), result, experiment.knownQueries(), curve, choice)
        .write(report);
    print("report   " + report.resolve("index.html"));
  }

  /** The last names of a path, as many as asked and there are; the path itself if it has none. */
  static String lastNames(Path path, int most) {
    Path complete = path.toAbsolutePath().normalize();
    int names = complete.getNameCount();
    return names == 0
        ? complete.toString()
        : IntStream.range(Math.max(0, names - most), names)
            .mapToObj(name -> complete.getName(name).toString())
            .collect(Collectors.joining(", "));
  }

  private void writeRuns(Run found, Run bm25) throws IOException {
    if (run != null) {
      RunFile.write(run, found);
    }
    if (baselineRun != null) {
      RunFile.write(baselineRun, bm25);
    }
  }

  private static String described(HeldOutChoice choice) {
    if (!choice.fits()) {
      return "BM25 stays: " + choice.whyBm25() + ", check that the ids are the same";
    }
    Gain gain = choice.verdict().deciding();
    String measured =
        String.format(
            Locale.ROOT,
            "(MAP %.4f, BM25 %.4f, 95%% interval %s, %,d queries)",
            gain.learnt(),
            gain.start(),
            interval(gain),
            gain.heldOut());
    if (choice.isGain()) {
      return choice.fusion() + " " + measured;
    }
    return choice.whyBm25() + ": BM25 stays " + measured;
  }

  private static String interval(Gain gain) {
    return String.format(Locale.ROOT, "%+.4f..%+.4f", gain.low(), gain.high());
  }

  private void printVerdict(HeldOutChoice choice) {
    if (choice.fits()) {
      report(choice).print(console());
      print("");
    } else {
      print(described(choice));
    }
  }

  private static GainReport report(HeldOutChoice choice) {
    // every query is held out once
    return new GainReport(choice.verdict(), 1, SearchExperiment.BM25, "what was learnt");
  }

  private void printTable(SearchExperiment.Table table, String title) {
    print("");
    print(title);
    print("");
    TextTable printed =
        new TextTable("<method", "map", "ndcg@10", "p@10", "recall@100", "gain", "95% interval");
    table
        .evaluations()
        .forEach(
            (method, evaluation) -> {
              List<String> cells = new ArrayList<>(List.of(method));
              for (RankingMeasure measure : SearchExperiment.MEASURES) {
                cells.add(String.format(Locale.ROOT, "%.4f", evaluation.mean(measure)));
              }
              Gain gain = table.gain(method);
              boolean first = method.equals(SearchExperiment.BM25);
              cells.add(first ? "" : String.format(Locale.ROOT, "%+.4f", gain.mean()));
              cells.add(first ? "" : interval(gain));
              printed.add(cells.toArray(String[]::new));
            });
    printed.lines().forEach(this::print);
    print("");
    print(
        "gain: in map over BM25, on "
            + Formatting.count(table.gain(SearchExperiment.BM25).heldOut())
            + " queries of different texts");
  }

  private void printEnd(SearchModel learnt) {
    print("ranking  " + learnt.fusion());
    print("model    " + model + ", " + new ModelSize(learnt.model()).text());
    if (learnt.encoder() != null) {
      print(
          "encoder  "
              + SearchModel.encoderFile(model)
              + ", "
              + new ModelSize(learnt.encoder()).text());
    }
  }

  private void printJson(SearchExperiment.Result result, SearchLearner.Final learnt) {
    Map<String, Object> printed = new LinkedHashMap<>();
    printed.put("methods", described(result.all()));
    printed.put("seenDocuments", described(result.seen()));
    printed.put("freshDocuments", described(result.fresh()));
    report(learnt.choice()).putInto(printed);
    printed.put("fusion", learnt.model().fusion().toString());
    printed.put("settings", learnt.choice().settings());
    printed.put(
        "folds",
        result.byFold().stream()
            .map(
                fold ->
                    Map.of(
                        "queries", fold.queries(),
                        "bm25", fold.baselineMean(),
                        "fused", fold.mean(),
                        "p", fold.randomisation()))
            .toList());
    printed.put(
        "choices",
        result.choices().stream()
            .map(
                choice ->
                    Map.of("fusion", choice.fusion().toString(), "settings", choice.settings()))
            .toList());
    printed.put("model", model.toString());
    if (learnt.model().encoder() != null) {
      printed.put("encoder", SearchModel.encoderFile(model).toString());
    }
    console().printJson(printed);
  }

  private static Map<String, Object> described(SearchExperiment.Table table) {
    Map<String, Object> methods = new LinkedHashMap<>();
    for (Map.Entry<String, Evaluation> entry : table.evaluations().entrySet()) {
      Map<String, Object> values = new LinkedHashMap<>();
      SearchExperiment.MEASURES.forEach(
          measure -> values.put(measure.name(), entry.getValue().mean(measure)));
      Gain gain = table.gain(entry.getKey());
      values.put("low", gain.low());
      values.put("high", gain.high());
      methods.put(entry.getKey(), values);
    }
    return methods;
  }
}

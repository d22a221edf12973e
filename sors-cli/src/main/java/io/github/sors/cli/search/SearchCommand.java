package io.github.sors.cli.search;

import io.github.sors.InvalidInputException;
import io.github.sors.Model;
import io.github.sors.SparseVector;
import io.github.sors.cli.frame.Formatting;
import io.github.sors.cli.frame.OutputFiles;
import io.github.sors.cli.frame.Subcommand;
import io.github.sors.cli.frame.TextTable;
import io.github.sors.cli.input.DataWithVectors;
import io.github.sors.cli.input.FormArgument;
import io.github.sors.cli.input.ModelOnData;
import io.github.sors.cli.rank.RankingSearch;
import io.github.sors.data.item.ItemOptions;
import io.github.sors.data.item.ItemReader;
import io.github.sors.data.item.Items;
import io.github.sors.index.IndexHit;
import io.github.sors.io.AtomicFiles;
import io.github.sors.io.ModelFile;
import io.github.sors.lucene.TextIndexSearch;
import io.github.sors.ranking.ScoredDocument;
import io.github.sors.ranking.fusion.RankingModel;
import io.github.sors.search.Explainer;
import io.github.sors.search.Explanation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Finds the best rows for a query, with explanations. */
@Command(
    name = "search",
    header = "Find the items that answer a query or are like an item, and explain why.",
    customSynopsis = {
      "sors search [OPTIONS] --model=FILE (--query=TEXT | --item=ID) ITEMS...",
      "       sors search [OPTIONS] --model=FILE --queries=FILE --run=FILE ITEMS...",
      "       sors search [OPTIONS] --model=FILE --index=FILE",
      "                   (--query=TEXT | --item=ID | --queries=FILE --run=FILE)",
      "       sors search [OPTIONS] --model=FILE --lucene=DIR",
      "                   (--query=TEXT | --queries=FILE --run=FILE)"
    },
    description = "",
    footer = {
      "",
      "Example: sors search rows.libsvm --model rows.sors --item 17 --explain",
      "Example: sors search --index rows.index --model rows.sors --item 17",
      "Example: sors search --index news.index --model news.sors",
      "           --queries queries.tsv --run news.run"
    })
public final class SearchCommand extends Subcommand {

  private static final int SHOWN_PAIRS = 5;
  private static final int LISTED_PAIRS = 20;
  private static final int HEAT_MAP_FEATURES = 15;
  private static final int HEAT_MAP_PAIRS = 1000;

  @Mixin private DataWithVectors data;

  @Option(names = "--model", required = true, paramLabel = "FILE", description = "The model.")
  private Path model;

  @Mixin private FormArgument form;

  @Option(
      names = "--item",
      paramLabel = "ID",
      description =
          "Item to search with, by its id; a row of numbers by its name or number, from 0.")
  private String query;

  @Option(
      names = "--query",
      paramLabel = "TEXT",
      description = "Text to search with; the model must have been learnt from items with texts.")
  private String text;

  @Option(
      names = "--queries",
      paramLabel = "FILE",
      description =
          "Many queries at once, with --run or --print-query: lines of 'id<TAB>text', JSON lines with"
              + " id and text, or rows of numbers for a model that was learnt from such.")
  private Path queries;

  @Option(
      names = "--query-vectors",
      paramLabel = "FILE",
      description =
          "With --queries and --run: the embeddings of the queries, a NumPy file (.npy) with one"
              + " row per query, for a model that was learnt with --vectors.")
  private Path queryVectors;

  @Option(
      names = "--run",
      paramLabel = "FILE",
      description = "With --queries: file to write the rankings to, as a TREC run.")
  private Path run;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "With --queries: threads (default: all cores).")
  private Integer threads;

  @Option(
      names = "--index",
      paramLabel = "FILE",
      description = "Search this index, a file or folder of 'sors index', instead of DATA.")
  private Path index;

  @Option(
      names = "--lucene",
      paramLabel = "DIR",
      description =
          "Search a text field of this Lucene index with the expanded --query, by BM25. The field"
              + " must be analysed in the same way as the model's texts.")
  private Path lucene;

  @Option(
      names = "--field",
      paramLabel = "NAME",
      description = "The text field of --lucene or --print-query (default: text).")
  private String field = "text";

  @Option(
      names = "--name-field",
      paramLabel = "NAME",
      description = "With --lucene: the stored field to show (default: id).")
  private String nameField = "id";

  @Option(
      names = "--print-query",
      paramLabel = "SERVER",
      description =
          "Print the expanded --query (or --queries, for _msearch) as the body of a request: for a text field opensearch,"
              + " elasticsearch or solr; for the weights that 'sors export bulk' writes rank-features or"
              + " neural-sparse of OpenSearch, or sparse-vector of Elasticsearch.")
  private QueryLanguage language;

  @Option(
      names = "--fusion",
      paramLabel = "A",
      description =
          "With --lucene or --print-query: add the expansion to the terms of --query, A times as"
              + " long as these (default: the expansion alone).")
  private Double fusion;

  @Option(
      names = "--class",
      split = ",",
      paramLabel = "NAME",
      description = "With --index: only rows of these classes.")
  private List<String> classes = List.of();

  @Option(
      names = "--budget",
      paramLabel = "N",
      description =
          "With --index: use the N strongest features of the expanded query, or N candidates of an"
              + " encoder's graph (default: 100), and report the loss. With --lucene or"
              + " --print-query: number of terms (default: 128).")
  private Integer budget;

  @Option(
      names = "--top",
      paramLabel = "N",
      description = "How many rows to show (default: 10; with --queries 1000).")
  private Integer givenTop;

  private int top;

  @Option(
      names = "--explain",
      description = "Show the pairs of features that contribute most to each score.")
  private boolean explain;

  @Option(
      names = "--heat-map",
      paramLabel = "FILE",
      description = "Draw the pairs of the best row to this SVG file.")
  private Path heatMap;

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    top = givenTop != null ? givenTop : queries == null ? 10 : 1000;
    requirePlausibleArguments();
    if (RankingModel.isOne(model) && lucene == null && language == null) {
      searchRanking();
      return DONE;
    }
    if (queries != null && language != null) {
      printQueries();
      return DONE;
    }
    if (queries != null) {
      searchAll();
      return DONE;
    }
    if (lucene != null || language != null) {
      LuceneSearch search = LuceneSearch.of(model, fusion, budget, field, top, console());
      if (language != null) {
        search.printQuery(text, language, console());
      } else {
        search.search(text, lucene, nameField, explain, json, console());
      }
      return DONE;
    }
    Answer answer = index == null ? searchRows() : searchIndex();
    if (json) {
      printJson(answer);
    } else {
      printText(answer);
    }
    if (heatMap != null && !answer.hits().isEmpty()) {
      SparseVector best = answer.hits().get(0).vector();
      Explanation explanation =
          Explanation.of(answer.model(), answer.query(), best, HEAT_MAP_PAIRS);
      String svg = HeatMap.svg(answer.model(), explanation, HEAT_MAP_FEATURES);
      AtomicFiles.replaceText(heatMap, out -> out.write(svg));
    }
    return DONE;
  }

  /** Searches with a model that ranks by several signals. */
  private void searchRanking() throws IOException {
    if (index != null || heatMap != null || form.text() != null) {
      throw new InvalidInputException(
          model
              + " ranks items by several signals: give ITEMS, and leave out --index, --heat-map and"
              + " --form");
    }
    RankingModel learnt = RankingModel.read(model);
    RankingSearch search =
        new RankingSearch(learnt, data.readItemsFor(learnt.embeddings()), console());
    if (queries != null) {
      OutputFiles.requireWritable(run);
      for (Path read : List.of(queries, model)) {
        OutputFiles.requireOther(run, read);
      }
      Items asked =
          ItemReader.read(List.of(queries), ItemOptions.DEFAULT.withVectors(queryVectors));
      search.writeRun(asked, run, runName(), top, workerThreads(), json);
    } else if (query != null) {
      search.answerItem(query, top, explain, json);
    } else {
      search.answerText(text, top, explain, json);
    }
  }

  private void printQueries() throws IOException {
    BatchQuery.Batch batch = BatchQuery.read(queries, null, console());
    requireTexts(batch, "--print-query");
    LuceneSearch.of(model, fusion, budget, field, top, console())
        .printQueries(batch.queries(), language, console());
  }

  private void searchAll() throws IOException {
    OutputFiles.requireWritable(run);
    OutputFiles.requireOther(run, queries);
    OutputFiles.requireOther(run, model);
    if (queryVectors != null) {
      OutputFiles.requireOther(run, queryVectors);
    }
    BatchQuery.Batch batch = BatchQuery.read(queries, queryVectors, console());
    if (lucene != null) {
      requireTexts(batch, "--lucene");
      LuceneSearch search = LuceneSearch.of(model, fusion, budget, field, top, console());
      try (TextIndexSearch opened = TextIndexSearch.open(lucene, field, nameField)) {
        run(
            batch,
            query ->
                opened.search(search.terms(query.text()), top).stream()
                    .map(hit -> new ScoredDocument(hit.name(), hit.score()))
                    .toList(),
            opened.size());
      }
    } else if (index != null) {
      Model learnt = ModelFile.read(model);
      BatchQuery.Vectors vectors = new BatchQuery.Vectors(learnt, model, batch, queries, console());
      IndexSearch search = new IndexSearch(index, classes, budget, top);
      try (IndexSearch.Items items = search.open(learnt, model)) {
        run(batch, query -> scored(items.best(vectors.of(query), null)), items.size());
      }
    } else {
      ModelOnData read = ModelOnData.read(model, data, console()).inForm(form, workerThreads());
      BatchQuery.Vectors vectors =
          new BatchQuery.Vectors(read.model(), model, batch, queries, console());
      RowSearch.Ranker ranker = RowSearch.ranker(read, top, console());
      run(batch, query -> scored(ranker.best(vectors.of(query))), read.normalized().size());
    }
  }

  private void requireTexts(BatchQuery.Batch batch, String option) {
    if (!batch.areTexts()) {
      throw new InvalidInputException(
          queries + ": expected texts for " + option + ", 'id<TAB>text' or JSON lines, found rows");
    }
  }

  private void run(BatchQuery.Batch batch, BatchSearch.Engine engine, long documents)
      throws IOException {
    new BatchSearch(batch.queries(), engine, documents)
        .run(run, runName(), workerThreads(), json, console());
  }

  /** The name of a run: that of the model's file. */
  private String runName() {
    String file = model.getFileName().toString();
    String name = file.replaceFirst("\\.sors$", "").replaceAll("\\s+", "-");
    return name.isEmpty() ? "sors" : name;
  }

  private int workerThreads() {
    return threads == null ? Runtime.getRuntime().availableProcessors() : threads;
  }

  private static List<ScoredDocument> scored(List<IndexHit> hits) {
    return hits.stream().map(hit -> new ScoredDocument(hit.id(), hit.score())).toList();
  }

  private Answer searchRows() throws IOException {
    ModelOnData read =
        ModelOnData.read(model, data, console())
            .inForm(form, Runtime.getRuntime().availableProcessors());
    return text == null
        ? RowSearch.answer(read.withRowsAsQueries(model), query, top)
        : RowSearch.answerText(read, text, top, console());
  }

  private Answer searchIndex() throws IOException {
    IndexSearch search = new IndexSearch(index, classes, budget, top);
    return text == null
        ? search.answer(model, query, console())
        : search.answerText(model, text, console());
  }

  private void requirePlausibleBatch() {
    if ((queries == null) != (run == null) && !(queries != null && language != null)) {
      throw new InvalidInputException(
          "--queries and --run go together, found one alone: give the other as well");
    }
    if (data.hasVectors() && !data.isGiven()) {
      throw new InvalidInputException(
          "--vectors stand beside DATA: leave them out, since an index has its own");
    }
    if (queryVectors != null && (run == null || lucene != null)) {
      throw new InvalidInputException(
          "--query-vectors needs --queries and --run, and DATA or --index");
    }
    if (queries == null && threads != null) {
      throw new InvalidInputException("--threads is for a search with --queries");
    }
    if (queries != null && (query != null || text != null || explain || heatMap != null)) {
      throw new InvalidInputException(
          "--queries cannot be used with --item, --query, --explain or --heat-map");
    }
    if (run != null && language != null) {
      throw new InvalidInputException(
          "--print-query searches nothing that --run could write: leave out one");
    }
    if (threads != null && threads < 1) {
      throw new InvalidInputException("expected --threads of at least 1, found " + threads);
    }
  }

  private void requirePlausibleArguments() {
    requirePlausibleBatch();
    if (query == null && text == null && queries == null) {
      throw new ParameterException(
          spec().commandLine(),
          "missing required option: '--item=ROW', '--query=TEXT' or '--queries=FILE'");
    }
    if (query != null && text != null) {
      throw new InvalidInputException("expected --item or --query, found both: leave out one");
    }
    if (top < 1) {
      throw new InvalidInputException("expected --top of at least 1, found " + top);
    }
    boolean terms = lucene != null || language != null;
    if ((data.isGiven() ? 1 : 0) + (index == null ? 0 : 1) + (terms ? 1 : 0) > 1
        || (lucene != null && language != null)) {
      throw new InvalidInputException(
          "expected one of DATA, --index, --lucene and --print-query, found several: leave out all"
              + " but one");
    }
    boolean asksText = text != null || queries != null;
    if (terms && (!asksText || heatMap != null || !classes.isEmpty())) {
      throw new InvalidInputException(
          "--lucene and --print-query need --query, and cannot be used with --heat-map or --class");
    }
    if (form.text() != null && !data.isGiven()) {
      throw new InvalidInputException(
          "--form is for a search of DATA: an index ranks only by the similarity x'My");
    }
    if (index == null && ((budget != null && !terms) || !classes.isEmpty())) {
      throw new InvalidInputException("--budget and --class are for a search with --index");
    }
    if (fusion != null && !(terms && fusion >= 0 && Double.isFinite(fusion))) {
      throw new InvalidInputException(
          "expected --fusion of at least 0, and with --lucene or --print-query, found " + fusion);
    }
    if (budget != null && budget < 1) {
      throw new InvalidInputException("expected --budget of at least 1, found " + budget);
    }
    if (heatMap != null) {
      OutputFiles.requireWritable(heatMap);
    }
  }

  private void printText(Answer answer) {
    console().print(TextTable.cut(answer.title(), TextTable.SCREEN));
    console().print("");
    boolean numbered = answer.hits().stream().anyMatch(hit -> hit.row() != null);
    boolean named = answer.hits().stream().anyMatch(hit -> hit.name() != null);
    TextTable table =
        numbered
            ? new TextTable("rank", "score", "row", "<class", named ? "<name" : "<")
            : new TextTable("rank", "score", "<class", "<name");
    for (int rank = 0; rank < answer.hits().size(); rank++) {
      Answer.Found hit = answer.hits().get(rank);
      List<String> cells =
          new ArrayList<>(List.of(Integer.toString(rank + 1), Formatting.decimal(hit.score())));
      if (numbered) {
        cells.add(hit.row().toString());
      }
      cells.add(TextTable.cut(hit.label(), 24));
      cells.add(named ? hit.name() : "");
      table.add(cells.toArray(String[]::new));
    }
    List<Explanation> explanations = explanations(answer, SHOWN_PAIRS);
    List<String> lines = table.lines();
    console().print(lines.get(0));
    for (int rank = 0; rank < answer.hits().size(); rank++) {
      console().print(lines.get(rank + 1));
      if (explain) {
        printReasons(answer.model(), explanations.get(rank));
      }
    }
  }

  /** Why each hit was found; empty unless that is asked for. */
  private List<Explanation> explanations(Answer answer, int most) {
    return explain
        ? new Explainer(answer.model(), most)
            .onlyNamed()
            .explain(
                answer.query(),
                answer.hits().stream()
                    .map(hit -> new Explainer.Scored(hit.vector(), hit.score()))
                    .toList())
        : List.of();
  }

  private void printReasons(Model learnt, Explanation explanation) {
    TextTable reasons = new TextTable("", "<", "<", "<", "");
    for (Explanation.Pair pair : explanation.pairs()) {
      reasons.add(
          "     " + signed(pair.contribution()),
          TextTable.cut(learnt.queryFeature(pair.queryFeature()), 20),
          "->",
          TextTable.cut(learnt.itemFeature(pair.itemFeature()), 20),
          String.format(Locale.ROOT, "weight %+.4f", pair.weight()));
    }
    reasons.lines().stream().skip(1).forEach(console()::print);
    long others = explanation.otherPairs();
    if (others > 0) {
      String counted = Formatting.count(others) + (others == 1 ? " other pair" : " other pairs");
      console().print("     " + signed(explanation.otherContribution()) + "  " + counted);
    }
    if (explanation.unnamedContribution() != 0) {
      console().print("     " + signed(explanation.unnamedContribution()) + "  vector");
    }
  }

  private static String signed(double contribution) {
    return String.format(Locale.ROOT, "%+.4f", contribution);
  }

  private void printJson(Answer answer) {
    List<Explanation> explanations = explanations(answer, LISTED_PAIRS);
    List<Map<String, Object>> listed = new ArrayList<>();
    for (int rank = 0; rank < answer.hits().size(); rank++) {
      Answer.Found hit = answer.hits().get(rank);
      Map<String, Object> entry = hit.described();
      entry.put("score", hit.score());
      if (explain) {
        describe(answer.model(), explanations.get(rank), entry);
      }
      listed.add(entry);
    }
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("query", answer.described());
    result.put("hits", listed);
    console().printJson(result);
  }

  private static void describe(Model learnt, Explanation explanation, Map<String, Object> entry) {
    entry.put(
        "explanation", explanation.pairs().stream().map(pair -> described(learnt, pair)).toList());
    if (explanation.otherPairs() > 0) {
      Map<String, Object> others = new LinkedHashMap<>();
      others.put("pairs", explanation.otherPairs());
      others.put("contribution", explanation.otherContribution());
      entry.put("others", others);
    }
    if (explanation.unnamedContribution() != 0) {
      entry.put("vector", Map.of("contribution", explanation.unnamedContribution()));
    }
  }

  private static Map<String, Object> described(Model learnt, Explanation.Pair pair) {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("query", learnt.queryFeature(pair.queryFeature()));
    entry.put("item", learnt.itemFeature(pair.itemFeature()));
    entry.put("weight", pair.weight());
    entry.put("contribution", pair.contribution());
    return entry;
  }
}

package io.github.sors.server.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.sors.BilinearModel;
import io.github.sors.LearningProgress;
import io.github.sors.SparseVector;
import io.github.sors.index.IndexHit;
import io.github.sors.index.ItemFilter;
import io.github.sors.index.WeightedQuery;
import io.github.sors.io.ModelFile;
import io.github.sors.search.Explanation;
import io.github.sors.search.StrongestPairs;
import io.github.sors.server.collection.LearntModel;
import io.github.sors.server.collection.Outcome;
import io.github.sors.server.collection.RefusedException;
import io.github.sors.server.collection.RequestKey;
import io.github.sors.server.collection.StoredItem;
import io.github.sors.server.collection.TeachableCollection;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.sse.SseHandler;
import io.micrometer.core.instrument.Timer;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** What the service answers, address by address; {@code openapi.json} describes it. */
final class Api {

  private static final String EVENT_STREAM = "text/event-stream";
  private static final int DEFAULT_TOP = 10;
  private static final int EXPLAINED_PAIRS = 8;
  private static final int MOST_PAIRS = 200;
  // each takes the memory of a copy of the model
  private static final int MOST_DOWNLOADS = 2;

  private record RankedPairs(BilinearModel of, List<StrongestPairs.Pair> pairs) {}

  private final TeachableCollection collection;
  private final RequestLimits limits;
  private final RequestReader reader;
  private final LearningCurve curve;
  private final EventStreams streams;
  private final ServiceMetrics metrics;
  private final Executor answerers;
  private final Semaphore downloads = new Semaphore(MOST_DOWNLOADS);
  private volatile RankedPairs rankedPairs;

  Api(
      TeachableCollection collection,
      RequestLimits limits,
      LearningCurve curve,
      EventStreams streams,
      ServiceMetrics metrics,
      Executor answerers) {
    this.collection = collection;
    this.limits = limits;
    this.reader = new RequestReader(limits, new TextFeatures(collection.settings().analyzer()));
    this.curve = curve;
    this.streams = streams;
    this.metrics = metrics;
    this.answerers = answerers;
  }

  void addTo(RoutesConfig routes) {
    routes.post("/api/items", this::putItems);
    routes.get("/api/items/<id>", this::getItem);
    routes.delete("/api/items/<id>", this::removeItem);
    routes.get("/api/search", this::search);
    routes.post("/api/feedback", this::teach);
    routes.post("/api/feedback/undo", this::undo);
    routes.get("/api/model", this::model);
    routes.get("/api/model/file", this::modelFile);
    routes.get("/api/model/history", this::history);
    routes.get("/api/model/pairs", this::pairs);
    SseHandler events = new SseHandler(streams::add);
    routes.get(
        "/api/events",
        context -> {
          if (!EVENT_STREAM.equals(context.header("Accept"))) {
            throw new Problem(406, "'Accept: " + EVENT_STREAM + "' expected");
          }
          streams.requireRoom();
          events.handle(context);
        });
    routes.get("/api/health", this::health);
    routes.get("/api/ready", this::ready);
    routes.get(
        "/metrics",
        context -> context.contentType(ServiceMetrics.CONTENT_TYPE).result(metrics.scrape()));
  }

  private static void answer(Context context, ObjectNode body) {
    context.contentType("application/json").result(Json.bytes(body));
  }

  /** Answers once a change is safe; no thread waits for it. */
  private void answerLater(
      Context context, Supplier<CompletableFuture<Outcome>> change, Consumer<Outcome> answer) {
    CompletableFuture<Outcome> pending;
    try {
      pending = change.get();
    } catch (RefusedException e) {
      throw Problem.of(e);
    }
    context.future(
        () ->
            pending.handleAsync(
                (outcome, failure) -> {
                  if (failure == null) {
                    answer.accept(outcome);
                  } else {
                    problem(failure).answer(context);
                  }
                  return null;
                },
                answerers));
  }

  private static Problem problem(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    if (cause instanceof RefusedException refused) {
      return Problem.of(refused);
    }
    return new Problem(500, "the change failed, see the log of the service");
  }

  private void putItems(Context context) {
    var items = reader.items(reader.body(context));
    answerLater(
        context,
        () -> collection.put(items),
        outcome -> {
          ObjectNode body = Json.object();
          body.put("stored", outcome.count());
          body.put("items", collection.index().size());
          answer(context, body);
        });
  }

  private String idIn(Context context) {
    String id = context.pathParam("id");
    reader.requireId(id, "id");
    return id;
  }

  private StoredItem require(String id) {
    StoredItem item = collection.item(id);
    if (item == null) {
      throw new Problem(404, "there is no item '" + id + "'");
    }
    return item;
  }

  private void getItem(Context context) {
    StoredItem item = require(idIn(context));
    ObjectNode body = Json.object();
    body.put("id", item.id());
    body.put("title", item.title());
    body.put("label", item.label());
    ObjectNode features = body.putObject("features");
    for (int k = 0; k < item.vector().size(); k++) {
      features.put(collection.featureName(item.vector().index(k)), item.vector().value(k));
    }
    answer(context, body);
  }

  private void removeItem(Context context) {
    String id = idIn(context);
    answerLater(
        context,
        () -> collection.remove(id),
        outcome -> {
          ObjectNode body = Json.object();
          body.put("removed", id);
          body.put("items", collection.index().size());
          answer(context, body);
        });
  }

  private void search(Context context) {
    Timer.Sample sample = Timer.start();
    String text = context.queryParam("text");
    String item = context.queryParam("item");
    int top = number(context, "top", DEFAULT_TOP, limits.hits());
    boolean explain = truth(context, "explain");
    if ((text == null) == (item == null)) {
      throw Problem.badRequest("one of the parameters text and item expected");
    }
    SparseVector query;
    ItemFilter filter = ItemFilter.ALL;
    if (item != null) {
      query = require(item).vector();
      filter = ItemFilter.exceptIds(List.of(item));
    } else {
      query = collection.queryVector(reader.query(text));
    }
    LearntModel learnt = collection.learnt();
    List<IndexHit> hits =
        collection.index().search(WeightedQuery.expand(learnt.matrix(), query), top, filter);
    ObjectNode body = Json.object();
    ArrayNode list = body.putArray("hits");
    for (IndexHit hit : hits) {
      StoredItem found = collection.item(hit.id());
      // gone since the search
      if (found != null) {
        describe(hit, found, list.addObject());
        if (explain) {
          explain(learnt.matrix(), query, found, (ObjectNode) list.get(list.size() - 1));
        }
      }
    }
    body.put("rounds", learnt.progress().rounds());
    body.put("queryFeatures", query.size());
    answer(context, body);
    sample.stop(metrics.searches());
  }

  private static void describe(IndexHit hit, StoredItem item, ObjectNode node) {
    node.put("id", hit.id());
    node.put("score", hit.score());
    node.put("title", item.title());
    node.put("label", item.label());
  }

  private void explain(BilinearModel model, SparseVector query, StoredItem item, ObjectNode node) {
    ArrayNode list = node.putArray("explanation");
    for (Explanation.Pair pair :
        Explanation.of(model, query, item.vector()).strongest(EXPLAINED_PAIRS)) {
      ObjectNode reason = list.addObject();
      reason.put("query", collection.featureName(pair.queryIndex()));
      reason.put("item", collection.featureName(pair.itemIndex()));
      reason.put("weight", pair.weight());
      reason.put("contribution", pair.contribution());
    }
  }

  private static int number(Context context, String name, int otherwise, int most) {
    String text = context.queryParam(name);
    if (text == null) {
      return otherwise;
    }
    try {
      int number = Integer.parseInt(text);
      if (number >= 1 && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // told below, as any other that is not one of these numbers
    }
    throw Problem.badRequest("a number from 1 to " + most + " expected in '" + name + "'");
  }

  private static boolean truth(Context context, String name) {
    String text = context.queryParam(name);
    if (text == null || text.equals("false")) {
      return false;
    }
    if (text.equals("true")) {
      return true;
    }
    throw Problem.badRequest("true or false expected in '" + name + "'");
  }

  private void teach(Context context) {
    long start = System.nanoTime();
    byte[] body = reader.body(context);
    RequestKey key = RequestReader.key(context, body);
    var comparisons = reader.comparisons(body);
    answerLater(
        context,
        () -> collection.teach(comparisons, key),
        outcome -> {
          ObjectNode answer = Json.object();
          answer.put("round", outcome.round());
          answer.put("loss", outcome.loss());
          answer.put("learnt", outcome.count());
          answer.put("repeated", outcome.repeated());
          answer(context, answer);
          metrics.feedback().record(System.nanoTime() - start, TimeUnit.NANOSECONDS);
        });
  }

  private void undo(Context context) {
    byte[] body = reader.body(context);
    RequestKey key = RequestReader.key(context, body);
    answerLater(
        context,
        () -> collection.undo(key),
        outcome -> {
          ObjectNode answer = Json.object();
          answer.put("round", outcome.round());
          answer.put("repeated", outcome.repeated());
          answer(context, answer);
        });
  }

  private void model(Context context) {
    LearntModel learnt = collection.learnt();
    LearningProgress progress = learnt.progress();
    ObjectNode body = Json.object();
    body.put("algorithm", collection.settings().algorithm());
    ObjectNode options = body.putObject("options");
    learnt.matrix().provenance().options().forEach(options::put);
    body.put("analyzer", collection.settings().analyzer());
    if (collection.settings().start() != null) {
      body.put("startedFrom", collection.settings().start().name());
    }
    body.put("rounds", progress.rounds());
    body.put("activeRounds", progress.activeRounds());
    body.put("heldOut", collection.heldOutComparisons());
    body.put("cumulativeLoss", progress.cumulativeLoss());
    body.put("runningLoss", learnt.recentLoss());
    body.put("nonZeros", learnt.matrix().nonZeros());
    body.put("sparsity", learnt.matrix().sparsity());
    body.put("items", collection.index().size());
    body.put("features", collection.featureCount());
    body.put("canUndo", collection.canUndo());
    answer(context, body);
  }

  private void modelFile(Context context) throws IOException {
    if (!downloads.tryAcquire()) {
      throw new Problem(503, "the model is being downloaded by others: try again in a moment");
    }
    Path file = null;
    try {
      file = Files.createTempFile("sors-model", ".sors");
      ModelFile.write(collection.exportModel(), file);
      InputStream content = new TemporaryFile(file, downloads);
      context
          .contentType("application/octet-stream")
          .header("Content-Disposition", "attachment; filename=\"model.sors\"")
          .header("Content-Length", Long.toString(Files.size(file)))
          .result(content);
    } catch (IOException | RuntimeException e) {
      downloads.release();
      if (file != null) {
        Files.deleteIfExists(file);
      }
      throw new Problem(507, "the model could not be written to a temporary file");
    }
  }

  /** A file that is gone once it was read or given up. */
  private static final class TemporaryFile extends FilterInputStream {

    private final Path file;
    private Semaphore permit;

    TemporaryFile(Path file, Semaphore permit) throws IOException {
      super(Files.newInputStream(file));
      this.file = file;
      this.permit = permit;
    }

    @Override
    public void close() throws IOException {
      super.close();
      Files.deleteIfExists(file);
      if (permit != null) {
        permit.release();
        permit = null;
      }
    }
  }

  private void history(Context context) {
    ObjectNode body = Json.object();
    ArrayNode list = body.putArray("points");
    for (LearningCurve.Point point : curve.points()) {
      ObjectNode node = list.addObject();
      node.put("round", point.round());
      node.put("loss", point.loss());
      node.put("nonZeros", point.nonZeros());
      node.put("sparsity", point.sparsity());
      if (!Double.isNaN(point.meanAveragePrecision())) {
        node.put("map", point.meanAveragePrecision());
      }
    }
    answer(context, body);
  }

  private void pairs(Context context) {
    int top = number(context, "top", 20, MOST_PAIRS);
    LearntModel learnt = collection.learnt();
    RankedPairs ranked = rankedPairs;
    if (ranked == null || ranked.of() != learnt.matrix()) {
      // a feature with itself is where M starts, so the others are what was learnt
      ranked =
          new RankedPairs(learnt.matrix(), StrongestPairs.of(learnt.matrix(), MOST_PAIRS, true));
      rankedPairs = ranked;
    }
    ObjectNode body = Json.object();
    ArrayNode list = body.putArray("pairs");
    for (StrongestPairs.Pair pair :
        ranked.pairs().subList(0, Math.min(top, ranked.pairs().size()))) {
      ObjectNode node = list.addObject();
      node.put("query", collection.featureName(pair.queryIndex()));
      node.put("item", collection.featureName(pair.itemIndex()));
      node.put("weight", pair.weight());
    }
    body.put("rounds", learnt.progress().rounds());
    answer(context, body);
  }

  private void health(Context context) {
    ObjectNode body = Json.object();
    body.put("status", "up");
    body.put("rounds", collection.learnt().progress().rounds());
    body.put("items", collection.index().size());
    body.put("waiting", collection.waitingChanges());
    body.put("writable", collection.storageProblem() == null);
    answer(context, body);
  }

  private void ready(Context context) {
    String problem = collection.storageProblem();
    if (problem != null) {
      throw new Problem(503, problem);
    }
    ObjectNode body = Json.object();
    body.put("status", "ready");
    answer(context, body);
  }
}

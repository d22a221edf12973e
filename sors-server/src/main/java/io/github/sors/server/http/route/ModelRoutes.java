package io.github.sors.server.http.route;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.sors.LearningProgress;
import io.github.sors.io.ModelFile;
import io.github.sors.search.StrongestPairs;
import io.github.sors.server.collection.LearntModel;
import io.github.sors.server.collection.Quality;
import io.github.sors.server.http.exchange.Exchange;
import io.github.sors.server.http.exchange.Json;
import io.github.sors.server.http.exchange.Problem;
import io.github.sors.server.http.hosted.HostedCollection;
import io.github.sors.server.http.hosted.LabelQuality;
import io.github.sors.server.http.hosted.LearningCurve;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** Routes for the model: its figures, its file, its history and its strongest pairs. */
public final class ModelRoutes {

  private static final int MOST_PAIRS = 200;
  // each download takes the memory of a copy of the model
  private static final int MOST_DOWNLOADS = 2;

  private final Semaphore downloads = new Semaphore(MOST_DOWNLOADS);

  public void addTo(Routes routes) {
    routes.get("/model", this::model);
    routes.get("/model/file", this::modelFile);
    routes.get("/model/history", this::history);
    routes.get("/model/pairs", this::pairs);
  }

  private void model(Exchange exchange, HostedCollection hosted) {
    LearntModel learnt = hosted.collection().learnt();
    LearningProgress progress = learnt.progress();
    ObjectNode body = Json.object();
    body.put("algorithm", hosted.collection().settings().algorithm());
    ObjectNode options = body.putObject("options");
    learnt.model().provenance().options().forEach(options::put);
    body.put("analyzer", hosted.collection().settings().analyzer());
    if (hosted.collection().settings().start() != null) {
      body.put("startedFrom", hosted.collection().settings().start().name());
    }
    body.put("rounds", progress.rounds());
    body.put("activeRounds", progress.activeRounds());
    body.put("cumulativeLoss", progress.cumulativeLoss());
    body.put("runningLoss", learnt.recentLoss());
    body.put("nonZeros", learnt.served().nonZeros());
    body.put("sparsity", learnt.served().sparsity());
    body.put("items", hosted.collection().index().size());
    body.put("features", hosted.collection().featureCount());
    body.put("canUndo", hosted.collection().canUndo());
    if (!hosted.about().text().isEmpty()) {
      ObjectNode about = body.putObject("about");
      about.put("text", hosted.about().text());
      hosted.about().examples().forEach(about.putArray("examples")::add);
    }
    Quality quality = hosted.collection().quality();
    if (quality.compared() > 0) {
      ObjectNode node = body.putObject("quality");
      node.put("compared", quality.compared());
      node.put("startRight", quality.startRight());
      node.put("learntRight", quality.learntRight());
      node.put("evidence", quality.evidence());
      node.put("doubt", quality.doubt());
      node.put("worse", quality.worse());
    }
    Answers.answer(exchange, body);
  }

  private void modelFile(Exchange exchange, HostedCollection hosted) throws IOException {
    if (!downloads.tryAcquire()) {
      throw new Problem(503, "too many downloads of the model at once: try again in a moment");
    }
    Path file = null;
    InputStream content;
    long size;
    try {
      file = Files.createTempFile("sors-model", ".sors");
      ModelFile.write(hosted.collection().exportModel(), file);
      size = Files.size(file);
      content = new TemporaryFile(file, downloads);
    } catch (IOException | RuntimeException e) {
      downloads.release();
      if (file != null) {
        Files.deleteIfExists(file);
      }
      throw new Problem(507, "the model could not be written to a temporary file");
    }
    exchange
        .contentType("application/octet-stream")
        .header("Content-Disposition", "attachment; filename=\"model.sors\"")
        .header("Content-Length", Long.toString(size))
        .answer(content);
  }

  private static final class TemporaryFile extends FilterInputStream {

    private final Path file;
    private @Nullable Semaphore permit;

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

  private void history(Exchange exchange, HostedCollection hosted) {
    ObjectNode body = Json.object();
    ArrayNode list = body.putArray("points");
    for (LearningCurve.Point point : hosted.curve().points()) {
      ObjectNode node = list.addObject();
      node.put("round", point.round());
      node.put("loss", point.loss());
      node.put("nonZeros", point.nonZeros());
      node.put("sparsity", point.sparsity());
      LabelQuality labels = point.labels();
      if (labels.isTested()) {
        node.put("queries", labels.queries());
      }
      if (labels.queries() > 0) {
        node.put("map", labels.meanAveragePrecision());
        node.put("right", labels.right());
        node.put("rightAtStart", labels.rightAtStart());
        node.put("improved", labels.improved());
        node.put("worsened", labels.worsened());
      }
    }
    Answers.answer(exchange, body);
  }

  private void pairs(Exchange exchange, HostedCollection hosted) {
    int top = Answers.number(exchange, "top", 20, MOST_PAIRS);
    LearntModel learnt = hosted.collection().learnt();
    List<StrongestPairs.Pair> ranked = hosted.strongestPairs(learnt.served(), MOST_PAIRS);
    ObjectNode body = Json.object();
    ArrayNode list = body.putArray("pairs");
    for (StrongestPairs.Pair pair : ranked.subList(0, Math.min(top, ranked.size()))) {
      ObjectNode node = list.addObject();
      node.put("query", hosted.collection().featureName(pair.queryFeature()));
      node.put("item", hosted.collection().featureName(pair.itemFeature()));
      node.put("weight", pair.weight());
    }
    body.put("rounds", learnt.progress().rounds());
    Answers.answer(exchange, body);
  }
}

package io.github.sors.server.http.route;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.sors.Model;
import io.github.sors.SparseVector;
import io.github.sors.index.IndexHit;
import io.github.sors.index.ItemFilter;
import io.github.sors.search.Explainer;
import io.github.sors.search.Explainer.Scored;
import io.github.sors.search.Explanation;
import io.github.sors.server.collection.LearntModel;
import io.github.sors.server.collection.StoredItem;
import io.github.sors.server.collection.live.TeachableCollection;
import io.github.sors.server.http.RequestLimits;
import io.github.sors.server.http.Scope;
import io.github.sors.server.http.exchange.Exchange;
import io.github.sors.server.http.exchange.Json;
import io.github.sors.server.http.exchange.Problem;
import io.github.sors.server.http.hosted.HostedCollection;
import io.github.sors.server.http.hosted.RequestReader;
import io.github.sors.server.http.hosted.ServiceMetrics;
import io.micrometer.core.instrument.Timer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** Routes for searches by text, item, features or vector. */
public final class SearchRoutes {

  private static final int DEFAULT_TOP = 10;
  private static final int EXPLAINED_PAIRS = 20;
  private static final int EXPLAINED_HITS = 200;

  /**
   * A search.
   *
   * @param labels restricts the search to items with these labels; empty for all
   * @param except the ids of items to leave out
   */
  private record Wanted(
      SparseVector query, Set<String> labels, Set<String> except, int top, boolean explain) {}

  private final RequestLimits limits;
  private final ServiceMetrics metrics;

  public SearchRoutes(RequestLimits limits, ServiceMetrics metrics) {
    this.limits = limits;
    this.metrics = metrics;
  }

  public void addTo(Routes routes) {
    routes.get("/search", this::byParameters);
    routes.post("/search", Scope.READ, this::byBody);
  }

  private void byParameters(Exchange exchange, HostedCollection hosted) {
    Timer.Sample sample = Timer.start();
    String text = exchange.queryParam("text");
    String item = exchange.queryParam("item");
    if ((text == null) == (item == null)) {
      throw Problem.badRequest("expected one of the parameters text and item");
    }
    int top = Answers.number(exchange, "top", DEFAULT_TOP, limits.hits());
    boolean explain = Answers.truth(exchange, "explain");
    SparseVector query =
        item == null
            ? hosted.collection().queryVector(hosted.reader().query(Objects.requireNonNull(text)))
            : hosted.require(item).vector();
    Set<String> except = item == null ? Set.of() : Set.of(item);
    Set<String> labels = new HashSet<>(exchange.queryParams("label"));
    search(exchange, hosted, new Wanted(query, labels, except, top, explain));
    sample.stop(metrics.searches());
  }

  private void byBody(Exchange exchange, HostedCollection hosted) {
    Timer.Sample sample = Timer.start();
    RequestReader.SearchDraft draft = hosted.reader().search(RequestReader.jsonBody(exchange));
    Set<String> except = new HashSet<>(draft.except());
    SparseVector query;
    if (draft.item() == null) {
      query = hosted.collection().queryVector(Objects.requireNonNull(draft.features()));
    } else {
      query = hosted.require(draft.item()).vector();
      except.add(draft.item());
    }
    int top = draft.top() == 0 ? DEFAULT_TOP : draft.top();
    search(exchange, hosted, new Wanted(query, draft.labels(), except, top, draft.explain()));
    sample.stop(metrics.searches());
  }

  private void search(Exchange exchange, HostedCollection hosted, Wanted wanted) {
    if (wanted.explain() && wanted.top() > EXPLAINED_HITS) {
      throw Problem.badRequest(
          "expected a top of at most "
              + EXPLAINED_HITS
              + " with explain, found "
              + wanted.top()
              + ": ask for fewer, or without reasons");
    }
    TeachableCollection collection = hosted.collection();
    LearntModel learnt = collection.learnt();
    ItemFilter filter =
        wanted.labels().isEmpty()
            ? ItemFilter.exceptIds(wanted.except())
            : ItemFilter.labels(wanted.labels());
    // an item to leave out may have one of the labels
    int most = wanted.top() + (wanted.labels().isEmpty() ? 0 : wanted.except().size());
    List<IndexHit> hits = learnt.served().search(collection.index(), wanted.query(), most, filter);
    ObjectNode body = Json.object();
    ArrayNode list = body.putArray("hits");
    List<Scored> found = new ArrayList<>();
    for (IndexHit hit : hits) {
      StoredItem item = collection.item(hit.id());
      // null if it was removed after the search
      if (item != null && list.size() < wanted.top() && !wanted.except().contains(hit.id())) {
        ObjectNode node = list.addObject();
        node.put("id", hit.id());
        node.put("score", hit.score());
        node.put("title", item.title());
        node.put("label", item.label());
        found.add(new Scored(item.vector(), hit.score()));
      }
    }
    if (wanted.explain()) {
      explain(collection, learnt.model(), wanted.query(), found, list);
    }
    body.put("rounds", learnt.progress().rounds());
    body.put("queryFeatures", wanted.query().size());
    Answers.answer(exchange, body);
  }

  private static void explain(
      TeachableCollection collection,
      Model model,
      SparseVector query,
      List<Scored> found,
      ArrayNode nodes) {
    // pairs of dimensions say nothing to a reader
    boolean dimensions = collection.areDimensions(query);
    List<Scored> named = new ArrayList<>();
    List<ObjectNode> nodesOfNamed = new ArrayList<>();
    for (int rank = 0; rank < found.size(); rank++) {
      ObjectNode node = (ObjectNode) nodes.get(rank);
      Scored hit = found.get(rank);
      if (!dimensions || !collection.areDimensions(hit.item())) {
        named.add(hit);
        nodesOfNamed.add(node);
        continue;
      }
      node.putArray("explanation");
      if (hit.score() != 0) {
        node.putObject("vector").put("contribution", hit.score());
      }
    }
    List<Explanation> explanations = new Explainer(model, EXPLAINED_PAIRS).explain(query, named);
    for (int k = 0; k < explanations.size(); k++) {
      explain(collection, explanations.get(k), nodesOfNamed.get(k));
    }
  }

  private static void explain(
      TeachableCollection collection, Explanation explanation, ObjectNode node) {
    ArrayNode list = node.putArray("explanation");
    for (Explanation.Pair pair : explanation.pairs()) {
      ObjectNode reason = list.addObject();
      reason.put("query", collection.featureName(pair.queryFeature()));
      reason.put("item", collection.featureName(pair.itemFeature()));
      reason.put("weight", pair.weight());
      reason.put("contribution", pair.contribution());
    }
    if (explanation.otherPairs() > 0) {
      node.putObject("others")
          .put("pairs", explanation.otherPairs())
          .put("contribution", explanation.otherContribution());
    }
  }
}

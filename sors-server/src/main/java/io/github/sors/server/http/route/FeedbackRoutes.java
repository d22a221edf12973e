package io.github.sors.server.http.route;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.sors.server.collection.ComparisonDraft;
import io.github.sors.server.collection.RequestKey;
import io.github.sors.server.http.RequestLimits;
import io.github.sors.server.http.Scope;
import io.github.sors.server.http.exchange.Exchange;
import io.github.sors.server.http.exchange.Json;
import io.github.sors.server.http.exchange.Problem;
import io.github.sors.server.http.hosted.HostedCollection;
import io.github.sors.server.http.hosted.JudgementTeacher;
import io.github.sors.server.http.hosted.LabelTeacher;
import io.github.sors.server.http.hosted.RequestReader;
import io.github.sors.server.http.hosted.ServiceMetrics;
import io.github.sors.server.http.hosted.UnknownItems;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Routes for feedback and undo. */
public final class FeedbackRoutes {

  private final RequestLimits limits;
  private final ServiceMetrics metrics;
  private final Executor answerers;

  public FeedbackRoutes(RequestLimits limits, ServiceMetrics metrics, Executor answerers) {
    this.limits = limits;
    this.metrics = metrics;
    this.answerers = answerers;
  }

  public void addTo(Routes routes) {
    routes.post("/feedback", Scope.FEEDBACK, this::teach);
    routes.post("/feedback/judgements", Scope.FEEDBACK, this::teachJudgements);
    routes.post("/feedback/labels", Scope.FEEDBACK, this::teachLabels);
    routes.post("/feedback/undo", Scope.FEEDBACK, this::undo);
  }

  private void teach(Exchange exchange, HostedCollection hosted) {
    long start = System.nanoTime();
    byte[] body = RequestReader.jsonBody(exchange);
    // these fingerprints do not include the operation, for compatibility with old logs
    RequestKey key = RequestReader.key(exchange, "", body);
    RequestReader.FeedbackDraft draft = hosted.reader().comparisons(body);
    if (!draft.skipUnknown()) {
      teach(exchange, hosted, draft.comparisons(), null, key, start);
      return;
    }
    UnknownItems unknown = new UnknownItems(hosted.collection());
    List<ComparisonDraft> known = unknown.without(draft.comparisons(), FeedbackRoutes::itemsOf);
    if (known.isEmpty()) {
      throw new Problem(409, "no comparison is left to learn from" + unknown.summary());
    }
    teach(exchange, hosted, known, unknown, key, start);
  }

  private static List<String> itemsOf(ComparisonDraft comparison) {
    return comparison.queryItem() == null
        ? List.of(comparison.better(), comparison.worse())
        : List.of(comparison.queryItem(), comparison.better(), comparison.worse());
  }

  private void teachJudgements(Exchange exchange, HostedCollection hosted) {
    long start = System.nanoTime();
    byte[] body = RequestReader.jsonBody(exchange);
    RequestKey key = RequestReader.key(exchange, "judgements", body);
    UnknownItems unknown = new UnknownItems(hosted.collection());
    List<RequestReader.JudgementDraft> known =
        unknown.without(
            hosted.reader().judgements(body),
            judgement ->
                judgement.query().item() == null
                    ? List.of(judgement.item())
                    : List.of(judgement.query().item(), judgement.item()));
    List<ComparisonDraft> comparisons = JudgementTeacher.comparisons(known, limits.comparisons());
    if (comparisons.isEmpty()) {
      throw new Problem(
          409,
          "the judgements teach nothing: expected a query with two items of different grades"
              + unknown.summary());
    }
    teach(exchange, hosted, comparisons, unknown, key, start);
  }

  private void teachLabels(Exchange exchange, HostedCollection hosted) {
    long start = System.nanoTime();
    byte[] body = RequestReader.jsonBody(exchange);
    RequestKey key = RequestReader.key(exchange, "labels", body);
    int count = hosted.reader().labelComparisons(body);
    List<ComparisonDraft> comparisons = LabelTeacher.comparisons(hosted.collection(), count);
    if (comparisons.isEmpty()) {
      throw new Problem(
          409,
          "expected at least two labels with several items each, found fewer: add labelled items");
    }
    teach(exchange, hosted, comparisons, null, key, start);
  }

  /** Teaches; what was left out is reported unless it is null. */
  private void teach(
      Exchange exchange,
      HostedCollection hosted,
      List<ComparisonDraft> comparisons,
      @Nullable UnknownItems unknown,
      RequestKey key,
      long start) {
    Answers.answerLater(
        exchange,
        answerers,
        () -> hosted.collection().teach(comparisons, key),
        outcome -> {
          ObjectNode answer = Json.object();
          answer.put("feedback", outcome.sequence());
          answer.put("round", outcome.round());
          answer.put("loss", outcome.loss());
          answer.put("learnt", outcome.count());
          answer.put("repeated", outcome.repeated());
          if (unknown != null) {
            unknown.putInto(answer);
          }
          metrics.feedback().record(System.nanoTime() - start, TimeUnit.NANOSECONDS);
          return answer;
        });
  }

  private void undo(Exchange exchange, HostedCollection hosted) {
    byte[] body = RequestReader.jsonBody(exchange);
    RequestKey key = RequestReader.key(exchange, "undo", body);
    long feedback = RequestReader.feedbackNumber(body);
    Answers.answerLater(
        exchange,
        answerers,
        () ->
            feedback == 0 ? hosted.collection().undo(key) : hosted.collection().undo(feedback, key),
        outcome -> {
          ObjectNode answer = Json.object();
          answer.put("round", outcome.round());
          answer.put("repeated", outcome.repeated());
          return answer;
        });
  }
}

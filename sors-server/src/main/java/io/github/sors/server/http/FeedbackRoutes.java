package io.github.sors.server.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.sors.server.collection.ComparisonDraft;
import io.github.sors.server.collection.RequestKey;
import io.javalin.http.Context;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** Routes for feedback and undo. */
final class FeedbackRoutes {

  private final ServiceMetrics metrics;
  private final Executor answerers;

  FeedbackRoutes(ServiceMetrics metrics, Executor answerers) {
    this.metrics = metrics;
    this.answerers = answerers;
  }

  void addTo(Routes routes) {
    routes.post("/feedback", Scope.FEEDBACK, this::teach);
    routes.post("/feedback/labels", Scope.FEEDBACK, this::teachLabels);
    routes.post("/feedback/undo", Scope.FEEDBACK, this::undo);
  }

  private void teach(Context context, HostedCollection hosted) {
    long start = System.nanoTime();
    byte[] body = RequestReader.jsonBody(context);
    // these fingerprints do not include the operation, for compatibility with old logs
    RequestKey key = RequestReader.key(context, "", body);
    teach(context, hosted, hosted.reader().comparisons(body), key, start);
  }

  private void teachLabels(Context context, HostedCollection hosted) {
    long start = System.nanoTime();
    byte[] body = RequestReader.jsonBody(context);
    RequestKey key = RequestReader.key(context, "labels", body);
    int count = hosted.reader().labelComparisons(body);
    List<ComparisonDraft> comparisons = LabelTeacher.comparisons(hosted.collection(), count);
    if (comparisons.isEmpty()) {
      throw new Problem(
          409,
          "expected at least two labels with several items each, found fewer: add labelled items");
    }
    teach(context, hosted, comparisons, key, start);
  }

  private void teach(
      Context context,
      HostedCollection hosted,
      List<ComparisonDraft> comparisons,
      RequestKey key,
      long start) {
    Answers.answerLater(
        context,
        answerers,
        () -> hosted.collection().teach(comparisons, key),
        outcome -> {
          ObjectNode answer = Json.object();
          answer.put("feedback", outcome.sequence());
          answer.put("round", outcome.round());
          answer.put("loss", outcome.loss());
          answer.put("learnt", outcome.count());
          answer.put("repeated", outcome.repeated());
          metrics.feedback().record(System.nanoTime() - start, TimeUnit.NANOSECONDS);
          return answer;
        });
  }

  private void undo(Context context, HostedCollection hosted) {
    byte[] body = RequestReader.jsonBody(context);
    RequestKey key = RequestReader.key(context, "undo", body);
    long feedback = RequestReader.feedbackNumber(body);
    Answers.answerLater(
        context,
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

package io.github.sors.server.http.route;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.sors.server.collection.Outcome;
import io.github.sors.server.collection.RefusedException;
import io.github.sors.server.http.exchange.Exchange;
import io.github.sors.server.http.exchange.Json;
import io.github.sors.server.http.exchange.Problem;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;

/** Reads parameters and sends answers for routes. */
final class Answers {

  // proxies time out earlier; a client that repeats the request with the same key gets the answer
  private static final Duration LONGEST_CHANGE = Duration.ofMinutes(10);

  private Answers() {}

  static void answer(Exchange exchange, ObjectNode body) {
    exchange.contentType("application/json").answer(Json.bytes(body));
  }

  /** Answers when a change is on disk, without blocking a thread. */
  static void answerLater(
      Exchange exchange,
      Executor answerers,
      Supplier<CompletableFuture<Outcome>> change,
      Function<Outcome, ObjectNode> body) {
    CompletableFuture<Outcome> pending;
    try {
      pending = change.get();
    } catch (RefusedException e) {
      throw Problem.of(e);
    }
    var unused =
        inTime(pending, LONGEST_CHANGE)
            .whenCompleteAsync(
                (outcome, failure) -> {
                  try {
                    if (failure == null) {
                      answer(exchange, body.apply(outcome));
                    } else {
                      problem(failure).answer(exchange);
                    }
                  } catch (RuntimeException e) {
                    Router.fail(exchange, e);
                  }
                },
                answerers);
  }

  /** The result of a change, or a {@link TimeoutException}; the change itself continues. */
  static <T> CompletableFuture<T> inTime(CompletableFuture<T> change, Duration longest) {
    return change.copy().orTimeout(longest.toMillis(), TimeUnit.MILLISECONDS);
  }

  static Problem problem(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    if (cause instanceof RefusedException refused) {
      return Problem.of(refused);
    }
    if (cause instanceof TimeoutException) {
      return new Problem(
          504,
          "the change takes longer and continues: send the request again with the same"
              + " Idempotency-Key to get its result");
    }
    return new Problem(500, "the change failed, see the log of the service");
  }

  /** A parameter that is a number from 1 on. */
  static int number(Exchange exchange, String name, int otherwise, int most) {
    String text = exchange.queryParam(name);
    if (text == null) {
      return otherwise;
    }
    try {
      int number = Integer.parseInt(text);
      if (number >= 1 && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // reported below, like a number out of range
    }
    throw Problem.badRequest("expected a number from 1 to " + most + " in '" + name + "'");
  }

  /** A parameter that is true or false. */
  static boolean truth(Exchange exchange, String name) {
    String text = exchange.queryParam(name);
    if (text == null || text.equals("false")) {
      return false;
    }
    if (text.equals("true")) {
      return true;
    }
    throw Problem.badRequest("expected true or false in '" + name + "'");
  }
}

package io.github.sors.server.collection.live;

import io.github.sors.server.collection.ComparisonDraft;
import io.github.sors.server.collection.ItemDraft;
import io.github.sors.server.collection.Outcome;
import io.github.sors.server.collection.RequestKey;
import io.github.sors.server.collection.log.LogRecord;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A change that waits to be made, and its future answer. */
final class PendingChange {

  /** The requested change. */
  sealed interface Request {}

  record PutItems(List<ItemDraft> items) implements Request {}

  record RemoveItem(String id) implements Request {}

  record Teach(List<ComparisonDraft> comparisons) implements Request {}

  /** A part of a long request, see {@link LogRecord.Taught}. */
  record TeachPart(List<ComparisonDraft> comparisons, long first, boolean last)
      implements Request {}

  /**
   * Undoes one feedback request.
   *
   * @param feedback its number, see {@link Outcome#sequence}; {@link #LATEST} for the latest
   */
  record Undo(long feedback) implements Request {

    static final long LATEST = 0;
  }

  /** Marks the present state as a version that a rollback can return to. */
  record MarkVersion(String name) implements Request {}

  /** Replaces the log by a snapshot. */
  record Compact() implements Request {}

  /** Copies the collection to another folder. */
  record Backup(Path target) implements Request {}

  /** Undoes all feedback after a record. */
  record Rollback(long to) implements Request {}

  private final Request request;
  private final RequestKey key;
  private final int bytes;
  private final long work;
  private final CompletableFuture<Outcome> answer = new CompletableFuture<>();
  // the record to log, once the request was validated
  private @Nullable LogRecord change;

  PendingChange(Request request, RequestKey key, int bytes, long work) {
    this.request = request;
    this.key = key;
    this.bytes = bytes;
    this.work = work;
  }

  Request request() {
    return request;
  }

  RequestKey key() {
    return key;
  }

  /** Its approximate memory. */
  int bytes() {
    return bytes;
  }

  /** The matrix entries that it may touch. */
  long work() {
    return work;
  }

  CompletableFuture<Outcome> answer() {
    return answer;
  }

  LogRecord change() {
    return Objects.requireNonNull(change, "record of a request that was not validated");
  }

  void become(LogRecord newChange) {
    change = newChange;
  }
}

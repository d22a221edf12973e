package io.github.sors.server.collection.log;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The undone feedback requests, by the numbers of their first records. */
public final class UndoneRequests {

  private record Range(long after, long last) {}

  private final Set<Long> single = new HashSet<>();
  private final List<Range> ranges = new ArrayList<>();

  /** Adds what a record undoes; ignores other records. */
  public void add(LogRecord change) {
    if (change instanceof LogRecord.Undone undone) {
      single.add(undone.sequence());
    } else if (change instanceof LogRecord.RolledBack back) {
      ranges.add(new Range(back.to(), back.until()));
    }
  }

  public void addAll(UndoneRequests other) {
    single.addAll(other.single);
    ranges.addAll(other.ranges);
  }

  public boolean contains(long request) {
    return single.contains(request)
        || ranges.stream().anyMatch(range -> request > range.after() && request <= range.last());
  }

  /** Whether a state after some record may hold one of them. */
  public boolean anyUpTo(long sequence) {
    return single.stream().anyMatch(request -> request <= sequence)
        || ranges.stream().anyMatch(range -> range.after() < sequence);
  }
}

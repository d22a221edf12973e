package io.github.sors.data.feedback;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turns clicks into preferences. */
public record ClickPreferences(
    boolean nextBelow,
    boolean onceEach,
    double largestPositionWeight,
    @Nullable Duration halfLife,
    boolean withoutRobots) {

  /** What is used unless something else is asked for. */
  public static final ClickPreferences USUAL = new ClickPreferences(true, true, 2, null, true);

  /** The preferences, and what was left out of the impressions. */
  public FeedbackFile of(List<Impression> impressions) {
    throw new UnsupportedOperationException();
  }
}

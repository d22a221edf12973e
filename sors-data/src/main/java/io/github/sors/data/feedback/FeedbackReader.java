package io.github.sors.data.feedback;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Reads feedback from files. */
public final class FeedbackReader {

  private FeedbackReader() {}

  /** Takes triplets one by one. */
  @FunctionalInterface
  public interface TripletConsumer {
    void accept(String query, String positive, String negative, double weight);
  }

  /** Reads triplets, each a feedback. */
  public static FeedbackFile triplets(Path file) throws IOException {
    throw new UnsupportedOperationException();
  }

  /** Passes triplets on without keeping them. */
  public static void triplets(Path file, TripletConsumer consumer) throws IOException {
    throw new UnsupportedOperationException();
  }

  /** Reads groups of items. */
  public static ItemGroups groups(Path file) throws IOException {
    throw new UnsupportedOperationException();
  }

  /** Reads clicks: one file or several of any form. */
  public static FeedbackFile clicks(List<Path> files) throws IOException {
    return clicks(files, ClickPreferences.USUAL);
  }

  /** Reads clicks: one file or several of any form. */
  public static FeedbackFile clicks(List<Path> files, ClickPreferences rules) throws IOException {
    throw new UnsupportedOperationException();
  }

  /** Reads judgements. */
  public static FeedbackFile qrels(Path file) throws IOException {
    throw new UnsupportedOperationException();
  }
}

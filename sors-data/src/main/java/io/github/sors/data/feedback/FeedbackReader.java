package io.github.sors.data.feedback;

import io.github.sors.InvalidInputException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Reads feedback by id from files, whose form is detected from their content. Files may be
 * compressed. A table is separated by tabs, semicolons or commas; columns of a header are found by
 * usual names in any order, and those that nobody needs are named in the notes.
 *
 * <p>Threads: any thread may call it. Failures: a bad line throws {@link
 * io.github.sors.InvalidInputException} with file and line, a disk {@link java.io.IOException};
 * nothing of the file is returned.
 */
public final class FeedbackReader {

  private FeedbackReader() {}

  /** Takes triplets one by one. */
  @FunctionalInterface
  public interface TripletConsumer {
    /** Takes the ids of a triplet; an {@link InvalidInputException} gets file and line. */
    void accept(String query, String positive, String negative, double weight);
  }

  /**
   * Reads triplets, each a feedback: {@code query positive negative weight}, the weight may be
   * missing. JSON lines with fields of these names, or a table with or without a header; without
   * one, cells may also be separated by blanks, and # begins a comment.
   */
  public static FeedbackFile triplets(Path file) throws IOException {
    Ids ids = new Ids();
    List<Feedback> feedback = new ArrayList<>();
    List<String> notes =
        triplets(
            file,
            (query, positive, negative, weight) ->
                feedback.add(
                    new Feedback(
                        ids.get(query),
                        List.of(ids.get(positive)),
                        List.of(ids.get(negative)),
                        weight,
                        null,
                        "")));
    return new FeedbackFile(feedback, List.of(), notes);
  }

  /**
   * Passes triplets on without keeping them.
   *
   * @return notes about what was left out
   */
  public static List<String> triplets(Path file, TripletConsumer consumer) throws IOException {
    return TripletForm.read(file, consumer);
  }

  /**
   * Reads groups of items: lines {@code group<TAB>id}, JSON lists of ids, or a table with a header
   * that names group and item. The rows of a group may be in any order.
   */
  public static ItemGroups groups(Path file) throws IOException {
    return GroupForm.read(file, item -> {});
  }

  /**
   * Reads groups of items, each of which is looked at when it is read.
   *
   * @param check takes the id of an item; an {@link InvalidInputException} gets file and line
   */
  public static ItemGroups groups(Path file, Consumer<String> check) throws IOException {
    return GroupForm.read(file, check);
  }

  /** Reads clicks by the usual rules, see {@link #clicks(List, ClickPreferences)}. */
  public static FeedbackFile clicks(List<Path> files) throws IOException {
    return clicks(files, ClickPreferences.USUAL);
  }

  /**
   * Reads clicks and turns them into preferences. Each file may be
   *
   * <ul>
   *   <li>JSON lines {@code {"query": text, "shown": [ids], "clicked": [ids]}}, with {@code
   *       query_id}, {@code user} or {@code session}, and {@code time} if they are known; {@code
   *       shown} may have objects {@code {"id": …, "rank": …}};
   *   <li>a table with a header and a row for each item that was shown: query or query_id, item,
   *       rank, clicked, and perhaps user or session, time, impression_id;
   *   <li>the queries or the events of OpenSearch's User Behavior Insights; both have to be given,
   *       in any order;
   *   <li>the events of Elasticsearch's behavioral analytics.
   * </ul>
   *
   * @param rules how clicks become preferences
   */
  public static FeedbackFile clicks(List<Path> files, ClickPreferences rules) throws IOException {
    return ClickFiles.read(files, rules);
  }

  /**
   * Reads judgements: lines {@code query 0 item grade} as TREC writes them, or a table with a
   * header that names query, item and grade.
   *
   * <p>A query has one feedback per positive grade, the highest first, whose weight is the grade.
   * Items of grade 0 or less are rejected, in the feedback of the highest grade; alone, if no grade
   * is positive.
   */
  public static FeedbackFile qrels(Path file) throws IOException {
    return QrelsForm.read(file);
  }
}

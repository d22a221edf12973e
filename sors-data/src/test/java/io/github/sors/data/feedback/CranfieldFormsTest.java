package io.github.sors.data.feedback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Cranfield's judgements, written as each form of feedback: the same preferences come out. */
class CranfieldFormsTest {

  private static Path judgements;

  @TempDir private Path folder;

  @BeforeAll
  static void findJudgements() {
    String data = System.getenv("SORS_DATA");
    assumeTrue(data != null, "SORS_DATA names no folder of data");
    judgements = Path.of(data, "ir", "cran", "qrels.txt");
    assumeTrue(Files.exists(judgements), "there is no Cranfield collection in " + data);
  }

  /** Pairs of a query's relevant and not relevant items. */
  private static TreeSet<String> pairs(List<Feedback> feedback) {
    Map<String, List<String>> preferred = new LinkedHashMap<>();
    Map<String, List<String>> rejected = new LinkedHashMap<>();
    for (Feedback one : feedback) {
      preferred.computeIfAbsent(one.query(), query -> new ArrayList<>()).addAll(one.preferred());
      rejected.computeIfAbsent(one.query(), query -> new ArrayList<>()).addAll(one.rejected());
    }
    TreeSet<String> pairs = new TreeSet<>();
    preferred.forEach(
        (query, items) -> {
          for (String better : items) {
            for (String worse : rejected.getOrDefault(query, List.of())) {
              pairs.add(query + ": " + better + " > " + worse);
            }
          }
        });
    return pairs;
  }

  /** A line for each query, relevant item and item that is not relevant. */
  private Path write(String name, String header, String line) throws IOException {
    StringBuilder text = new StringBuilder(header);
    for (String pair : pairs(FeedbackReader.qrels(judgements).feedback())) {
      String[] ids = pair.split(": | > ");
      text.append(String.format(line, (Object[]) ids)).append('\n');
    }
    return Files.writeString(folder.resolve(name), text.toString());
  }

  @Test
  void judgementsSayTheSameAsATable() throws IOException {
    FeedbackFile trec = FeedbackReader.qrels(judgements);
    assertThat(trec.feedback().stream().map(Feedback::query).distinct()).hasSize(225);
    assertThat(trec.feedback().stream().mapToInt(one -> one.preferred().size()).sum())
        .isEqualTo(1612);
    assertThat(trec.feedback().stream().mapToInt(one -> one.rejected().size()).sum())
        .isEqualTo(225);
    StringBuilder csv = new StringBuilder("query_id,doc_id,grade\n");
    StringBuilder tsv = new StringBuilder("relevance\tdocument\tquery\n");
    for (String line : Files.readAllLines(judgements)) {
      String[] cells = line.split("\\s+");
      csv.append(cells[0]).append(',').append(cells[2]).append(',').append(cells[3]).append('\n');
      tsv.append(cells[3]).append('\t').append(cells[2]).append('\t').append(cells[0]).append('\n');
    }
    assertThat(FeedbackReader.qrels(Files.writeString(folder.resolve("csv"), csv))).isEqualTo(trec);
    assertThat(FeedbackReader.qrels(Files.writeString(folder.resolve("tsv"), tsv))).isEqualTo(trec);
  }

  @Test
  void tripletsSayTheSameHoweverTheyAreWritten() throws IOException {
    TreeSet<String> expected = pairs(FeedbackReader.qrels(judgements).feedback());
    Path tsv = write("t.tsv", "", "%s\t%s\t%s");
    Path csv = write("t.csv", "query,positive,negative\n", "%s,%s,%s");
    Path json = write("t.jsonl", "", "{\"query\": %s, \"positive\": \"%s\", \"negative\": \"%s\"}");
    FeedbackFile read = FeedbackReader.triplets(tsv);
    assertThat(pairs(read.feedback())).isEqualTo(expected).hasSizeGreaterThan(1000);
    assertThat(FeedbackReader.triplets(csv)).isEqualTo(read);
    assertThat(FeedbackReader.triplets(json)).isEqualTo(read);
  }

  @Test
  void groupsSayWhatIsRelevant() throws IOException {
    List<Feedback> relevant =
        FeedbackReader.qrels(judgements).feedback().stream()
            .filter(one -> !one.preferred().isEmpty())
            .toList();
    StringBuilder lines = new StringBuilder();
    StringBuilder csv = new StringBuilder("item,group\n");
    Map<String, List<String>> expected = new LinkedHashMap<>();
    for (Feedback one : relevant) {
      for (String item : one.preferred()) {
        lines.append(one.query()).append('\t').append(item).append('\n');
        csv.append(item).append(',').append(one.query()).append('\n');
        expected.computeIfAbsent(one.query(), query -> new ArrayList<>()).add(item);
      }
    }
    StringBuilder json = new StringBuilder();
    expected.values().forEach(items -> json.append('[').append(quoted(items)).append("]\n"));
    ItemGroups read = FeedbackReader.groups(Files.writeString(folder.resolve("tsv"), lines));
    assertThat(read.groups()).containsExactlyElementsOf(expected.values());
    assertThat(FeedbackReader.groups(Files.writeString(folder.resolve("csv"), csv)))
        .isEqualTo(read);
    assertThat(FeedbackReader.groups(Files.writeString(folder.resolve("json"), json)).groups())
        .isEqualTo(read.groups());
    assertThat(read.feedbackOfQueries())
        .extracting(Feedback::query)
        .containsExactlyElementsOf(expected.keySet());
  }

  private static String quoted(List<String> items) {
    return "\"" + String.join("\", \"", items) + "\"";
  }

  /**
   * A person for each relevant item, who is shown what is not relevant above it and clicks it:
   * exactly the pairs of the judgements, in all forms of clicks.
   */
  @Test
  void clicksSayTheSameInAllForms() throws IOException {
    TreeSet<String> expected = pairs(FeedbackReader.qrels(judgements).feedback());
    StringBuilder json = new StringBuilder();
    StringBuilder csv = new StringBuilder("query_id,query,item,rank,clicked,session\n");
    StringBuilder queries = new StringBuilder();
    StringBuilder events = new StringBuilder();
    StringBuilder analytics = new StringBuilder();
    int person = 0;
    for (String pair : expected) {
      String[] ids = pair.split(": | > ");
      person++;
      String shown = quoted(List.of(ids[2], ids[1]));
      json.append(
          String.format(
              "{\"query\": \"%s\", \"shown\": [%s], \"clicked\": [\"%s\"], \"session\": %d}%n",
              ids[0], shown, ids[1], person));
      csv.append(
          String.format(
              "%s,%s,%s,1,0,%d%n%s,%s,%s,2,1,%d%n",
              ids[0], ids[0], ids[2], person, ids[0], ids[0], ids[1], person));
      queries.append(
          String.format(
              "{\"_source\": {\"query_id\": \"u%d\", \"user_query\": \"%s\", \"client_id\": \"%d\","
                  + " \"query_response_hit_ids\": [%s]}}%n",
              person, ids[0], person, shown));
      events.append(
          String.format(
              "{\"_source\": {\"action_name\": \"click\", \"query_id\": \"u%d\","
                  + " \"event_attributes\": {\"object\": {\"object_id\": \"%s\"}}}}%n",
              person, ids[1]));
      analytics.append(
          String.format(
              "{\"event\": {\"action\": \"search_click\"}, \"session\": {\"id\": \"%d\"},"
                  + " \"search\": {\"query\": \"%s\", \"results\": {\"items\": [{\"document\":"
                  + " {\"id\": \"%s\"}}, {\"document\": {\"id\": \"%s\"}}]}}, \"document\":"
                  + " {\"id\": \"%s\"}}%n",
              person, ids[0], ids[2], ids[1], ids[1]));
    }
    FeedbackFile read = clicks(json);
    assertThat(pairs(read.feedback())).isEqualTo(expected);
    assertThat(clicks(csv)).isEqualTo(read);
    assertThat(clicks(queries, events)).isEqualTo(read);
    assertThat(clicks(analytics)).isEqualTo(read);
  }

  private FeedbackFile clicks(StringBuilder... texts) throws IOException {
    List<Path> files = new ArrayList<>();
    for (StringBuilder text : texts) {
      files.add(Files.writeString(folder.resolve("clicks" + files.size()), text));
    }
    return FeedbackReader.clicks(files);
  }
}

package io.github.sors.data.feedback;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.data.item.Item;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FeedbackReaderTest {

  @TempDir private Path folder;

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private static Feedback triplet(String query, String positive, String negative, double weight) {
    return new Feedback(query, List.of(positive), List.of(negative), weight, null, "");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "q1\td1\td2\t0.5\n7\td3\td2\t1\n",
        "\uFEFFq1,d1,d2,0.5\r\n7,d3,d2,1\r\n",
        "q1;d1;d2;0.5\n\n7;d3;d2;1",
        "# comment\nq1 d1 d2 0.5 # little\n7   d3\td2 1\n",
        "query positive negative weight\nq1 d1 d2 0.5\n7 d3 d2 1\n",
        "weight,Negative ID,query-id,positive\n5e-1, d2 ,\"q1\",d1\n,d2,7,d3\n",
        "{\"query\": \"q1\", \"positive\": \"d1\", \"negative\": \"d2\", \"weight\": 0.5}\n"
            + "{\"query\": 7, \"positive\": \"d3\", \"negative\": \"d2\"}\n"
      })
  void readsTripletsHoweverTheyAreWritten(String text) throws IOException {
    FeedbackFile read = FeedbackReader.triplets(write("t", text));
    assertThat(read.feedback())
        .containsExactly(triplet("q1", "d1", "d2", 0.5), triplet("7", "d3", "d2", 1));
    assertThat(read.notes()).isEmpty();
  }

  @Test
  void namesTheColumnsThatItLeavesOut() throws IOException {
    Path file = write("t", "query,positive,negative,colour,size\nq,a,b,red,1\n");
    assertThat(FeedbackReader.triplets(file).notes())
        .containsExactly("left out the columns colour, size");
  }

  @Test
  void keepsAnIdThatBeginsLikeAComment() throws IOException {
    Path file = write("t", "q\ta\tb\n#q\ta\tb\n");
    assertThat(FeedbackReader.triplets(file).feedback())
        .extracting(Feedback::query)
        .containsExactly("q", "#q");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "s\ta\nt\tc\ns\tb\nt\ta\ns\ta\n",
        "[\"a\", \"b\", \"a\"]\n[\"c\", \"a\"]\n",
        "group,item\ns,a\nt,c\ns,b\nt,a\n",
        "item;session\na;s\nc;t\nb;s\na;t\n"
      })
  void readsGroupsHoweverTheyAreWritten(String text) throws IOException {
    ItemGroups read = FeedbackReader.groups(write("g", text));
    assertThat(read.groups()).containsExactly(List.of("a", "b"), List.of("c", "a"));
    assertThat(read.feedbackOfItems())
        .containsExactly(
            Feedback.of("a", List.of("b"), List.of()),
            Feedback.of("b", List.of("a"), List.of()),
            Feedback.of("c", List.of("a"), List.of()),
            Feedback.of("a", List.of("c"), List.of()));
  }

  @Test
  void groupsHaveTheNamesOfQueries() throws IOException {
    ItemGroups read = FeedbackReader.groups(write("g", "q1\ta\nq1\tb\n[1, 2]\n"));
    assertThat(read.names()).containsExactly("", "q1");
    assertThat(read.feedbackOfQueries())
        .containsExactly(Feedback.of("q1", List.of("a", "b"), List.of()));
  }

  @Test
  void aLargeGroupIsPairedInLinearSpace() {
    List<String> items =
        java.util.stream.IntStream.range(0, 5000).mapToObj(Integer::toString).toList();
    List<Feedback> feedback = new ItemGroups(List.of("g"), List.of(items)).feedbackOfItems();
    assertThat(feedback).hasSize(5000).allMatch(one -> one.preferred().size() == 100);
    assertThat(feedback.get(4999).preferred()).startsWith("0", "1").endsWith("99");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1 0 a 2\n1 0 b 1\n1 0 c 0\n1 0 d -1\n2 0 a 0\n1 0 e 2\n",
        "1\tQ0\ta\t2\n1\tQ0\tb\t1\n1\tQ0\tc\t0\n1\tQ0\td\t-1\n2\tQ0\ta\t0\n1\tQ0\te\t2\n",
        "query-id\tcorpus-id\tscore\n1\ta\t2\n1\tb\t1\n1\tc\t0\n1\td\t-1\n2\ta\t0\n1\te\t2\n",
        "rating,query,doc\n2,1,a\n1,1,b\n0,1,c\n-1,1,d\n0,2,a\n2.0,1,e\n"
      })
  void readsJudgementsHoweverTheyAreWritten(String text) throws IOException {
    FeedbackFile read = FeedbackReader.qrels(write("q", text));
    assertThat(read.feedback())
        .containsExactly(
            new Feedback("1", List.of("a", "e"), List.of("c", "d"), 2, null, ""),
            new Feedback("1", List.of("b"), List.of(), 1, null, ""),
            Feedback.of("2", List.of(), List.of("a")));
    assertThat(read.notes()).isEmpty();
  }

  @Test
  void aJudgementThatStandsTwiceCountsOnce() throws IOException {
    FeedbackFile read = FeedbackReader.qrels(write("q", "1 0 a 1\n1 0 a 1\n"));
    assertThat(read.feedback()).containsExactly(Feedback.of("1", List.of("a"), List.of()));
    assertThat(read.notes()).containsExactly("left out 1 judgements that stand in the file twice");
  }

  @Test
  void readsClicksAsJson() throws IOException {
    Path file =
        write(
            "c",
            """
            {"query": " heat shield ", "shown": ["a", "b", 3, "d"], "clicked": [3], \
            "user": "u1", "time": "2026-11-19T08:30:00Z"}
            {"query_id": 9, "query": "wing", "shown": [{"id": "b", "rank": 12}, \
            {"id": "a", "rank": 11}], "clicked": ["b"], "time": 1795077000}
            {"query_id": 10, "shown": ["a"], "clicked": []}
            """);
    FeedbackFile read = FeedbackReader.clicks(List.of(file));
    Instant time = Instant.parse("2026-11-19T08:30:00Z");
    assertThat(read.feedback())
        .containsExactly(
            new Feedback("heat shield", List.of("3"), List.of("a", "b", "d"), 1, time, "u1"),
            new Feedback("9", List.of("b"), List.of("a"), 1, time, ""));
    assertThat(read.queries())
        .containsExactly(
            Item.ofText("heat shield", "", "heat shield"), Item.ofText("9", "", "wing"));
    assertThat(read.notes()).containsExactly("left out 1 impressions without a click");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "query,item,rank,clicked\nx,a,1,0\nx,b,2,1\ny,a,1,true\nx,a,1,0\nx,c,2,1\n",
        "Search Term;Product ID;Position;Is Click\nx;b;2;yes\nx;a;1;no\ny;a;1;1\nx;c;2;1\nx;a;1;0\n"
      })
  void readsClicksAsRows(String text) throws IOException {
    FeedbackFile read = FeedbackReader.clicks(List.of(write("c", text)));
    assertThat(read.feedback())
        .containsExactly(
            Feedback.of("x", List.of("b"), List.of("a")),
            Feedback.of("y", List.of("a"), List.of()),
            Feedback.of("x", List.of("c"), List.of("a")));
    assertThat(read.queries()).extracting(Item::id).containsExactly("x", "y");
  }

  @Test
  void rowsOfDifferentPersonsMayBeMixed() throws IOException {
    Path file =
        write(
            "c",
            "query_id\tquery\tdoc\trank\tclicked\tsession\ttime\n"
                + "1\tx\ta\t1\t0\ts\t2026-11-19 08:30:00\n"
                + "1\tx\ta\t1\t1\tt\t2026-11-19\n"
                + "1\tx\tb\t2\t1\ts\t2026-11-19 08:30:01\n");
    FeedbackFile read = FeedbackReader.clicks(List.of(file));
    assertThat(read.feedback())
        .containsExactly(
            new Feedback(
                "1", List.of("b"), List.of("a"), 1, Instant.parse("2026-11-19T08:30:00Z"), "s"),
            new Feedback(
                "1", List.of("a"), List.of(), 1, Instant.parse("2026-11-19T00:00:00Z"), "t"));
    assertThat(read.queries()).containsExactly(Item.ofText("1", "", "x"));
  }

  @Test
  void joinsQueriesAndEventsOfOpenSearchInAnyOrder() throws IOException {
    Path queries =
        write(
            "q",
            """
            {"query_id": "u1", "user_query": "laptop", "client_id": "p", \
            "query_response_hit_ids": ["a", "b", "c"], "timestamp": "2026-11-19T08:30:00Z"}
            {"_source": {"query_id": "u2", "user_query": {"query": "laptop"}, \
            "query_response_objects_ids": ["b", 4]}}
            {"query_id": "u3", "user_query": "nothing", "query_response_hit_ids": null}
            {"query_id": "u4", "query": "{}", "query_response_hit_ids": ["a"]}
            """);
    Path events =
        write(
            "e",
            """
            {"action_name": "click", "query_id": "u1", "user_query": "laptop", "event_attributes": \
            {"object": {"object_id": "b", "object_id_field": "isbn"}, "position": {"ordinal": 2}}}
            {"action_name": "product_hover", "query_id": "u1"}
            {"_source": {"action_name": "CLICK", "query_id": "u2", "event_attributes": \
            {"object": {"object_id": 4}}}}
            {"action_name": "click", "query_id": "u9", "event_attributes": {"object": \
            {"object_id": "b"}}}
            {"action_name": "click", "query_id": "u1", "event_attributes": {"object": \
            {"object_id": "z"}}}
            {"action_name": "click", "query_id": "u1"}
            {"action_name": "click"}
            """);
    FeedbackFile read = FeedbackReader.clicks(List.of(events, queries));
    assertThat(read).isEqualTo(FeedbackReader.clicks(List.of(queries, events)));
    assertThat(read.feedback())
        .containsExactly(
            new Feedback(
                "laptop",
                List.of("b"),
                List.of("a", "c"),
                1,
                Instant.parse("2026-11-19T08:30:00Z"),
                "p"),
            Feedback.of("laptop", List.of("4"), List.of("b")));
    assertThat(read.queries()).containsExactly(Item.ofText("laptop", "", "laptop"));
    assertThat(read.notes())
        .containsExactly(
            "left out 1 searches that returned nothing",
            "left out 1 searches without a user_query",
            "left out 1 events 'product_hover', which are no clicks",
            "left out 1 clicks of searches that are not among the queries",
            "left out 1 clicks on items that their search did not return",
            "left out 1 clicks without an object_id",
            "left out 1 clicks without a query_id");
  }

  @Test
  void readsTheAnswersToSearchesOfAnExport() throws IOException {
    Path queries =
        write(
            "q",
            "{\"took\": 3, \"hits\": {\"total\": 1, \"hits\": [{\"_id\": \"x\", \"_source\":"
                + " {\"query_id\": \"u1\", \"user_query\": \"x\", \"query_response_hit_ids\":"
                + " [\"a\", \"b\"]}}]}}\n");
    Path events =
        write(
            "e",
            "{\"hits\": {\"hits\": [{\"_source\": {\"action_name\": \"click\", \"query_id\":"
                + " \"u1\", \"event_attributes.object.object_id\": \"b\"}}]}}\n");
    assertThat(FeedbackReader.clicks(List.of(queries, events)).feedback())
        .containsExactly(Feedback.of("x", List.of("b"), List.of("a")));
  }

  @Test
  void joinsSearchesAndClicksOfElasticsearch() throws IOException {
    String results =
        "\"results\": {\"items\": [{\"document\": {\"id\": \"a\", \"index\": \"i\"}},"
            + " {\"document\": {\"id\": \"b\"}}]}";
    Path file =
        write(
            "e",
            // a click that stands before its search
            "{\"@timestamp\": \"2026-11-19T08:30:09Z\", \"event\": {\"action\":"
                + " \"search_click\"}, \"session\": {\"id\": \"s\"}, \"user\": {\"id\": \"p\"},"
                + " \"search\": {\"query\": \"x\"}, \"document\": {\"id\": \"b\"}}\n"
                + "{\"_source\": {\"@timestamp\": \"2026-11-19T08:30:00Z\", \"event.action\":"
                + " \"search\", \"session.id\": \"s\", \"user.id\": \"p\", \"search\": {\"query\":"
                + " \"x\", "
                + results
                + "}}}\n"
                // a click that has its results itself
                + "{\"@timestamp\": \"2026-11-19T08:31:00Z\", \"event\": {\"action\":"
                + " \"search_click\"}, \"session\": {\"id\": \"t\"}, \"search\": {\"query\":"
                + " \"y\", "
                + results
                + "}, \"document\": {\"id\": \"a\"}}\n"
                + "{\"event\": {\"action\": \"search_click\"}, \"search\": {\"query\": \"z\"},"
                + " \"document\": {\"id\": \"a\"}}\n"
                + "{\"event\": {\"action\": \"page_view\"}}\n");
    FeedbackFile read = FeedbackReader.clicks(List.of(file));
    assertThat(read.feedback())
        .containsExactly(
            new Feedback(
                "x", List.of("b"), List.of("a"), 1, Instant.parse("2026-11-19T08:30:00Z"), "p"),
            new Feedback(
                "y", List.of("a"), List.of("b"), 1, Instant.parse("2026-11-19T08:31:00Z"), "t"));
    assertThat(read.notes())
        .containsExactly(
            "left out 1 events 'page_view', which are neither searches nor clicks",
            "left out 1 clicks on items that no search of their session returned");
  }

  @Test
  void readsSeveralFilesOfClicksTogether() throws IOException {
    Path lines =
        write("c", "{\"query\": \"x\", \"shown\": [\"a\", \"b\"], \"clicked\": [\"b\"]}\n");
    Path rows = write("r", "query,item,rank,clicked\nx,b,1,0\nx,a,2,1\n");
    assertThat(FeedbackReader.clicks(List.of(rows, lines)).feedback())
        .containsExactly(
            Feedback.of("x", List.of("b"), List.of("a")),
            Feedback.of("x", List.of("a"), List.of("b")));
  }
}

package io.github.sors.ranking.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.InvalidInputException;
import io.github.sors.data.item.Item;
import io.github.sors.ranking.ClickLog;
import io.github.sors.ranking.Impression;
import io.github.sors.ranking.Judgements;
import io.github.sors.ranking.SearchQuery;
import io.github.sors.ranking.UnknownIds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClickFilesTest {

  @TempDir Path folder;

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  @Test
  void impressionsHaveRanksAndClicks() throws IOException {
    ClickLog log =
        ClickLogFile.read(
            write(
                "clicks",
                """
                {"query": "heat shield", "shown": ["d7", 2], "clicked": ["2"]}

                {"query_id": 5, "query": "wing", "shown": [{"id": "d9", "rank": 12}, \
                {"id": "d8", "rank": 11}], "clicked": []}
                """));
    SearchQuery heat = new SearchQuery("heat shield", "heat shield");
    assertThat(log.impressions())
        .containsExactly(
            Impression.of(heat, List.of("d7", "2"), List.of("2")),
            new Impression(
                new SearchQuery("5", "wing"),
                List.of(new Impression.Shown("d8", 11), new Impression.Shown("d9", 12)),
                Set.of()));
    assertThat(log.queries()).containsExactly(heat, new SearchQuery("5", "wing"));
  }

  @Test
  void badImpressionsSayWhere() throws IOException {
    assertRefused(
        "{\"query\": \"x\", \"shown\": [\"a\"], \"clicked\": [\"b\"]}",
        "expected clicks on shown documents, found one on 'b'");
    assertRefused(
        "{\"query\": \"x\", \"clicked\": [\"b\"]}",
        "expected a list of documents in 'shown', found no such field");
    assertRefused(
        "{\"query\": \"x\", \"shown\": \"a\", \"clicked\": [\"b\"]}",
        "expected a list of documents in 'shown', found '\"a\"'");
    assertRefused(
        "{\"query\": \"x\", \"shown\": [{\"id\": \"a\"}], \"clicked\": []}",
        "expected ids, or objects with id and rank, in 'shown', found '{\"id\":\"a\"}'");
    assertRefused(
        "{\"query\": \"x\", \"shown\": [\"a\", \"a\"], \"clicked\": []}",
        "expected each shown document once, found 'a' twice");
    assertRefused(
        "{\"query\": \"x\", \"shown\": [{\"id\": \"a\", \"rank\": 0}], \"clicked\": []}",
        "document 'a': expected a rank from 1, found 0");
    assertRefused(
        "{\"query\": \"x\", \"shown\": [{\"id\": \"a\", \"rank\": 1.7}], \"clicked\": []}",
        "expected ids, or objects with id and rank, in 'shown', found '{\"id\":\"a\",\"rank\":1.7}'");
    assertRefused(
        "{\"query\": \"x\", \"shown\": [1e400], \"clicked\": []}",
        "expected a number of at most 1.7976931348623157E308 in size in 'shown'");
    assertRefused(
        "{\"shown\": [], \"clicked\": []}",
        "expected the field 'query' (or text), found shown, clicked");
    assertRefused("[1]", "expected one JSON object per line, found '[1]'");
    assertRefused(
        "{\"query_id\": 1, \"query\": \"other\", \"shown\": [], \"clicked\": []}",
        "expected one text per query_id, found 'other' for '1', which was 'good' before");
  }

  private void assertRefused(String line, String message) throws IOException {
    Path file =
        write(
            "clicks",
            "{\"query_id\": 1, \"query\": \"good\", \"shown\": [], \"clicked\": []}\n" + line);
    assertThatThrownBy(() -> ClickLogFile.read(file))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage(file + ", line 2: " + message);
  }

  @Test
  void queriesAndEventsOfOpenSearchAreJoined() throws IOException {
    Path queries =
        write(
            "ubi_queries.jsonl",
            """
            {"query_id": "u1", "user_query": "laptop", "query_response_hit_ids": ["a", "b", "c"]}
            {"_source": {"query_id": "u2", "user_query": {"query": "laptop"}, \
            "query_response_objects_ids": ["b", 4]}}
            {"query_id": "u3", "user_query": "nothing", "query_response_hit_ids": null}
            {"query_id": "u4", "query": "{}", "query_response_hit_ids": ["a"]}
            """);
    Path events =
        write(
            "ubi_events.jsonl",
            """
            {"action_name": "click", "query_id": "u1", "event_attributes": {"object": \
            {"object_id": "b", "object_id_field": "isbn"}, "position": {"ordinal": 2}}}
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
    UserBehaviorFiles.Content read =
        UserBehaviorFiles.read(queries, events, UserBehaviorFiles.USUAL_CLICKS);
    SearchQuery laptop = new SearchQuery("laptop", "laptop");
    assertThat(read.log().impressions())
        .containsExactly(
            Impression.of(laptop, List.of("a", "b", "c"), List.of("b")),
            Impression.of(laptop, List.of("b", "4"), List.of("4")));
    assertThat(read.notes())
        .containsExactly(
            "left out 1 searches that returned nothing",
            "left out 1 searches without a user_query",
            "left out 1 clicks of searches that are not among the queries",
            "left out 1 clicks on documents that their search did not return",
            "left out 1 clicks without an object_id",
            "left out 1 clicks without a query_id");
  }

  @Test
  void brokenFilesOfOpenSearchSayWhere() throws IOException {
    Path queries = write("q", "{\"query_id\": \"u1\", \"user_query\": \"x\"}\n{\"a\": 1}");
    Path events = write("e", "{\"query_id\": \"u1\"}");
    assertThatThrownBy(() -> UserBehaviorFiles.read(queries, events, Set.of("click")))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage(queries + ", line 2: expected the field 'query_id', found a");
    write("q", "{\"query_id\": \"u1\", \"user_query\": \"x\", \"query_response_hit_ids\": [1]}");
    assertThatThrownBy(() -> UserBehaviorFiles.read(queries, events, Set.of("click")))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage(events + ", line 1: expected the field 'action_name', found query_id");
    write("q", "{\"query_id\": 1, \"user_query\": \"x\", \"query_response_hit_ids\": \"a\"}");
    assertThatThrownBy(() -> UserBehaviorFiles.read(queries, events, Set.of("click")))
        .hasMessageContaining("expected a list of ids in 'query_response_hit_ids'");
    String twice = "{\"query_id\": 1, \"user_query\": \"x\", \"query_response_hit_ids\": [2]}\n";
    write("q", twice + twice);
    assertThatThrownBy(() -> UserBehaviorFiles.read(queries, events, Set.of("click")))
        .hasMessage(queries + ", line 2: expected each query_id once, found '1' again");
  }

  @Test
  void documentsHaveIdsOfTheirOwn() throws IOException {
    Path file = write("docs", "{\"id\": 1, \"text\": \"a\"}\n{\"id\": 2, \"text\": \"b\"}\n");
    assertThat(DocumentFile.read(file))
        .containsExactly(
            new Item("1", "", Map.of("text", "a")), new Item("2", "", Map.of("text", "b")));
    write("docs", "{\"id\": 1, \"text\": \"a\"}\n{\"id\": 1, \"text\": \"b\"}\n");
    assertThatThrownBy(() -> DocumentFile.read(file))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage(
            file
                + ", line 2: expected each id once, found '1', which line 1 has: give each item an id"
                + " of its own");
    write("docs", "");
    assertThatThrownBy(() -> DocumentFile.read(file))
        .hasMessage(file + ": expected at least one item, found none");
  }

  @Test
  void unknownIdsAreCountedAndNamed() {
    Judgements judgements =
        Judgements.builder()
            .add("1", "a", 1)
            .add("1", "x", 1)
            .add("2", "x", 1)
            .add("9", "a", 1)
            .add("9", "x", 0)
            .build();
    UnknownIds unknown = UnknownIds.of(judgements, Set.of("1", "2"), Set.of("a", "b"));
    assertThat(unknown.judgements()).isEqualTo(4);
    assertThat(unknown.notes())
        .containsExactly("1 judged queries are unknown: 9", "1 judged documents are unknown: x");
    assertThat(UnknownIds.of(judgements, Set.of("1", "2", "9"), Set.of("a", "x")).notes())
        .isEmpty();
    Judgements.Builder many = Judgements.builder();
    for (int k = 1; k <= 7; k++) {
      many.add("1", "d" + k, 1);
    }
    assertThat(UnknownIds.of(many.build(), Set.of("1"), Set.of()).notes())
        .containsExactly("7 judged documents are unknown: d1, d2, d3, d4, d5, …");
  }
}

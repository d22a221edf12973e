package io.github.sors.data.feedback;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.github.sors.InvalidInputException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is wrong with a file, and the message that it gets: expected, found, where. */
class MalformedFeedbackTest {

  private static final String UBI_QUERY =
      "{'query_id': 1, 'user_query': 'x', 'query_response_hit_ids': ['a']}\n";

  @TempDir private Path folder;

  /** The forms by the method that reads them. */
  private enum Form {
    TRIPLETS,
    GROUPS,
    CLICKS,
    QRELS;

    void read(Path... files) throws IOException {
      switch (this) {
        case TRIPLETS -> FeedbackReader.triplets(files[0]);
        case GROUPS -> FeedbackReader.groups(files[0]);
        case CLICKS -> FeedbackReader.clicks(List.of(files));
        case QRELS -> FeedbackReader.qrels(files[0]);
      }
    }
  }

  /** Form, text with ' for ", message with FILE for the path. */
  static Stream<Arguments> texts() {
    return Stream.of(
        // triplets
        arguments(
            Form.TRIPLETS,
            "q a b\nq a\n",
            "FILE, line 2: expected three ids 'query positive negative', and at most a weight, found"
                + " 2 cells in 'q a'"),
        arguments(
            Form.TRIPLETS,
            "q\ta\tb\nq\t\tb\n",
            "FILE, line 2: expected three ids 'query positive negative', and at most a weight, found"
                + " a blank cell in 'q,,b'"),
        arguments(
            Form.TRIPLETS,
            "q,a,b,NaN\n",
            "FILE, line 1: expected a weight above 0 and at most 1000000.0, found 'NaN'"),
        arguments(
            Form.TRIPLETS,
            "# comment\nq a b -1\n",
            "FILE, line 2: expected a weight above 0 and at most 1000000.0, found '-1'"),
        arguments(
            Form.TRIPLETS,
            "query,positive,negative,weight\nq,a,b,2e9\n",
            "FILE, line 2: expected a weight above 0 and at most 1000000.0, found '2e9'"),
        arguments(
            Form.TRIPLETS,
            "q a b 1d\n",
            "FILE, line 1: expected a weight above 0 and at most 1000000.0, found '1d'"),
        arguments(
            Form.TRIPLETS,
            "query,positive\nq,a\n",
            "FILE, line 1: expected a header with a column for negative (one of negative,"
                + " negative_id, neg, rejected, skipped), found 'query, positive'"),
        arguments(
            Form.TRIPLETS,
            "query,positive,negative,query\nq,a,b,c\n",
            "FILE, line 1: expected each column once in the header, found 'query'"),
        arguments(
            Form.TRIPLETS,
            "query,positive,negative\nq,a,b\nq,a,b,c\n",
            "FILE, line 3: expected 3 cells as the header has (query, positive, negative), found"
                + " 4"),
        arguments(
            Form.TRIPLETS,
            "query,positive,negative\n,a,b\n",
            "FILE, line 2: expected an id in the column 'query', found a blank cell"),
        arguments(
            Form.TRIPLETS,
            "q a a\n",
            "FILE, line 1: expected two different items, found 'a' as positive and as negative"),
        arguments(
            Form.TRIPLETS,
            "# nothing\n\n",
            "FILE: expected lines of 'query positive negative', found no triplet"),
        arguments(
            Form.TRIPLETS,
            "{'query': 'q', 'positive': 'a'}\n",
            "FILE, line 1: expected the field 'negative', found query, positive"),
        arguments(
            Form.TRIPLETS,
            "{'query': 'q', 'positive': ' ', 'negative': 'b'}\n",
            "FILE, line 1: expected a text or a number in 'positive', found a blank one"),
        arguments(
            Form.TRIPLETS,
            "{'query': 'q', 'positive': ['a'], 'negative': 'b'}\n",
            "FILE, line 1: expected a text or a number in 'positive', found '[a]'"),
        arguments(
            Form.TRIPLETS,
            "{'query': 'q', 'positive': 'a', 'positive': 'c', 'negative': 'b'}\n",
            "FILE, line 1: expected each field once, found 'positive' twice"),
        arguments(
            Form.TRIPLETS,
            "{'query': 'q', 'positive': 'a', 'negative': 'b', 'weight': 0}\n",
            "FILE, line 1: expected a weight above 0 and at most 1000000.0, found '0'"),
        arguments(
            Form.TRIPLETS,
            "{'query': 'q', 'positive': 'a', 'negative': 'b'}\n{'query': 'q', 'pos",
            "FILE, line 2: expected one JSON object per line, found '{\"query\": \"q\", \"pos'"),
        arguments(
            Form.TRIPLETS,
            "q,a,'b\nq,a,b\n",
            "FILE: expected a table whose quotes are closed, found: Unclosed quoted field at end of"
                + " input (record starting at line 1)"),
        // groups
        arguments(
            Form.GROUPS,
            "apple\n",
            "FILE: expected lines of 'group<TAB>id', JSON lists of ids, or CSV with the header"
                + " group,item, found 'apple'"),
        arguments(
            Form.GROUPS,
            "g\ta\ng\ta\tb\n",
            "FILE, line 2: expected 'group<TAB>id', a JSON list of ids, or a header with group and"
                + " item, found 3 cells in 'g a b'"),
        arguments(
            Form.GROUPS,
            "g\ta\ng\t \n",
            "FILE, line 2: expected a group and the id of an item, found a blank one in 'g,'"),
        arguments(
            Form.GROUPS,
            "['a', ['b']]\n",
            "FILE, line 1: expected a text or a number in 'the list', found '[b]'"),
        arguments(
            Form.GROUPS, "['a', null]\n", "FILE, line 1: expected ids in 'the list', found null"),
        arguments(
            Form.GROUPS,
            "['a', 'b'\n",
            "FILE, line 1: expected one JSON list of ids per line, found '[\"a\", \"b\"'"),
        arguments(
            Form.GROUPS,
            "['a'] ['b']\n",
            "FILE, line 1: expected one JSON list of ids per line, found more after it in '[\"a\"]"
                + " [\"b\"]'"),
        arguments(Form.GROUPS, "[]\n", "FILE, line 1: expected a JSON list of ids, found '[]'"),
        arguments(
            Form.GROUPS,
            "\n\n",
            "FILE: expected lines of 'group<TAB>id' or JSON lists of ids, found none"),
        // clicks
        arguments(Form.CLICKS, "", "FILE: expected clicks, found no line"),
        arguments(
            Form.CLICKS,
            "{'query': 'x', 'shown': ['a'], 'clicked': ['b']}\n",
            "FILE, line 1: expected clicks on shown items, found one on 'b'"),
        arguments(
            Form.CLICKS,
            "{'query': 'x', 'shown': ['a', 'a'], 'clicked': ['a']}\n",
            "FILE, line 1: expected each shown item once, found 'a' twice"),
        arguments(
            Form.CLICKS,
            "{'query': 'x', 'shown': [{'id': 'a', 'rank': 0}], 'clicked': ['a']}\n",
            "FILE, line 1: expected a rank, a whole number from 1, found '0'"),
        arguments(
            Form.CLICKS,
            "{'query': 'x', 'shown': [{'id': 'a', 'rank': 2}, {'id': 'b', 'rank': 2}],"
                + " 'clicked': ['a']}\n",
            "FILE, line 1: expected one item per rank, found rank 2 twice"),
        arguments(
            Form.CLICKS,
            "{'query': 'x', 'shown': [{'id': 'a'}], 'clicked': ['a']}\n",
            "FILE, line 1: expected ids, or objects with id and rank, in 'shown', found"
                + " '{id=a}'"),
        arguments(
            Form.CLICKS,
            "{'query': 'x', 'shown': 'a', 'clicked': ['a']}\n",
            "FILE, line 1: expected a list of ids in 'shown', found 'a'"),
        arguments(
            Form.CLICKS,
            "{'query': 'x', 'clicked': ['a']}\n",
            "FILE, line 1: expected a list of ids in 'shown', found no such field"),
        arguments(
            Form.CLICKS,
            "{'shown': ['a'], 'clicked': ['a']}\n",
            "FILE, line 1: expected the field 'query' (or text), found shown, clicked"),
        arguments(
            Form.CLICKS,
            "{'query_id': 1, 'query': 'x', 'shown': ['a'], 'clicked': ['a']}\n"
                + "{'query_id': 1, 'query': 'y', 'shown': ['a'], 'clicked': ['a']}\n",
            "FILE, line 2: expected one text per query_id, found 'y' for '1', which was 'x'"
                + " before"),
        arguments(
            Form.CLICKS,
            "{'query': 'x', 'shown': ['a'], 'clicked': ['a'], 'time': 'noon'}\n",
            "FILE, line 1: expected a time such as 2026-11-19T08:30:00Z, or seconds or milliseconds"
                + " since 1970, found 'noon'"),
        arguments(
            Form.CLICKS,
            "{'name': 'x'}\n",
            "FILE: expected clicks (query, shown, clicked), User Behavior Insights (user_query or"
                + " action_name) or behavioral analytics (event.action), found '{\"name\":"
                + " \"x\"}'"),
        arguments(
            Form.CLICKS,
            "x,d1,1,0\n",
            "FILE, line 1: expected a header with a column for query (one of query, query_text,"
                + " search_term, user_query, anchor), found 'x, d1, 1, 0'"),
        arguments(
            Form.CLICKS,
            "query,item,clicked\nx,a,1\n",
            "FILE, line 1: expected a header with a column for rank (one of rank, position, pos,"
                + " place), found 'query, item, clicked'"),
        arguments(
            Form.CLICKS,
            "query,item,rank,clicked\nx,a,0,1\n",
            "FILE, line 2: expected a rank, a whole number from 1, found '0'"),
        arguments(
            Form.CLICKS,
            "query,item,rank,clicked\nx,a,1,maybe\n",
            "FILE, line 2: expected 0 or 1, true or false for clicked, found 'maybe'"),
        arguments(
            Form.CLICKS,
            "query,item,rank,clicked\nx,a,1\n",
            "FILE, line 2: expected 4 cells as the header has (query, item, rank, clicked), found"
                + " 3"),
        arguments(
            Form.CLICKS,
            "query,item,rank,clicked\nx, ,1,1\n",
            "FILE, line 2: expected an id in the column 'item', found a blank cell"),
        arguments(
            Form.CLICKS,
            "impression_id,query,item,rank,clicked\n7,x,a,1,1\n7,x,b,1,0\n",
            "FILE, line 3: expected each rank and each item once per impression, found rank 1 or"
                + " item 'b' again"),
        arguments(
            Form.CLICKS,
            "query,item,rank,clicked\n",
            "FILE: expected rows of clicks below the header, found none"),
        arguments(
            Form.CLICKS,
            UBI_QUERY,
            "FILE: expected the events of User Behavior Insights beside these queries, found none:"
                + " give both files, ubi_queries and ubi_events"),
        arguments(
            Form.CLICKS,
            "{'action_name': 'click', 'query_id': 1}\n",
            "FILE: expected the queries of User Behavior Insights beside these events, found none:"
                + " give both files, ubi_queries and ubi_events"),
        arguments(
            Form.CLICKS,
            "{'event': {'action': 'search'}, 'search': {'query': 'x'}}\n{'a': 1}\n",
            "FILE, line 2: expected the field 'event.action', found a"),
        // judgements
        arguments(
            Form.QRELS,
            "1 0 d1 1\n1 0 d2\n",
            "FILE, line 2: expected 'query 0 item grade', or a header with query, item and grade,"
                + " found 3 cells in '1 0 d2'"),
        arguments(
            Form.QRELS,
            "1 0 d1 good\n",
            "FILE, line 1: expected a grade, a number such as 0 or 1, found 'good'"),
        arguments(
            Form.QRELS,
            "1 0 d1 1\n1 0 d2 1\n1 0 d1 0\n",
            "FILE, line 3: expected one grade for query '1' and item 'd1', found 0 here and 1 on"
                + " line 1"),
        arguments(
            Form.QRELS,
            "query,grade\n1,1\n",
            "FILE, line 1: expected a header with a column for item (one of item, item_id, itemid,"
                + " document, document_id, doc, doc_id, docid, docno, product, product_id, sku,"
                + " object_id, corpus_id, id), found 'query, grade'"),
        arguments(
            Form.QRELS,
            "query,item,grade\n1,,1\n",
            "FILE, line 2: expected the ids of a query and of an item, found a blank one in"
                + " '1,,1'"),
        arguments(Form.QRELS, "\n", "FILE: expected judgements, 'query 0 item grade', found none"));
  }

  @ParameterizedTest
  @MethodSource("texts")
  void saysWhatWasExpectedAndFoundWhere(Form form, String text, String message) throws IOException {
    Path file = Files.writeString(folder.resolve("feedback"), text.replace('\'', '"'));
    assertThatThrownBy(() -> form.read(file))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage(message.replace("FILE", file.toString()));
  }

  @ParameterizedTest
  @MethodSource("forms")
  void refusesOtherEncodings(Form form, String text) throws IOException {
    Path file = folder.resolve("feedback");
    Files.write(file, ("\uFEFF" + text).getBytes(StandardCharsets.UTF_16LE));
    assertRefused(form, file, ": expected text in UTF-8, found UTF-16: save the file as UTF-8");
    Files.write(file, text.getBytes(StandardCharsets.UTF_16LE));
    assertRefused(
        form,
        file,
        ": expected text in UTF-8, found bytes that are zero, as in UTF-16: save the file as"
            + " UTF-8");
    Files.write(file, (text.replace('a', 'ä') + "ä\n").getBytes(StandardCharsets.ISO_8859_1));
    assertRefused(
        form, file, ": expected text in UTF-8, found bytes that are not: save the file as UTF-8");
  }

  @ParameterizedTest
  @MethodSource("forms")
  void refusesHalfAFile(Form form, String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      String last = text.lines().reduce((first, second) -> second).orElseThrow() + "\n";
      out.write((text + last.repeat(20_000)).getBytes(StandardCharsets.UTF_8));
    }
    Path file = folder.resolve("feedback.gz");
    Files.write(file, Arrays.copyOf(bytes.toByteArray(), bytes.size() - 6));
    assertThatThrownBy(() -> form.read(file))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith(file + ": ")
        .hasMessageContaining("gzip data is damaged or incomplete");
  }

  static Stream<Arguments> forms() {
    return Stream.of(
        arguments(Form.TRIPLETS, "q,a,b\n"),
        arguments(Form.GROUPS, "g\ta\ng\tb\n"),
        arguments(Form.CLICKS, "query,item,rank,clicked\nx,a,1,1\n"),
        arguments(Form.QRELS, "1 0 a 1\n"));
  }

  @Test
  void refusesTwoSearchesOfOneId() throws IOException {
    Path queries =
        Files.writeString(folder.resolve("q"), (UBI_QUERY + UBI_QUERY).replace('\'', '"'));
    Path events =
        Files.writeString(
            folder.resolve("e"), "{\"action_name\": \"click\", \"query_id\": \"1\"}\n");
    assertThatThrownBy(() -> Form.CLICKS.read(events, queries))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage(queries + ", line 2: expected each query_id once, found '1' again");
  }

  @Test
  void refusesAFileThatIsNotThere() {
    Path missing = folder.resolve("missing");
    for (Form form : Form.values()) {
      assertRefused(form, missing, ": there is no such file: check the path");
    }
  }

  private static void assertRefused(Form form, Path file, String message) {
    assertThatThrownBy(() -> form.read(file))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage(file + message);
  }
}

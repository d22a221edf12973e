package io.github.sors.data.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.InvalidInputException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ItemReaderTest {

  @TempDir Path folder;

  private static List<Item> records(Path path, ItemOptions options) throws IOException {
    ItemSource source = ItemReader.open(path, options);
    List<Item> first = new ArrayList<>();
    source.forEach(first::add);
    List<Item> second = new ArrayList<>();
    source.forEach(second::add);
    assertThat(second).as("a second pass").isEqualTo(first);
    return first;
  }

  private List<Item> recordsOf(String name, String content) throws IOException {
    return records(write(name, content), ItemOptions.DEFAULT);
  }

  private Path write(String name, String content) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, content);
  }

  @Test
  void theFoldersOfTextFilesAreTheirClasses() throws IOException {
    write("texts/tea/b.txt", "green tea");
    write("texts/tea/a.txt", "black");
    write("texts/coffee/a.txt", "");
    write("texts/coffee/.hidden", "not a text");
    Files.write(folder.resolve("texts/tea/c.txt"), "café".getBytes(StandardCharsets.ISO_8859_1));
    assertThat(records(folder.resolve("texts"), ItemOptions.DEFAULT))
        .containsExactly(
            Item.ofText("coffee/a.txt", "coffee", ""),
            Item.ofText("tea/a.txt", "tea", "black"),
            Item.ofText("tea/b.txt", "tea", "green tea"),
            Item.ofText("tea/c.txt", "tea", "café"));
  }

  @Test
  void anArchiveIsReadAsItsFolderWouldBe() throws IOException {
    Path archive = folder.resolve("texts.tar.gz");
    try (OutputStream out = Files.newOutputStream(archive);
        GZIPOutputStream compressed = new GZIPOutputStream(out);
        TarArchiveOutputStream tar = new TarArchiveOutputStream(compressed)) {
      add(tar, "data/README", "about the collection");
      add(tar, "data/tea/a.txt", "black");
      add(tar, "data/tea/._a.txt", "of a file system");
      add(tar, "data/coffee/a.txt", "white");
    }
    assertThat(records(archive, ItemOptions.DEFAULT))
        .containsExactly(
            Item.ofText("tea/a.txt", "tea", "black"),
            Item.ofText("coffee/a.txt", "coffee", "white"));
    assertThatThrownBy(() -> ItemReader.open(archive, new ItemOptions("label", null)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("which have no columns");
  }

  private static void add(TarArchiveOutputStream tar, String name, String text) throws IOException {
    byte[] content = text.getBytes(StandardCharsets.UTF_8);
    TarArchiveEntry entry = new TarArchiveEntry(name);
    entry.setSize(content.length);
    tar.putArchiveEntry(entry);
    tar.write(content);
    tar.closeArchiveEntry();
  }

  @Test
  void jsonLinesHaveColumnsOfTextsNumbersAndLists() throws IOException {
    assertThat(
            recordsOf(
                "shop.jsonl",
                """
                {"id":7,"class":"tea","title":"Grün","price":1.5,"tags":["a","2",true,null]}

                {"Class":"x","title":null,"new":true,"id":"b"}
                """))
        .containsExactly(
            new Item("7", "tea", Map.of("title", "Grün", "price", "1.5", "tags", "a 2 true ")),
            new Item("b", "x", Map.of("title", "", "new", "true")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'weights':[0.1,2]}  | expected texts in the list 'weights', found the number 0.1: call",
        "{'tags':['a',2]}     | expected texts in the list 'tags', found the number 2: call",
        "{'a':['b',['c']]}    | expected texts in the list 'a', found a list: flatten",
        "{'price':1e400}      | expected a number of at most 1.7976931348623157E308 in size in 'price', found 1e400",
        "{'price':-1e400}     | in size in 'price', found -1e400",
        "{'price':NaN}        | expected a number of at most 1.7976931348623157E308 in size in 'price', found NaN",
        "{'price':-Infinity}  | in size in 'price', found -Infinity",
        "{'text':'a','text':1}| expected one JSON object per line, found: Duplicate field 'text'"
      })
  void numbersAreNotTakenForWords(String line, String words) {
    assertThatThrownBy(
            () -> recordsOf("docs.jsonl", "{\"new\":1}\n" + line.replace('\'', '"') + "\n"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith(folder.resolve("docs.jsonl") + ", line 2: ")
        .hasMessageContaining(words);
  }

  @Test
  void aHugeNumberIsCutShort() {
    assertThatThrownBy(() -> recordsOf("a.jsonl", "{\"a\":" + "9".repeat(400) + "}\n"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageEndingWith("found " + "9".repeat(39) + "…");
  }

  @Test
  void columnsThatNobodyUsesMayHoldAnything() throws IOException {
    Path file =
        write(
            "a.jsonl",
            """
            {"id":1,"text":"tea","weights":[0.1,[2]],"a":{"b":[{}]},"huge":1e400}
            {"id":2,"text":"cup","category":["x","y"]}
            """);
    assertThat(records(file, ItemOptions.DEFAULT.withContentColumns(List.of("text"))))
        .containsExactly(
            new Item("1", "", Map.of("text", "tea", "huge", "1e400")),
            new Item("2", "x y", Map.of("text", "cup")));
    assertThatThrownBy(
            () -> records(file, ItemOptions.DEFAULT.withContentColumns(List.of("text", "weights"))))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("'weights', found the number 0.1");
  }

  @Test
  void badJsonIsToldByLine() {
    assertThatThrownBy(() -> recordsOf("a.jsonl", "{\"a\":1}\n{\"a\":\n"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("a.jsonl, line 3: expected one JSON object per line");
    assertThatThrownBy(() -> recordsOf("b.jsonl", "{\"a\":1}\n[1]\n"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("b.jsonl, line 2: expected one JSON object per line");
    assertThatThrownBy(() -> recordsOf("c.jsonl", "{\"a\":{\"b\":1}}\n"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("c.jsonl, line 1")
        .hasMessageContaining("in 'a', found a nested value");
  }

  @Test
  void csvHasTheColumnsThatItsFirstLineNames() throws IOException {
    assertThat(recordsOf("shop.csv", "\uFEFFlabel;title;name\ntea;\"a; b\";x\ncoffee;c;y\n"))
        .containsExactly(
            new Item("x", "tea", Map.of("title", "a; b")),
            new Item("y", "coffee", Map.of("title", "c")));
    assertThat(records(write("t.csv", "kind,what\nk,w\n"), new ItemOptions("kind", "what")))
        .containsExactly(new Item("w", "k", Map.of()));
  }

  @Test
  void aGivenColumnHasNoOtherRole() throws IOException {
    Path file = write("t.csv", "category,id,what\nc,i,w\n");
    assertThat(records(file, new ItemOptions(null, "category")))
        .containsExactly(new Item("c", "", Map.of("id", "i", "what", "w")));
    assertThat(records(file, new ItemOptions("id", null)))
        .containsExactly(new Item("line 2", "i", Map.of("category", "c", "what", "w")));
    assertThatThrownBy(() -> new ItemOptions("id", "id"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage("expected two columns for the label and the id, found 'id' for both");
  }

  @Test
  void badCsvIsToldByLine() throws IOException {
    assertThatThrownBy(() -> recordsOf("a.csv", "a,b\n1,2\n1,2,3\n"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("a.csv, line 3: expected 2 cells");
    Path kinds = write("b.csv", "a,b\n1,2\n");
    assertThatThrownBy(() -> records(kinds, new ItemOptions("kind", null)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("b.csv, line 2: expected the label column 'kind', found the columns");
    Files.write(folder.resolve("c.csv"), new byte[] {'a', '\n', (byte) 0xFF, '\n'});
    assertThatThrownBy(() -> records(folder.resolve("c.csv"), ItemOptions.DEFAULT))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("expected text in UTF-8");
  }

  @Test
  void aPathThatIsNotThereIsTold() {
    assertThatThrownBy(() -> ItemReader.open(folder.resolve("none"), ItemOptions.DEFAULT))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("there is no such file");
  }

  @Test
  void documentsOfTrecAreRecords() throws IOException {
    assertThat(
            recordsOf(
                "docs.sgml",
                """
                <!-- a collection -->
                <DOC>
                <DOCNO> A-1 </DOCNO>
                <TITLE>Heat &amp; flow</TITLE>
                <TEXT>
                <P>first</P> a &lt; b
                <P>second &#233; &unknown; &#0;
                </TEXT>
                </DOC>
                <doc><docno>A-2</docno><title>wings<text>of a <b>bird</b></text>\
                <text>more</text></doc><DOC id="x"><ID>A-3</ID></DOC>
                """))
        .containsExactly(
            new Item(
                "A-1",
                "",
                Map.of("title", "Heat & flow", "text", "first  a < b\n second é &unknown; &#0;")),
            new Item("A-2", "", Map.of("title", "wings", "text", "of a  bird\nmore")),
            new Item("A-3", "", Map.of()));
  }

  @Test
  void brokenDocumentsOfTrecSayWhere() throws IOException {
    assertBroken(
        "<DOC>\n<DOCNO>1</DOCNO>\n<TEXT>x</TEXT>\n",
        ", line 1: expected </DOC> after this <DOC>, found the end of the file");
    assertBroken(
        "\n<DOC>\n<DOCNO>1</DOCNO>\n<DOC>\n",
        ", line 4: expected </DOC> of the <DOC> on line 2, found <DOC>");
    assertBroken(
        "<DOC>\n<DOCNO>1</DOCNO>\n</DOC>\n<DOC><TEXT>x</TEXT></DOC>",
        ", line 4: expected <DOCNO>id</DOCNO> in this document, found none");
    assertBroken(
        "<DOC>\n<DOCNO>1</DOCNO>\n</DOC>\nwords\n", ", line 4: expected <DOC>, found 'words'");
    Path file = folder.resolve("latin.sgml");
    Files.write(file, "<DOC>\n<DOCNO>é".getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> records(file, ItemOptions.DEFAULT))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining(": expected text in UTF-8, found bytes that are not");
  }

  private void assertBroken(String content, String message) throws IOException {
    Path file = write("broken.sgml", content);
    assertThatThrownBy(() -> records(file, ItemOptions.DEFAULT))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage(file + message);
  }

  @Test
  void theUsualNamesOfIdsAreFound() throws IOException {
    assertThat(recordsOf("beir.jsonl", "{\"_id\": \"d1\", \"text\": \"x\"}"))
        .containsExactly(Item.ofText("d1", "", "x"));
  }
}

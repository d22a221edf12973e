package io.github.sors.data.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.InvalidInputException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ItemDetectorTest {

  @TempDir Path folder;

  private boolean areItems(String text, ItemOptions options, boolean alsoOfNumbers)
      throws IOException {
    Path file = Files.writeString(folder.resolve("data"), text);
    return ItemDetector.areItems(file, options, alsoOfNumbers);
  }

  private boolean areItems(String text) throws IOException {
    return areItems(text, ItemOptions.DEFAULT, false);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"id\": 1, \"text\": \"a\"}\n",
        "\n  {\"x\": 1}\n",
        "\uFEFF{\"x\": 1}\n",
        "<DOC>\n<DOCNO>1</DOCNO>\n</DOC>\n",
        "id,title\n1,green tea\n",
        "title\ttext\na\tb\n",
        "title;price\ntea;3\n",
        "id,label,title,price\n1,a,\"tea, green\",3\n",
        "title,label\n\"two\nlines\",a\n",
        "title,price\n,3\ntea,4\n"
      })
  void itemsHaveTexts(String text) throws IOException {
    assertThat(areItems(text)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "1 1:2 3:4\n2 2:1\n",
        "%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 3\n",
        "5.1,3.5,setosa\n4.9,3.0,setosa\n",
        "length,width,label\n5,3,iris\n0,2,rose\n",
        "id,length,CLASS\na,3,iris\nb,2,rose\n",
        "x,y,label\n1,nan,a\n?,-2e3,b\n",
        "x,y,label\n1,\"1,5\",a\n2,\"2,5\",b\n",
        "x,y,label\n1,2,a\n1,oops,b\n3,4,a\n"
      })
  void rowsAreNumbers(String text) throws IOException {
    assertThat(areItems(text)).isFalse();
  }

  @Test
  void theColumnsOfLabelAndIdAreNoContent() throws IOException {
    String flowers = "length,species,plot\n5,iris,p1\n0,rose,p2\n";
    assertThat(areItems(flowers)).isTrue();
    assertThat(areItems(flowers, new ItemOptions("species", null), false)).isTrue();
    assertThat(areItems(flowers, new ItemOptions("species", "plot"), false)).isFalse();
    assertThat(areItems("x,label\n1,a\n", new ItemOptions("none", null), false)).isTrue();
  }

  @Test
  void tablesOfNumbersAreItemsWhereTheyHaveToBe() throws IOException {
    assertThat(areItems("id,price\n1,2\n", ItemOptions.DEFAULT, true)).isTrue();
    assertThat(areItems("1,2\n3,4\n", ItemOptions.DEFAULT, true)).as("no header").isFalse();
    assertThat(areItems("1 1:2\n", ItemOptions.DEFAULT, true)).isFalse();
  }

  @Test
  void aLongTableIsJudgedByItsStart() throws IOException {
    String text = "id,title\n" + "1,\"green,\ntea\"\n".repeat(10_000);
    assertThat(areItems(text)).isTrue();
    assertThat(areItems("id,x\n" + "1,2\n".repeat(20_000) + "1,text\n")).isFalse();
  }

  @Test
  void foldersAndCompressedFilesToo() throws IOException {
    assertThat(ItemDetector.areItems(folder, ItemOptions.DEFAULT, false)).isTrue();
    Path packed = folder.resolve("a.jsonl.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
      out.write("{\"x\": 1}\n".getBytes(StandardCharsets.UTF_8));
    }
    assertThat(ItemDetector.areItems(packed, ItemOptions.DEFAULT, false)).isTrue();
  }

  @Test
  void whatIsNoTextIsRefused() {
    assertThatThrownBy(() -> areItems("a\u0000b,c\n"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("does not look like a text file");
    assertThatThrownBy(
            () -> ItemDetector.areItems(folder.resolve("missing"), ItemOptions.DEFAULT, false))
        .isInstanceOf(InvalidInputException.class);
  }
}

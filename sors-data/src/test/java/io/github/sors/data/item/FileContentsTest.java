package io.github.sors.data.item;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileContentsTest {

  @TempDir Path folder;

  /** In the content, {@code ~} is a line break and {@code >} a tab. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "ROWS | 1 1:0.5 7:2~2 3:1",
        "ROWS | %%MatrixMarket matrix coordinate real general~1 1 0",
        "ROWS | a,b,label~1,2,x",
        "ROWS | 5.1,3.5,1.4,0.2,setosa~4.9,3.0,1.4,0.2,setosa",
        "ROWS | 1,2,3~4,5,6",
        "ROWS | a,b~1,2",
        "ROWS | class;a;b~x;1;2",
        "ITEMS | {}",
        "ITEMS | [{}]",
        "ITEMS | <DOC>",
        "ITEMS | id,price,stock~1,2,3",
        "ITEMS | price,vector~1,[1]",
        "ITEMS | colour,price~red,2",
        "ITEMS | a,b,species~1,2,setosa",
        "ITEMS | category,price~red,2",
        "ITEMS | 1>what laws are obeyed: by wings~2>what",
        "ITEMS | id>text~2>what",
        "ITEMS | 1,red shoes,12.5,shoes~2,blue shoes,13,shoes",
        "ITEMS | a,b",
        "ITEMS | words"
      })
  void contentsAreToldFromTheFirstLines(FileContents expected, String content) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("file"),
            content.replace('~', '\n').replaceAll(content.startsWith("<") ? "\0" : ">", "\t"));
    assertThat(FileContents.of(file, ItemOptions.DEFAULT)).isEqualTo(expected);
  }

  @Test
  void aGivenColumnOfLabelsIsNoText() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "a,b,species\n1,2,setosa\n");
    assertThat(FileContents.of(file, new ItemOptions("species", null)))
        .isEqualTo(FileContents.ROWS);
  }

  @Test
  void foldersAndEmptyFilesAreForTheReaderOfItems() throws IOException {
    assertThat(FileContents.of(folder, ItemOptions.DEFAULT)).isEqualTo(FileContents.ITEMS);
    Path empty = Files.createFile(folder.resolve("empty"));
    assertThat(FileContents.of(empty, ItemOptions.DEFAULT)).isEqualTo(FileContents.ITEMS);
  }
}

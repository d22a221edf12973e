package io.github.sors.data.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.InvalidInputException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of files that cannot be read, word by word. */
class MalformedItemsTest {

  @TempDir Path folder;

  private Path write(String name, byte[] content) throws IOException {
    return Files.write(folder.resolve(name), content);
  }

  private void assertRefused(Path file, ItemOptions options, String message) {
    assertThatThrownBy(() -> ItemReader.read(List.of(file), options))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage(message.replace("FILE", file.toString()));
  }

  private void assertRefused(Path file, String message) {
    assertRefused(file, ItemOptions.DEFAULT, message);
  }

  /** In the content, {@code '} is a quotation mark, {@code ~} a line break and {@code >} a tab. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // ids
        "{'id':'a'}~{'id':'b'}~{'id':'a'} | FILE, line 3: expected each id once, found 'a', which"
            + " line 1 has: give each item an id of its own",
        "id,title~1,a~2,b~1,c | FILE, line 4: expected each id once, found '1', which line 2 has:"
            + " give each item an id of its own",
        "1>a~2>b~1>c | FILE, line 3: expected each id once, found '1', which line 1 has:"
            + " give each item an id of its own",
        "<DOC><DOCNO>1</DOCNO></DOC>~<DOC><DOCNO>1</DOCNO></DOC> | FILE, line 2: expected each id"
            + " once, found '1', which line 1 has: give each item an id of its own",
        "{'id':'a'}~{'id':' '} | FILE, line 2: expected an id in 'id', found none: give each item an"
            + " id",
        "{'id':'a'}~{'title':'x'} | FILE, line 2: expected an id in 'id', as in line 1, found none:"
            + " give each item an id",
        "{'title':'x'}~{'id':'a'} | FILE, line 2: found the id 'a', but line 1 has none: give each"
            + " item an id",
        "id,title~1,a~,b | FILE, line 3: expected an id in 'id', found none: give each item an id",
        "1>a~ >b | FILE, line 2: expected an id, found '': give each item an id",
        "{'id':[1]} | FILE, line 1: expected texts in the list 'id', found the number 1: call the"
            + " field 'vector' if it is the embedding, put numbers that are words into quotes, or"
            + " leave the field out",
        // vectors
        "{'id':1,'vector':[1,2]}~{'id':2,'vector':[1,2,3]} | FILE, line 2: expected 2 numbers in"
            + " 'vector', found 3: take all vectors from one model",
        "id,embedding~1,'[1,2]'~2,'[1]' | FILE, line 3: expected 2 numbers in 'embedding', found 1: take all"
            + " vectors from one model",
        "{'id':1,'vector':[1,NaN]} | FILE, line 1: expected finite numbers of 32 bits in 'vector',"
            + " found NaN as number 2: compute the vector of this item again, or leave it out",
        "{'id':1,'vector':[-Infinity]} | FILE, line 1: expected finite numbers of 32 bits in"
            + " 'vector', found -Infinity as number 1: compute the vector of this item again, or"
            + " leave it out",
        "{'id':1,'vector':[1e39]} | FILE, line 1: expected finite numbers of 32 bits in 'vector',"
            + " found 1e39 as number 1: compute the vector of this item again, or leave it out",
        "{'id':1,'vector':[0,0.0,-0]} | FILE, line 1: expected a number other than 0 in 'vector',"
            + " found only zeros: compute the vector of this item again, or leave it out",
        "{'id':1,'vector':[]} | FILE, line 1: expected numbers in 'vector', found none: leave it empty"
            + " if there is no vector",
        "{'id':1,'vector':[1,'a']} | FILE, line 1: expected numbers in 'vector', found the text 'a'",
        "{'id':1,'vector':[1,null]} | FILE, line 1: expected numbers in 'vector', found null",
        "{'id':1,'vector':{'0':1}} | FILE, line 1: expected a list of numbers in 'vector', found a"
            + " nested value",
        "{'id':1,'vector':[1],'embedding':[1]} | FILE, line 1: expected one column of vectors, found"
            + " 'vector' and 'embedding': leave one of them out",
        "{'id':1,'weights':[1,2]} | FILE, line 1: expected texts in the list 'weights', found the"
            + " number 1: call the field 'vector' if it is the embedding, put numbers that are words"
            + " into quotes, or leave the field out",
        "id;vector~1;[1,nan] | FILE, line 2: expected finite numbers of 32 bits in 'vector', found"
            + " nan as number 2: compute the vector of this item again, or leave it out",
        "id;vector~1;[1,x] | FILE, line 2: expected numbers in 'vector', found 'x'",
        "id;vector~1;[1,] | FILE, line 2: expected a number after the last comma in 'vector', found"
            + " none",
        "id;vector~1;0.5 | FILE, line 2: expected numbers in brackets, such as [0.1,0.2], in"
            + " 'vector', found '0.5'",
        "id;vector~1;[0.1 ... 0.2] | FILE, line 2: expected all numbers in 'vector', found '...': the"
            + " program that wrote the file left numbers out, write it again with the whole list",
        "id;weights~1;[0.1,0.2] | FILE, line 2: expected a text or a number in 'weights', found the"
            + " list of numbers [0.1,0.2]: call the column 'vector' if it is the embedding, or leave"
            + " it out",
        "1>[0.1,0.2] | FILE, line 1: expected a text after the tab, found the numbers [0.1,0.2]: put"
            + " the line id<TAB>vector before the items",
        // half files, and files of something else
        "{'id':'a'}~{'id':'b','ti | FILE, line 2: expected one JSON object per line, found the end of"
            + " the file: it is cut short, get it again",
        "[{'id':'a'},~{'id':'b'} | FILE, line 2: expected one JSON object per line, found the end of"
            + " the file: it is cut short, get it again",
        "[{'id':'a'}]~{'id':'b'} | FILE, line 2: expected the end of the file after the array, found a"
            + " nested value",
        "{'id':'a'}~[1] | FILE, line 2: expected one JSON object per line, found a list",
        "{'id':'a','text':'b','text':'c'} | FILE, line 1: expected one JSON object per line, found:"
            + " Duplicate field 'text'",
        "{'id':'a','price':{'eur':1}} | FILE, line 1: expected a text, a number or a list of texts in"
            + " 'price', found a nested value: flatten it first",
        "id,title~1,a~2 | FILE, line 3: expected 2 cells, as the first line has names, found 1: put"
            + " quotes around cells with the separator in them",
        "1,red shoes,12.5~2,blue shoes,13 | FILE, line 1: expected the names of the columns, found"
            + " '1': put a line such as id,title,text before the items",
        "id,title,~1,a,b | FILE, line 1: expected the names of the columns, found no name for column"
            + " 3: put a line such as id,title,text before the items",
        "id,title,title~1,a,b | FILE, line 1: expected different names of columns, found 'title'"
            + " twice: rename one of them",
        "id,title | FILE: expected at least one item, found none",
        "~ ~ | FILE: expected at least one item, found none",
        "1>a~2 b | FILE, line 2: expected id<TAB>text, as in the first line, found no tab in '2 b'",
        "1 1:0.5 7:2~2 3:1 | FILE: expected items with ids, found LIBSVM, rows of numbers: give JSON"
            + " lines, CSV with the names of the columns, or a NumPy file"
      })
  void textsAreRefused(String content, String message) throws IOException {
    String text =
        content
            .replace('\'', '"')
            .replace('~', '\n')
            .replaceAll(content.startsWith("<") ? "\0" : ">", "\t");
    assertRefused(write("items", text.getBytes(StandardCharsets.UTF_8)), message);
  }

  @Test
  void bytesThatAreNoTextAreRefused() throws IOException {
    assertRefused(
        write("a", "id,title\n1,a\n".getBytes(StandardCharsets.UTF_16)),
        "FILE: expected text in UTF-8, found UTF-16: save it as UTF-8, for example with iconv -f"
            + " UTF-16 -t UTF-8");
    assertRefused(
        write("b", "{\"id\":\"a\"}".getBytes(StandardCharsets.UTF_16LE)),
        "FILE: expected text in UTF-8, found UTF-16: save it as UTF-8, for example with iconv -f"
            + " UTF-16 -t UTF-8");
    assertRefused(
        write("c", new byte[] {'i', 'd', 0, 0, 0, 1}),
        "FILE: expected text in UTF-8, found the byte 0x00: this does not look like a text file");
    assertRefused(
        write("d", "id,title\n1,caf\u00e9\n".getBytes(StandardCharsets.ISO_8859_1)),
        "FILE, after line 0: expected text in UTF-8, found bytes that are not: save the file as"
            + " UTF-8");
    assertRefused(
        write("e", "PAR1\0\0".getBytes(StandardCharsets.US_ASCII)),
        "FILE: expected text in UTF-8, found Parquet: write it as JSON lines or CSV first, for"
            + " example with DuckDB: COPY (FROM 'items.parquet') TO 'items.jsonl' (FORMAT json)");
    assertRefused(
        write("f", new byte[] {'P', 'K', 3, 4, 0, 0}),
        "FILE: expected text in UTF-8, found a ZIP archive: unpack it, save a workbook as CSV, and"
            + " save arrays one by one with numpy.save");
    assertRefused(write("h", new byte[0]), "FILE: expected at least one item, found none");
    assertRefused(folder.resolve("none"), "FILE: there is no such file: check the path");
    assertRefused(
        Files.createDirectory(folder.resolve("empty")),
        "FILE: expected at least one item, found none");
    Path texts = Files.createDirectory(folder.resolve("texts"));
    Files.write(texts.resolve("a.png"), new byte[] {(byte) 0x89, 'P', 'N', 'G', 0, 0});
    assertRefused(
        texts,
        "FILE, a.png: expected text in UTF-8, found the byte 0x00: this does not look like a text"
            + " file");
  }

  @Test
  void halfACompressedFileIsRefused() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write("{\"id\":\"a\",\"text\":\"a long text\"}\n".getBytes(StandardCharsets.UTF_8));
    }
    assertIncomplete(write("a.gz", Arrays.copyOf(bytes.toByteArray(), bytes.size() - 12)), "gzip");
    assertIncomplete(
        write("a.zst", new byte[] {0x28, (byte) 0xB5, 0x2F, (byte) 0xFD, 4, 0}), "zstd");
  }

  private static void assertIncomplete(Path file, String compression) {
    assertThatThrownBy(() -> ItemReader.read(file))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith(file + ": the " + compression + " data is damaged or incomplete (")
        .hasMessageEndingWith("): get the file again");
  }

  private Path numpy(String name, float... column) throws IOException {
    String header =
        "{'descr': '<f4', 'fortran_order': False, 'shape': (" + column.length + ", 1), }";
    ByteBuffer bytes =
        ByteBuffer.allocate(10 + header.length() + 4 * column.length)
            .order(ByteOrder.LITTLE_ENDIAN);
    bytes.put((byte) 0x93).put("NUMPY\1\0".getBytes(StandardCharsets.US_ASCII));
    bytes.putShort((short) header.length()).put(header.getBytes(StandardCharsets.US_ASCII));
    for (float number : column) {
      bytes.putFloat(number);
    }
    return write(name, bytes.array());
  }

  @Test
  void filesBesideItemsHaveToFit() throws IOException {
    Path items = write("items.jsonl", "{\"id\":1}\n{\"id\":2}\n".getBytes(StandardCharsets.UTF_8));
    for (int rows : new int[] {1, 3}) {
      float[] column = new float[rows];
      Arrays.fill(column, 1);
      Path vectors = numpy("vectors.npy", column);
      assertRefused(
          items,
          ItemOptions.DEFAULT.withVectors(vectors),
          vectors + ": expected 2 rows, one per item, found " + rows);
    }
    Path own = write("own.jsonl", "{\"id\":1,\"vector\":[1]}".getBytes(StandardCharsets.UTF_8));
    Path vectors = numpy("vectors.npy", 1);
    assertRefused(
        own,
        ItemOptions.DEFAULT.withVectors(vectors),
        "FILE, line 1: expected no vector beside those of "
            + vectors
            + ", found 'vector': leave one of them out");
    assertRefused(
        numpy("nan.npy", 1, Float.NaN),
        "FILE: expected finite numbers of 32 bits, found NaN in row 1, column 0, both counted from"
            + " 0: compute the embedding of this item again");
    Path ids = write("ids", "a\nb\na\n".getBytes(StandardCharsets.UTF_8));
    assertRefused(
        numpy("three.npy", 1, 2, 3),
        ItemOptions.DEFAULT.withIds(ids),
        "FILE, row 2: expected each id once, found 'a', which row 0 has: give each item an id of its"
            + " own");
    assertRefused(
        numpy("two.npy", 1, 2),
        ItemOptions.DEFAULT.withIds(ids),
        ids + ": expected 2 ids, one per row, found 3");
    assertRefused(
        items,
        ItemOptions.DEFAULT.withIds(ids),
        "FILE: expected an array of NumPy with the ids of "
            + ids
            + ", found items that have ids of their own: leave out the file of ids");
    assertRefused(
        items,
        ItemOptions.DEFAULT.withVectorColumn("v"),
        "FILE: expected vectors in 'v', found no item that has one: check the name of the column");
  }

  @Test
  void twoFilesAreNamedBoth() throws IOException {
    Path first = write("a.csv", "id,title\n1,a\n2,b\n".getBytes(StandardCharsets.UTF_8));
    Path second = write("b.jsonl", "{\"id\":3}\n{\"id\":2}\n".getBytes(StandardCharsets.UTF_8));
    assertThatThrownBy(() -> ItemReader.read(List.of(first, second), ItemOptions.DEFAULT))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage(
            second
                + ", line 2: expected each id once, found '2', which "
                + first
                + ", line 3 has: give each item an id of its own");
  }

  @Test
  void itemsInMemoryAreCheckedToo() {
    Item one = Item.ofText("a", "", "x");
    assertThatThrownBy(() -> Items.of(List.of(one, one)))
        .hasMessage(
            "item 1: expected each id once, found 'a', which item 0 has: give each item an id of its"
                + " own");
    assertThatThrownBy(
            () ->
                Items.of(
                    List.of(
                        one.withVector(new float[] {1, 2}),
                        new Item("b", "", one.fields(), new float[] {1}))))
        .hasMessage(
            "item 1: expected 2 numbers in 'vector', found 1: take all vectors from one model");
    assertThatThrownBy(() -> Items.of(List.of(Item.ofText(" ", "", "x"))))
        .hasMessage("item 0: expected an id, found ' ': give each item an id");
    assertThat(Items.of(List.of()).size()).isZero();
  }
}

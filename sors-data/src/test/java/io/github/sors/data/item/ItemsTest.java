package io.github.sors.data.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.airlift.compress.zstd.ZstdOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

class ItemsTest {

  private static final int COUNT = 200;
  private static final int DIMENSION = 24;

  @TempDir Path folder;

  private static List<Item> generated() {
    Random random = new Random(3);
    List<Item> items = new ArrayList<>();
    for (int i = 0; i < COUNT; i++) {
      float[] vector = new float[DIMENSION];
      for (int k = 0; k < DIMENSION; k++) {
        vector[k] = (float) (random.nextGaussian() * Math.pow(10, random.nextInt(12) - 6));
      }
      items.add(
          new Item(
              "i" + i,
              "class " + i % 3,
              Map.of("title", "Grün, \"item\" " + i, "price", i + ".5"),
              vector));
    }
    return items;
  }

  private static String numbers(Item item, String separator) {
    List<String> numbers = new ArrayList<>();
    for (float number : item.vector()) {
      numbers.add(Float.toString(number));
    }
    return String.join(separator, numbers);
  }

  private static String json(Item item, boolean withVector) {
    return String.format(
        Locale.ROOT,
        "{\"id\":\"%s\",\"label\":\"%s\",\"title\":\"%s\",\"price\":%s%s}",
        item.id(),
        item.label(),
        item.fields().get("title").replace("\"", "\\\""),
        item.fields().get("price"),
        withVector ? ",\"vector\":[" + numbers(item, ", ") + "]" : "");
  }

  private static String csv(Item item, String brackets, String separator) {
    return String.format(
        Locale.ROOT,
        "%s,%s,\"%s\",%s,\"%c%s%c\"%n",
        item.id(),
        item.label(),
        item.fields().get("title").replace("\"", "\"\""),
        item.fields().get("price"),
        brackets.charAt(0),
        numbers(item, separator),
        brackets.charAt(1));
  }

  private Path numpy(List<Item> items) throws IOException {
    String header =
        "{'descr': '<f4', 'fortran_order': False, 'shape': ("
            + items.size()
            + ", "
            + DIMENSION
            + "), }";
    ByteBuffer bytes =
        ByteBuffer.allocate(10 + header.length() + 4 * DIMENSION * items.size())
            .order(ByteOrder.LITTLE_ENDIAN);
    bytes.put((byte) 0x93).put("NUMPY\1\0".getBytes(StandardCharsets.US_ASCII));
    bytes.putShort((short) header.length()).put(header.getBytes(StandardCharsets.US_ASCII));
    for (Item item : items) {
      for (float number : item.vector()) {
        bytes.putFloat(number);
      }
    }
    return Files.write(folder.resolve("vectors.npy"), bytes.array());
  }

  private Path write(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content);
  }

  private static Items read(Path file, ItemOptions options) throws IOException {
    return ItemReader.read(List.of(file), options);
  }

  @Test
  void theSameItemsAreEqualInEveryFormat() throws IOException {
    List<Item> items = generated();
    Items expected = Items.of(items);
    StringBuilder lines = new StringBuilder();
    StringBuilder plain = new StringBuilder();
    StringBuilder quoted = new StringBuilder("id,label,title,price,vector\n");
    StringBuilder frame = new StringBuilder(",id,label,title,price,embedding\n");
    for (Item item : items) {
      lines.append(json(item, true)).append('\n');
      plain.append(json(item, false)).append('\n');
      quoted.append(csv(item, "[]", ","));
      frame.append(frame.length()).append(',').append(csv(item, "{}", "  "));
    }
    String array = "[" + lines.toString().strip().replace("\n", ",\n") + "]";

    assertThat(ItemReader.read(write("a.jsonl", lines.toString()))).isEqualTo(expected);
    assertThat(ItemReader.read(write("a.json", array))).isEqualTo(expected);
    assertThat(ItemReader.read(write("a.csv", quoted.toString()))).isEqualTo(expected);
    assertThat(ItemReader.read(write("frame.csv", frame.toString()))).isEqualTo(expected);
    Path vectors = numpy(items);
    assertThat(read(write("b.jsonl", plain.toString()), ItemOptions.DEFAULT.withVectors(vectors)))
        .isEqualTo(expected);
    Path ids = write("ids", String.join("\n", items.stream().map(Item::id).toList()));
    Items rows = read(vectors, ItemOptions.DEFAULT.withIds(ids));
    assertThat(rows)
        .isEqualTo(
            Items.of(items.stream().map(i -> new Item(i.id(), "", Map.of(), i.vector())).toList()));
    assertThat(ItemReader.read(vectors).get(7).id()).isEqualTo("7");
  }

  @Test
  void compressionsAreUndone() throws IOException {
    byte[] content = "{\"id\":\"a\",\"text\":\"tea\"}\n".getBytes(StandardCharsets.UTF_8);
    Path gzip = folder.resolve("a.gz");
    Path bzip2 = folder.resolve("a.bz2");
    Path xz = folder.resolve("a.xz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(gzip))) {
      out.write(content);
    }
    try (OutputStream out = new BZip2CompressorOutputStream(Files.newOutputStream(bzip2), 1)) {
      out.write(content);
    }
    try (OutputStream out = new XZOutputStream(Files.newOutputStream(xz), new LZMA2Options(0))) {
      out.write(content);
    }
    Path zstd = folder.resolve("a.zst");
    try (OutputStream out = new ZstdOutputStream(Files.newOutputStream(zstd))) {
      out.write(content);
    }
    for (Path file : List.of(gzip, bzip2, xz, zstd)) {
      assertThat(ItemReader.read(file).asList()).containsExactly(Item.ofText("a", "", "tea"));
    }
  }

  @Test
  void queriesAreItemsWithAText() throws IOException {
    List<Item> expected =
        List.of(Item.ofText("1", "", "heat transfer"), Item.ofText("q-2", "", "wing\tbody"));
    assertThat(
            ItemReader.read(write("a", "\uFEFF1\theat transfer\r\n\r\nq-2\twing\tbody\n")).asList())
        .isEqualTo(expected);
    assertThat(
            ItemReader.read(
                    write(
                        "b",
                        """
                        {"query_id": 1, "query": "heat transfer"}
                        {"query_id": "q-2", "query": "wing\\tbody"}
                        """))
                .asList())
        .isEqualTo(expected);
    assertThat(
            ItemReader.read(write("c", "query_id\tquery\n1\theat transfer\nq-2\t\"wing\tbody\"\n"))
                .asList())
        .isEqualTo(expected);
  }

  @Test
  void whatWasReadIsTold() throws IOException {
    Items items =
        ItemReader.read(
            write(
                "shop.jsonl",
                """
                {"sku": "a", "title": "tea", "category": "drinks", "embedding": [1, 2]}
                {"sku": "b", "title": " ", "brand": "x"}
                {"sku": "c", "embedding": "[3, 4]"}
                {"sku": "d", "embedding": null}
                """));
    assertThat(items.notes())
        .containsExactly(
            "4 items: 2 with text, 1 with a label, 2 with a vector of 2 numbers",
            "id from 'sku'; label from 'category'; vector from 'embedding'; fields 'title' of 1,"
                + " 'brand' of 1",
            "no vector: b, d");
    assertThat(items.dimension()).isEqualTo(2);
    assertThat(items.hasVectors()).isTrue();
    assertThat(items.number("c")).isEqualTo(2);
    assertThat(items.number("x")).isEqualTo(-1);
    assertThat(items.get(2).vector()).containsExactly(3, 4);
    assertThat(items.fields()).isEqualTo(Map.of("title", 1, "brand", 1));
  }

  @Test
  void aColumnThatIsNumberedByAFrameIsTheIdIfThereIsNoOther() throws IOException {
    assertThat(ItemReader.read(write("a.csv", ",title\n0,tea\n1,cup\n")).asList())
        .containsExactly(
            new Item("0", "", Map.of("title", "tea")), new Item("1", "", Map.of("title", "cup")));
  }

  @Test
  void cranfieldHasItsSizes() throws IOException {
    String given = System.getenv("SORS_DATA");
    Path data = given == null ? Path.of("..", "..", "shared", "data") : Path.of(given);
    assumeTrue(
        Files.isDirectory(data.resolve("ir/cran")) && Files.isDirectory(data.resolve("embeddings")),
        "no data sets in " + data + ": set SORS_DATA to their folder");
    Items documents =
        read(
            data.resolve("ir/cran/docs.jsonl.gz"),
            ItemOptions.DEFAULT.withVectors(data.resolve("embeddings/cran-docs.npy")));
    assertThat(documents.notes())
        .containsExactly(
            "1,400 items: 1,398 with text, none with a label, all with a vector of 384 numbers",
            "id from 'id'; vectors from cran-docs.npy; fields 'title' of 1,398, 'text' of 1,398");
    Items queries =
        read(
            data.resolve("ir/cran/queries.tsv"),
            ItemOptions.DEFAULT.withVectors(data.resolve("embeddings/cran-queries.npy")));
    assertThat(queries.size()).isEqualTo(225);
    assertThat(queries.get(0).fields()).containsOnlyKeys(Item.TEXT);
    assertThat(queries.dimension()).isEqualTo(384);
  }
}

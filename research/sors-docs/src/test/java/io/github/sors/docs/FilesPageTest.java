package io.github.sors.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import io.github.sors.cli.SorsCommand;
import io.github.sors.console.CommandFrame;
import io.github.sors.embedding.Adapter;
import io.github.sors.embedding.EmbeddingSpace;
import io.github.sors.io.ModelFile;
import io.github.sors.learn.Algorithm;
import io.github.sors.learn.Checkpoint;
import io.github.sors.learn.Learners;
import io.github.sors.learn.OnlineLearner;
import io.github.sors.server.HttpServer;
import io.github.sors.server.SorsService;
import io.github.sors.server.collection.CollectionLimits;
import io.github.sors.server.collection.CollectionSettings;
import io.github.sors.server.http.RequestLimits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files as written are what docs/reference/files.md says: this test knows nothing but the page. */
class FilesPageTest {

  private static final Pattern ROW = Pattern.compile("(?m)^\\| `(\\w+)` \\| (.*) \\|$");
  private static final Pattern FIELD =
      Pattern.compile(
          "(\\w+)? ?\\((?:([\\w ]+?)( \\+ 1)? × )?(int|long|float|double|string|map)\\)");

  @TempDir Path folder;

  private String page;

  @BeforeEach
  void readPage() throws IOException {
    page = Files.readString(ProjectPages.ROOT.resolve("docs/reference/files.md"));
    PageFiles.write("docs/reference/files.md", folder);
  }

  @Test
  void models() throws IOException {
    sors("train", "rows.libsvm", "--algorithm", "adasors-2", "--rounds", "50");
    Set<String> seen = read("rows.libsvm.out", 1, "Model");
    sors("train", "rows.libsvm", "--algorithm", "encoder", "--rounds", "50");
    seen.addAll(read("rows.libsvm.out", 1, "Model"));
    sors("train", "reviews.csv", "--algorithm", "sors-1", "--rounds", "50");
    seen.addAll(read("reviews.csv.out", 1, "Model"));
    ModelFile.write(
        Adapter.identity(new EmbeddingSpace("bge-small", 3)), folder.resolve("adapter.sors"));
    seen.addAll(read("adapter.sors", 1, "Model"));

    assertThat(sections("Model").keySet()).containsAll(seen);
    // only where queries and items have features of their own, which no command makes
    seen.add("itemRows");
    assertThat(seen).containsAll(sections("Model").keySet());
  }

  @Test
  void checkpoints() throws IOException {
    OnlineLearner learner = Algorithm.parse("adasors-2").create(Map.of());
    for (int k = 0; k < 100; k++) {
      learner.learn(
          new Triplet(
              SparseVector.of(new int[] {k % 7, 20}, new float[] {1, 1}),
              SparseVector.of(new int[] {k % 5, 30}, new float[] {1, 1}),
              SparseVector.of(new int[] {9, 40}, new float[] {1, 1})));
    }
    new Checkpoint(learner, Map.of("data", "rows")).write(folder.resolve("learner.checkpoint"));

    assertThat(read("learner.checkpoint", 2, "Checkpoint"))
        .isEqualTo(sections("Checkpoint").keySet());
  }

  @Test
  void checkpointsOfEncoders() throws IOException {
    Path file = folder.resolve("encoder.checkpoint");
    OnlineLearner learner = Learners.create("encoder", Map.of("k", "8"));
    learner.learn(
        new Triplet(
            SparseVector.of(new int[] {1, 20}, new float[] {1, 1}),
            SparseVector.of(new int[] {2, 20}, new float[] {1, 1}),
            SparseVector.of(new int[] {3}, new float[] {1})));
    new Checkpoint(learner, Map.of()).write(file);

    List<Section> sections = container(file, 2);

    assertThat(sections)
        .extracting(Section::name)
        .containsExactly("learner", "progress", "queryRows");
    assertThat(page).contains("the section `queryRows`, ");
    ByteBuffer rows = sections.get(2).content;
    assertThat(rows.getInt()).isEqualTo(21);
    int count = rows.getInt();
    assertThat(count).isEqualTo(4);
    assertThat(rows.remaining())
        .isEqualTo(count * (Integer.BYTES + Double.BYTES + 8 * Float.BYTES));
  }

  @Test
  void sectionsOfAnIndex() throws IOException {
    sors("train", "reviews.csv", "--algorithm", "sors-1", "--rounds", "50");
    Path model = folder.resolve("reviews.sors");
    Files.move(folder.resolve("reviews.csv.out"), model);
    sors("index", "reviews.csv", "--model", model.toString());

    for (Section section : container(folder.resolve("reviews.csv.out"), 3)) {
      assertThat(group("(?s)(An index is kind 3.*?)\n\n")).contains("`" + section.name + "`");
    }
  }

  @Test
  void logsOfCollections() throws Exception {
    Path collection = folder.resolve("collection");
    try (SorsService service =
        SorsService.start(
            collection,
            CollectionSettings.DEFAULT,
            null,
            CollectionLimits.DEFAULT,
            null,
            new HttpServer.Options("127.0.0.1", 0, null, false, true, RequestLimits.DEFAULT))) {
      post(service, "items", "{\"id\": \"a\", \"text\": \"red\"}");
      post(service, "items", "{\"id\": \"b\", \"text\": \"blue\"}");
      post(
          service,
          "feedback",
          "{\"query\": {\"text\": \"x\"}, \"better\": \"a\", \"worse\": \"b\"}");
      post(service, "feedback/undo", "{}");
      post(service, "versions", "{\"name\": \"good\"}");
    }
    Path log;
    try (Stream<Path> files = Files.list(collection)) {
      log = files.filter(file -> file.toString().endsWith(".sorslog")).findFirst().orElseThrow();
    }
    assertThat(log.getFileName().toString()).isEqualTo("log-0000000000000000001.sorslog");
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(log));
    assertThat(ascii(bytes, 8)).isEqualTo("SORSLOG1");
    assertThat(page).contains("`SORSLOG1`");
    byte[] mark = HexFormat.ofDelimiter(" ").parseHex(group("mark ([0-9A-F ]{11})"));
    List<Integer> kinds = new ArrayList<>();
    while (bytes.hasRemaining()) {
      assertThat(take(bytes, 4)).isEqualTo(mark);
      int start = bytes.position();
      int length = bytes.getInt();
      int checksum = bytes.getInt();
      assertThat(bytes.getLong()).as("number").isEqualTo(kinds.size() + 1);
      assertThat(bytes.getLong()).as("first of its group").isBetween(1L, kinds.size() + 1L);
      byte[] payload = take(bytes, length);
      CRC32C crc = new CRC32C();
      crc.update(bytes.array(), start, 4);
      crc.update(bytes.array(), start + 8, 16 + length);
      assertThat(checksum).isEqualTo((int) crc.getValue());
      assertThat(page).containsPattern("(?m)^\\| " + payload[0] + ", ");
      kinds.add((int) payload[0]);
    }
    assertThat(kinds).containsExactly(1, 2, 2, 4, 5, 9);
  }

  private static void post(SorsService service, String path, String body) throws Exception {
    HttpResponse<String> response =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + service.port() + "/api/" + path))
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(body))
                    .build(),
                HttpResponse.BodyHandlers.ofString());
    assertThat(response.statusCode()).as(response.body()).isBetween(200, 299);
  }

  /** Runs a command on a file of the folder; what it writes is called like that, with .out. */
  private void sors(String command, String input, String... options) {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(printed, true, StandardCharsets.UTF_8);
    Path file = folder.resolve(input);
    List<String> words = new ArrayList<>(List.of(command, file.toString()));
    words.add(command.equals("train") ? "--model" : "--output");
    words.add(file + ".out");
    words.addAll(List.of(options));
    int code = SorsCommand.run(new CommandFrame(stream, stream), words.toArray(String[]::new));
    assertThat(code).as(printed.toString(StandardCharsets.UTF_8)).isZero();
  }

  /** Reads a file by the tables below a heading of the page; returns the names of its sections. */
  private Set<String> read(String file, int kind, String heading) throws IOException {
    Map<String, String> described = sections(heading);
    Map<String, Integer> counts = new HashMap<>();
    Set<String> names = new LinkedHashSet<>();
    for (Section section : container(folder.resolve(file), kind)) {
      String content = described.get(section.name);
      assertThat(content).as("section %s on the page", section.name).isNotNull();
      if (content.startsWith("the same")) {
        content = described.get("queryRows");
      }
      decode(section, content, counts);
      assertThat(section.content.remaining())
          .as("bytes of %s that '%s' leaves", section.name, content)
          .isZero();
      names.add(section.name);
    }
    return names;
  }

  private static void decode(Section section, String content, Map<String, Integer> counts) {
    ByteBuffer bytes = section.content;
    if (section.name.equals("rowFeatures")) {
      counts.put("met", bytes.remaining() / Integer.BYTES);
    }
    if (section.name.equals("rowStarts")) {
      counts.put("entries", (int) bytes.getLong(bytes.limit() - Long.BYTES));
    }
    counts.put("all", bytes.remaining() / Integer.BYTES);
    if (content.startsWith("per row: ")) {
      for (int row = 0; row < counts.get("met"); row++) {
        decodeFields(bytes, content, counts);
      }
    } else if (content.startsWith("until a 0 (int): ")) {
      while (bytes.getInt() != 0) {
        decodeFields(bytes, content.substring("until a 0 (int): ".length()), counts);
      }
    } else {
      decodeFields(bytes, content, counts);
    }
  }

  private static void decodeFields(ByteBuffer bytes, String content, Map<String, Integer> counts) {
    Matcher field = FIELD.matcher(content);
    while (field.find()) {
      int times = 1;
      if (field.group(2) != null) {
        for (String factor : field.group(2).split(" ", -1)) {
          times *= factor.matches("\\d+") ? Integer.parseInt(factor) : counts.get(factor);
        }
        times += field.group(3) == null ? 0 : 1;
      }
      for (int k = 0; k < times; k++) {
        switch (field.group(4)) {
          case "int" -> {
            int value = bytes.getInt();
            if (field.group(2) == null && field.group(1) != null) {
              counts.put(field.group(1), value);
            }
          }
          case "long" -> bytes.getLong();
          case "float" -> assertThat(bytes.getFloat()).isFinite();
          case "double" -> assertThat(bytes.getDouble()).isFinite();
          case "string" -> string(bytes);
          default -> {
            for (int pairs = bytes.getInt(); pairs > 0; pairs--) {
              string(bytes);
              string(bytes);
            }
          }
        }
      }
    }
  }

  private static void string(ByteBuffer bytes) {
    String text = new String(take(bytes, bytes.getInt()), StandardCharsets.UTF_8);
    assertThat(text).doesNotContain("\uFFFD", "\0");
  }

  /** What the tables below a heading of the page say, by the names of the sections. */
  private Map<String, String> sections(String heading) {
    String part = group("(?s)(\n## " + heading + ".*?)\n## ");
    Map<String, String> found = new LinkedHashMap<>();
    Matcher row = ROW.matcher(part);
    while (row.find()) {
      found.put(row.group(1), row.group(2));
    }
    return found;
  }

  private String group(String pattern) {
    Matcher matcher = Pattern.compile(pattern).matcher(page);
    assertThat(matcher.find()).as("%s on the page", pattern).isTrue();
    return matcher.group(1);
  }

  private record Section(String name, ByteBuffer content) {}

  /** Takes a container apart as the first lines of the page say. */
  private List<Section> container(Path file, int kind) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    assertThat(take(bytes, 8))
        .isEqualTo(HexFormat.ofDelimiter(" ").parseHex(group("magic ([0-9A-F ]{23})")));
    assertThat(bytes.getInt()).isEqualTo(Integer.parseInt(group("version \\(int, (\\d+)\\)")));
    assertThat(bytes.getInt()).isEqualTo(kind);
    assertThat(page).containsPattern("\\b" + kind + " = \\w");
    List<Section> sections = new ArrayList<>();
    while (true) {
      int start = bytes.position();
      String name = ascii(bytes, 16).replace("\0", "");
      int length = (int) bytes.getLong();
      assertThat(bytes.position() % 8).isZero();
      ByteBuffer content = bytes.slice().limit(length).order(ByteOrder.LITTLE_ENDIAN);
      bytes.position(bytes.position() + length);
      CRC32C crc = new CRC32C();
      crc.update(bytes.array(), start, 16);
      crc.update(content.duplicate());
      crc.update(bytes.array(), start + 16, Long.BYTES);
      while (bytes.position() % 8 != 0) {
        assertThat(bytes.get()).isZero();
      }
      assertThat(bytes.getInt()).as("checksum of %s", name).isEqualTo((int) crc.getValue());
      assertThat(bytes.getInt()).isZero();
      if (name.equals("end")) {
        assertThat(length).isZero();
        assertThat(bytes.hasRemaining()).isFalse();
        return sections;
      }
      sections.add(new Section(name, content));
    }
  }

  private static byte[] take(ByteBuffer bytes, int count) {
    byte[] taken = new byte[count];
    bytes.get(taken);
    return taken;
  }

  private static String ascii(ByteBuffer bytes, int count) {
    return new String(take(bytes, count), StandardCharsets.US_ASCII);
  }
}

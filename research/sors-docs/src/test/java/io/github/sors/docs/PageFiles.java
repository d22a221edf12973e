package io.github.sors.docs;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.FSDirectory;

/**
 * The files that the commands of the pages take for granted, made up and small. A file that is
 * called like a published data set, such as {@code bbc}, is read in its place.
 */
final class PageFiles {

  private static final List<String> CLASSES = List.of("business", "sport", "tech");

  /** Ten words for each class, and ten that say nothing about it. */
  private static final List<String> WORDS =
      List.of(
          "interest rates dollar bank market shares profit growth economy trade",
          "striker injured cup final goal player win match club league",
          "phone software network users computer online games digital mobile internet",
          "said year people time last first made new told way");

  private PageFiles() {}

  /** Writes what a page needs into the folder that its commands run in. */
  static void write(String page, Path folder) throws IOException {
    if (!page.equals("docs/reference/command-line.md")) {
      // that page makes its own
      Files.writeString(folder.resolve("rows.libsvm"), libsvm(150));
    }
    for (String published : List.of("bbc", "dna", "usps")) {
      Files.writeString(folder.resolve(published), libsvm(150));
    }
    writeTar(folder.resolve("bbc-fulltext.tar.gz"));
    writeJsonLines(folder.resolve("articles.jsonl"));
    writeLucene(folder.resolve("articles.lucene"));
    writeCsv(folder.resolve("reviews.csv"));
  }

  private static String libsvm(int rows) {
    SplittableRandom random = new SplittableRandom(7);
    StringBuilder text = new StringBuilder();
    for (int row = 0; row < rows; row++) {
      int label = row % CLASSES.size();
      text.append(label + 1)
          .append(' ')
          .append(10 * label + 1 + random.nextInt(10))
          .append(":1 ")
          .append(31 + random.nextInt(10))
          .append(":1\n");
    }
    return text.toString();
  }

  /** A text with two words of its class among others. */
  private static String text(int label, SplittableRandom random) {
    StringBuilder text = new StringBuilder();
    for (int k = 0; k < 8; k++) {
      String[] words = WORDS.get(k < 3 ? label : CLASSES.size()).split(" ", -1);
      text.append(words[random.nextInt(words.length)]).append(' ');
    }
    return text.toString();
  }

  private static void writeTar(Path file) throws IOException {
    SplittableRandom random = new SplittableRandom(1);
    try (OutputStream out = Files.newOutputStream(file);
        TarArchiveOutputStream tar = new TarArchiveOutputStream(new GZIPOutputStream(out))) {
      for (int label = 0; label < CLASSES.size(); label++) {
        for (int k = 130; k < 170; k++) {
          byte[] text = text(label, random).getBytes(StandardCharsets.UTF_8);
          TarArchiveEntry entry = new TarArchiveEntry(CLASSES.get(label) + "/" + k + ".txt");
          entry.setSize(text.length);
          tar.putArchiveEntry(entry);
          tar.write(text);
          tar.closeArchiveEntry();
        }
      }
    }
  }

  private static void writeJsonLines(Path file) throws IOException {
    SplittableRandom random = new SplittableRandom(2);
    StringBuilder lines = new StringBuilder();
    for (int k = 0; k < 60; k++) {
      int label = k % CLASSES.size();
      lines.append(
          "{\"id\": \"a%d\", \"text\": \"%s\", \"label\": \"%s\"}\n"
              .formatted(100 + k, text(label, random), CLASSES.get(label)));
    }
    Files.writeString(file, lines);
  }

  private static void writeCsv(Path file) throws IOException {
    SplittableRandom random = new SplittableRandom(3);
    StringBuilder lines = new StringBuilder("id,review,category\n");
    for (int k = 0; k < 120; k++) {
      int label = k % CLASSES.size();
      lines.append("r%d,%s,%s\n".formatted(k, text(label, random), CLASSES.get(label)));
    }
    Files.writeString(file, lines);
  }

  private static void writeLucene(Path folder) throws IOException {
    SplittableRandom random = new SplittableRandom(4);
    try (FSDirectory directory = FSDirectory.open(folder);
        IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
      for (int k = 0; k < 30; k++) {
        Document article = new Document();
        article.add(new StringField("id", "a" + k, Field.Store.YES));
        article.add(new TextField("body", text(k % CLASSES.size(), random), Field.Store.YES));
        writer.addDocument(article);
      }
    }
  }
}

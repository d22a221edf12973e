package io.github.sors.lucene;

import io.github.sors.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexFormatTooNewException;
import org.apache.lucene.index.IndexFormatTooOldException;
import org.apache.lucene.index.IndexNotFoundException;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;

/**
 * Searches a text field of a Lucene index on disk for the terms of an expanded query.
 *
 * <p>Threads: any thread may search an open index until it is closed. Failures: a folder without
 * such an index or field, and too many terms, throw {@link io.github.sors.InvalidInputException}, a
 * disk {@link java.io.IOException}.
 */
public final class TextIndexSearch implements AutoCloseable {

  /**
   * A document that was found.
   *
   * @param name its stored name, or its number in the index where it has none
   * @param score Lucene's score
   */
  public record TextHit(String name, double score) {}

  private final Directory directory;
  private final DirectoryReader reader;
  private final IndexSearcher searcher;
  private final String field;
  private final String nameField;

  private TextIndexSearch(
      Directory directory, DirectoryReader reader, String field, String nameField) {
    this.directory = directory;
    this.reader = reader;
    this.searcher = new IndexSearcher(reader);
    this.field = field;
    this.nameField = nameField;
  }

  /**
   * Opens an index, which is only read.
   *
   * @param folder the index
   * @param field the text field, analysed as the model's texts were
   * @param nameField a stored field that says what a document is called
   * @throws InvalidInputException if there is no such index or field
   */
  public static TextIndexSearch open(Path folder, String field, String nameField)
      throws IOException {
    if (!Files.isDirectory(folder)) {
      throw new InvalidInputException("expected the folder of a Lucene index, found " + folder);
    }
    Directory directory = FSDirectory.open(folder);
    try {
      DirectoryReader reader = DirectoryReader.open(directory);
      FieldInfo info = FieldInfos.getMergedFieldInfos(reader).fieldInfo(field);
      if (info == null || info.getIndexOptions() == IndexOptions.NONE) {
        reader.close();
        throw new InvalidInputException(
            folder + " has no indexed field '" + field + "': name its text field");
      }
      return new TextIndexSearch(directory, reader, field, nameField);
    } catch (IOException | RuntimeException e) {
      directory.close();
      throw explained(e, folder);
    }
  }

  /**
   * Opens an index for one search.
   *
   * @throws InvalidInputException if there is no such index or field, or if there are too many
   *     terms
   */
  public static List<TextHit> search(
      Path folder, String field, String nameField, List<WeightedTerm> terms, int top)
      throws IOException {
    try (TextIndexSearch index = open(folder, field, nameField)) {
      return index.search(terms, top);
    }
  }

  private static InvalidInputException explained(Exception e, Path folder) throws IOException {
    if (e instanceof IndexNotFoundException) {
      return new InvalidInputException(folder + " holds no Lucene index", e);
    }
    if (e instanceof IndexFormatTooOldException || e instanceof IndexFormatTooNewException) {
      return new InvalidInputException(
          folder + " was written by a version of Lucene that this one does not read", e);
    }
    if (e instanceof InvalidInputException refused) {
      return refused;
    }
    if (e instanceof IOException failure) {
      throw failure;
    }
    throw (RuntimeException) e;
  }

  /** The number of documents. */
  public int size() {
    return reader.numDocs();
  }

  /**
   * Finds the best documents; threads may share the index.
   *
   * @param terms what to look for, all of positive weight
   * @throws InvalidInputException if there are too many terms
   */
  public List<TextHit> search(List<WeightedTerm> terms, int top) throws IOException {
    List<TextHit> hits = new ArrayList<>();
    StoredFields stored = searcher.storedFields();
    for (ScoreDoc hit : searcher.search(LearntExpansion.query(field, terms), top).scoreDocs) {
      String name = stored.document(hit.doc, Set.of(nameField)).get(nameField);
      hits.add(new TextHit(name == null ? "#" + hit.doc : name, hit.score));
    }
    return List.copyOf(hits);
  }

  @Override
  public void close() throws IOException {
    try (directory) {
      reader.close();
    }
  }
}

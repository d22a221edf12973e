package io.github.sors.lucene;

import io.github.sors.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexFormatTooNewException;
import org.apache.lucene.index.IndexFormatTooOldException;
import org.apache.lucene.index.IndexNotFoundException;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;

/** Searches a text field of a Lucene index on disk for the terms of an expanded query. */
public final class TextIndexSearch {

  /**
   * A document that was found.
   *
   * @param name its stored name, or its number in the index where it has none
   * @param score Lucene's score
   */
  public record TextHit(String name, double score) {}

  private TextIndexSearch() {}

  /**
   * Searches an index, which is only read.
   *
   * @param folder the index
   * @param field the text field, analysed as the model's texts were
   * @param nameField a stored field that says what a document is called
   * @param terms what to look for, all of positive weight
   * @throws InvalidInputException if there is no such index or field, or if there are too many
   *     terms
   */
  public static List<TextHit> search(
      Path folder, String field, String nameField, List<WeightedTerm> terms, int top)
      throws IOException {
    if (!Files.isDirectory(folder)) {
      throw new InvalidInputException("expected the folder of a Lucene index, found " + folder);
    }
    Query query = LearntExpansion.query(field, terms);
    try (Directory directory = FSDirectory.open(folder);
        DirectoryReader reader = DirectoryReader.open(directory)) {
      FieldInfo info = FieldInfos.getMergedFieldInfos(reader).fieldInfo(field);
      if (info == null || info.getIndexOptions() == IndexOptions.NONE) {
        throw new InvalidInputException(
            folder + " has no indexed field '" + field + "': name its text field");
      }
      IndexSearcher searcher = new IndexSearcher(reader);
      List<TextHit> hits = new ArrayList<>();
      for (ScoreDoc hit : searcher.search(query, top).scoreDocs) {
        String name = searcher.storedFields().document(hit.doc).get(nameField);
        hits.add(new TextHit(name == null ? "#" + hit.doc : name, hit.score));
      }
      return List.copyOf(hits);
    } catch (IndexNotFoundException e) {
      throw new InvalidInputException(folder + " holds no Lucene index", e);
    } catch (IndexFormatTooOldException | IndexFormatTooNewException e) {
      throw new InvalidInputException(
          folder + " was written by a version of Lucene that this one does not read", e);
    }
  }
}

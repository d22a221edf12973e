package io.github.sors.lucene;

import io.github.sors.InvalidInputException;
import io.github.sors.SparseVector;
import io.github.sors.encoder.EncoderModel;
import io.github.sors.encoder.row.EncodingTable;
import io.github.sors.encoder.row.IdentityStart;
import io.github.sors.index.IndexHit;
import io.github.sors.index.IndexedItem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexFormatTooNewException;
import org.apache.lucene.index.IndexFormatTooOldException;
import org.apache.lucene.index.IndexNotFoundException;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.VectorSimilarityFunction;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.KnnFloatVectorQuery;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/**
 * The encodings of items in Lucene's HNSW graph (Y. Malkov, D. Yashunin, 2016), on disk: it finds
 * the nearest of many items without scoring each.
 *
 * <p>The graph proposes candidates; each is then scored with its own vector, so that scores are
 * exact and only an item that the graph did not propose can be missed. More candidates miss less
 * and take longer. The index belongs to one model; searches have to use the same model.
 *
 * <p>Threads: any thread may search an open index until it is closed. Failures: a folder that is in
 * use or holds something else, and a model that does not fit, throw {@link
 * io.github.sors.InvalidInputException}, a disk {@link java.io.IOException}. If writing throws, the
 * folder is as it was before.
 */
public final class EncodingIndex implements AutoCloseable {

  /** The longest encoding that Lucene supports. */
  public static final int LONGEST_ENCODING = 1024;

  private static final String ENCODING = "encoding";
  private static final String MODEL = "sors.model";

  private static final Comparator<IndexHit> BEST_FIRST =
      Comparator.comparingDouble((IndexHit hit) -> -hit.score()).thenComparing(IndexHit::id);

  private final FSDirectory directory;
  private final DirectoryReader reader;
  private final IndexSearcher searcher;
  private final EncoderModel model;

  private EncodingIndex(FSDirectory directory, DirectoryReader reader, EncoderModel model) {
    this.directory = directory;
    this.reader = reader;
    this.searcher = new IndexSearcher(reader);
    this.model = model;
  }

  /**
   * Writes an index of items.
   *
   * @param folder where to, which must not exist or be empty
   * @param items normalised as the model requires, each id once
   * @throws InvalidInputException if encodings are too long for Lucene, or the folder is in use
   */
  public static void write(Path folder, EncoderModel model, Collection<IndexedItem> items)
      throws IOException {
    requireFitting(model);
    if (Files.exists(folder) && !isEmptyFolder(folder)) {
      throw new InvalidInputException(
          folder + " is there already: name a folder that does not exist, or is empty");
    }
    boolean existed = Files.exists(folder);
    try (FSDirectory directory = FSDirectory.open(folder);
        IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
      for (IndexedItem item : items) {
        writer.addDocument(document(item, model));
      }
      writer.forceMerge(1);
      writer.setLiveCommitData(Map.of(MODEL, fingerprint(model)).entrySet());
      writer.commit();
    } catch (IOException | RuntimeException | Error e) {
      clear(folder, existed, e);
      throw e;
    }
  }

  /** Removes what a write left that failed, so that it can be tried again. */
  private static void clear(Path folder, boolean existed, Throwable failure) {
    try {
      if (Files.exists(folder)) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
          for (Path file : files) {
            Files.delete(file);
          }
        }
        if (!existed) {
          Files.delete(folder);
        }
      }
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  /**
   * Throws if the encodings of a model are longer than Lucene takes.
   *
   * @throws InvalidInputException if they are
   */
  public static void requireFitting(EncoderModel model) {
    if (model.encodingLength() > LONGEST_ENCODING) {
      throw new InvalidInputException(
          "the encodings have "
              + model.encodingLength()
              + " numbers, and Lucene takes "
              + LONGEST_ENCODING
              + ": learn an encoder with a smaller k");
    }
  }

  private static boolean isEmptyFolder(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return false;
    }
    try (var entries = Files.list(folder)) {
      return entries.findAny().isEmpty();
    }
  }

  private static Document document(IndexedItem item, EncoderModel model) {
    Document document = new Document();
    document.add(new StringField(VectorDocuments.ID, item.id(), Field.Store.YES));
    document.add(new StringField(VectorDocuments.LABEL, item.label(), Field.Store.YES));
    document.add(
        new BinaryDocValuesField(VectorDocuments.VECTOR, VectorDocuments.encoded(item.vector())));
    document.add(
        new KnnFloatVectorField(
            ENCODING, model.encodeItem(item.vector()), VectorSimilarityFunction.DOT_PRODUCT));
    return document;
  }

  /** Tells models apart: a checksum of all that encodings depend on. */
  public static String fingerprint(EncoderModel model) {
    CRC32C checksum = new CRC32C();
    checksum.update(model.normalization().toString().getBytes(StandardCharsets.UTF_8));
    add(model.queryTable(), checksum);
    add(model.itemTable(), checksum);
    return model.encodingLength() + "-" + Long.toHexString(checksum.getValue());
  }

  private static void add(EncodingTable table, CRC32C checksum) {
    float[] row = new float[table.rowLength()];
    ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES + Float.BYTES * row.length);
    checksum.update(bytes.clear().putLong(0, table.start().seed()).limit(Long.BYTES));
    if (table.start() instanceof IdentityStart) {
      checksum.update(1);
    }
    for (int feature : table.features()) {
      table.copyRow(feature, row, 0);
      bytes.clear().putInt(feature);
      for (float value : row) {
        bytes.putFloat(value);
      }
      checksum.update(bytes.flip());
    }
  }

  /**
   * Opens an index.
   *
   * @param model the one that it was written with
   * @throws InvalidInputException if there is no such index, or it is of another model
   */
  public static EncodingIndex open(Path folder, EncoderModel model) throws IOException {
    FSDirectory directory = FSDirectory.open(folder);
    try {
      DirectoryReader reader = DirectoryReader.open(directory);
      String written = reader.getIndexCommit().getUserData().get(MODEL);
      if (written == null || !written.equals(fingerprint(model))) {
        reader.close();
        throw new InvalidInputException(
            written == null
                ? folder + " is an index of Lucene, but not one of an encoder's encodings"
                : folder + " holds the encodings of another model: index the rows again");
      }
      return new EncodingIndex(directory, reader, model);
    } catch (IndexNotFoundException e) {
      directory.close();
      throw new InvalidInputException(folder + " holds no index", e);
    } catch (IndexFormatTooOldException | IndexFormatTooNewException e) {
      directory.close();
      throw new InvalidInputException(
          folder + " was written by a version of Lucene that this one does not read", e);
    } catch (IOException | RuntimeException e) {
      directory.close();
      throw e;
    }
  }

  /** The number of items. */
  public int size() {
    return reader.numDocs();
  }

  /** The item of an id. */
  public Optional<IndexedItem> get(String id) throws IOException {
    ScoreDoc[] found =
        searcher.search(new TermQuery(new Term(VectorDocuments.ID, id)), 1).scoreDocs;
    return found.length == 0 ? Optional.empty() : Optional.of(item(found[0].doc));
  }

  private IndexedItem item(int number) throws IOException {
    Document stored = searcher.storedFields().document(number);
    return new IndexedItem(
        stored.get(VectorDocuments.ID), vector(number), stored.get(VectorDocuments.LABEL));
  }

  private SparseVector vector(int number) throws IOException {
    List<LeafReaderContext> leaves = reader.leaves();
    LeafReaderContext leaf = leaves.get(ReaderUtil.subIndex(number, leaves));
    BinaryDocValues vectors = leaf.reader().getBinaryDocValues(VectorDocuments.VECTOR);
    if (vectors == null || !vectors.advanceExact(number - leaf.docBase)) {
      throw new IOException("document " + number + " has no vector");
    }
    return VectorDocuments.decoded(vectors.binaryValue());
  }

  /**
   * Finds the nearest items by the graph, best first; equal scores by id.
   *
   * @param candidates how many the graph proposes, at least as many as are asked for
   * @param labels of the items to search, or empty for all
   * @param excluded an id not to return, or null
   */
  public List<IndexHit> search(
      SparseVector query,
      int top,
      int candidates,
      Collection<String> labels,
      @Nullable String excluded)
      throws IOException {
    int proposed = Math.max(candidates, top) + (excluded == null ? 0 : 1);
    Query nearest =
        new KnnFloatVectorQuery(
            ENCODING, model.encodeQuery(query), proposed, labels.isEmpty() ? null : of(labels));
    return best(searcher.search(nearest, proposed).scoreDocs, query, top, excluded);
  }

  /** Finds the nearest items by scoring every one, to measure what the graph misses. */
  public List<IndexHit> searchExactly(
      SparseVector query, int top, Collection<String> labels, @Nullable String excluded)
      throws IOException {
    Query all = labels.isEmpty() ? new MatchAllDocsQuery() : of(labels);
    ScoreDoc[] found = searcher.search(all, Math.max(1, reader.maxDoc())).scoreDocs;
    return best(found, query, top, excluded);
  }

  private static Query of(Collection<String> labels) {
    return new BooleanQuery.Builder()
        .add(
            new TermInSetQuery(VectorDocuments.LABEL, labels.stream().map(BytesRef::new).toList()),
            BooleanClause.Occur.FILTER)
        .build();
  }

  private List<IndexHit> best(
      ScoreDoc[] found, SparseVector query, int top, @Nullable String excluded) throws IOException {
    var scorer = model.scorerFor(query);
    List<IndexHit> hits = new ArrayList<>(found.length);
    for (ScoreDoc candidate : found) {
      IndexedItem item = item(candidate.doc);
      if (!item.id().equals(excluded)) {
        hits.add(new IndexHit(item.id(), item.label(), scorer.score(item.vector())));
      }
    }
    hits.sort(BEST_FIRST);
    return List.copyOf(hits.subList(0, Math.min(top, hits.size())));
  }

  @Override
  public void close() throws IOException {
    reader.close();
    directory.close();
  }
}

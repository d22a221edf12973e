package io.github.sors.lucene;

import io.github.sors.SparseVector;
import io.github.sors.index.IndexedItem;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.FeatureField;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.util.BytesRef;

/**
 * Items as Lucene documents: id and label, each value as a feature that candidates are found by,
 * and the whole vector for scoring them exactly.
 *
 * <p>Features are positive in Lucene and keep nine bits, so a negative value is a feature of its
 * own, and the exact values are beside them.
 *
 * <p>Threads: any thread may call it. Failures: null throws {@link NullPointerException}; whether a
 * writer takes the document is Lucene's to say.
 */
public final class VectorDocuments {

  /** The field of the id, indexed and stored. */
  public static final String ID = "id";

  /** The field of the label, indexed and stored. */
  public static final String LABEL = "label";

  static final String FEATURES = "features";
  static final String VECTOR = "vector";

  private VectorDocuments() {}

  /** The document of an item; other fields may be added to it. */
  public static Document of(IndexedItem item) {
    Document document = new Document();
    document.add(new StringField(ID, item.id(), Field.Store.YES));
    document.add(new StringField(LABEL, item.label(), Field.Store.YES));
    SparseVector vector = item.vector();
    for (int k = 0; k < vector.size(); k++) {
      float magnitude = Math.max(Float.MIN_NORMAL, Math.abs(vector.value(k)));
      String feature = feature(vector.index(k), vector.value(k) > 0);
      document.add(new FeatureField(FEATURES, feature, magnitude));
    }
    document.add(new BinaryDocValuesField(VECTOR, encoded(vector)));
    return document;
  }

  /** The name of the feature that stands for the values of one sign. */
  static String feature(int index, boolean positive) {
    return (positive ? "+" : "-") + index;
  }

  static BytesRef encoded(SparseVector vector) {
    ByteBuffer bytes = ByteBuffer.allocate(8 * vector.size()).order(ByteOrder.LITTLE_ENDIAN);
    for (int k = 0; k < vector.size(); k++) {
      bytes.putInt(vector.index(k)).putFloat(vector.value(k));
    }
    return new BytesRef(bytes.array());
  }

  static SparseVector decoded(BytesRef ref) {
    ByteBuffer bytes =
        ByteBuffer.wrap(ref.bytes, ref.offset, ref.length).order(ByteOrder.LITTLE_ENDIAN);
    int[] indices = new int[ref.length / 8];
    float[] values = new float[indices.length];
    for (int k = 0; k < indices.length; k++) {
      indices[k] = bytes.getInt();
      values[k] = bytes.getFloat();
    }
    return SparseVector.ofTrusted(indices, values);
  }
}

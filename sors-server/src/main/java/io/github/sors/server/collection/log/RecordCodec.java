package io.github.sors.server.collection.log;

import io.github.sors.SparseVector;
import io.github.sors.server.collection.CollectionSettings;
import io.github.sors.server.collection.RequestKey;
import io.github.sors.server.collection.StartModel;
import io.github.sors.server.collection.StoredItem;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Records as bytes: one byte for the kind, then the parts in the order of their declaration. */
public final class RecordCodec {

  private static final int CREATED = 1;
  private static final int ITEMS_PUT = 2;
  private static final int ITEM_REMOVED = 3;
  private static final int TAUGHT = 4;
  private static final int UNDONE = 5;
  // a separate kind, so that logs of other collections keep their old format
  private static final int CREATED_FROM_MODEL = 6;
  private static final int TAUGHT_PART = 7;
  private static final int ROLLED_BACK = 8;
  private static final int VERSION_MARKED = 9;

  private RecordCodec() {}

  public static byte[] encode(LogRecord change) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      if (change instanceof LogRecord.Created created) {
        StartModel start = created.settings().start();
        out.writeByte(start == null ? CREATED : CREATED_FROM_MODEL);
        writeSettings(created.settings(), out);
        if (start != null) {
          writeString(start.name(), out);
          writeString(start.hash(), out);
        }
      } else if (change instanceof LogRecord.ItemsPut put) {
        out.writeByte(ITEMS_PUT);
        writeStrings(put.newFeatures(), out);
        out.writeInt(put.items().size());
        for (StoredItem item : put.items()) {
          writeItem(item, out);
        }
      } else if (change instanceof LogRecord.ItemRemoved removed) {
        out.writeByte(ITEM_REMOVED);
        writeString(removed.id(), out);
      } else if (change instanceof LogRecord.Taught taught) {
        boolean whole = taught.first() == 0 && taught.last();
        out.writeByte(whole ? TAUGHT : TAUGHT_PART);
        writeStrings(taught.newFeatures(), out);
        out.writeInt(taught.comparisons().size());
        for (Comparison comparison : taught.comparisons()) {
          writeString(comparison.queryItem(), out);
          writeVector(comparison.query(), out);
          writeString(comparison.better(), out);
          writeString(comparison.worse(), out);
        }
        writeKey(taught.key(), out);
        if (!whole) {
          out.writeLong(taught.first());
          out.writeBoolean(taught.last());
        }
      } else if (change instanceof LogRecord.Undone undone) {
        out.writeByte(UNDONE);
        out.writeLong(undone.sequence());
        writeKey(undone.key(), out);
      } else if (change instanceof LogRecord.VersionMarked version) {
        out.writeByte(VERSION_MARKED);
        out.writeLong(version.time());
        writeString(version.name(), out);
      } else if (change instanceof LogRecord.RolledBack back) {
        out.writeByte(ROLLED_BACK);
        out.writeLong(back.to());
        out.writeLong(back.until());
        writeKey(back.key(), out);
      }
    } catch (IOException e) {
      throw new IllegalStateException("writing to memory failed", e);
    }
    return bytes.toByteArray();
  }

  /**
   * Reads a record.
   *
   * @throws IOException if the bytes are not a record; since their checksum is valid, another
   *     version must have written them
   */
  public static LogRecord decode(byte[] bytes) throws IOException {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      int kind = in.readByte();
      LogRecord change =
          switch (kind) {
            case CREATED -> new LogRecord.Created(readSettings(in));
            case CREATED_FROM_MODEL ->
                new LogRecord.Created(
                    readSettings(in).withStart(new StartModel(readString(in), readString(in))));
            case ITEMS_PUT -> new LogRecord.ItemsPut(readStrings(in), readItems(in));
            case ITEM_REMOVED -> new LogRecord.ItemRemoved(readString(in));
            case TAUGHT ->
                new LogRecord.Taught(readStrings(in), readComparisons(in), readKey(in), 0, true);
            case TAUGHT_PART ->
                new LogRecord.Taught(
                    readStrings(in),
                    readComparisons(in),
                    readKey(in),
                    in.readLong(),
                    in.readBoolean());
            case UNDONE -> new LogRecord.Undone(in.readLong(), readKey(in));
            case VERSION_MARKED -> new LogRecord.VersionMarked(in.readLong(), readString(in));
            case ROLLED_BACK -> new LogRecord.RolledBack(in.readLong(), in.readLong(), readKey(in));
            default ->
                throw new IOException(
                    "a record has the unknown kind "
                        + kind
                        + ": a newer version of sors wrote it; use that version");
          };
      if (in.available() > 0) {
        throw new IOException(
            "a record of kind " + kind + " has " + in.available() + " bytes too many");
      }
      return change;
    } catch (IllegalArgumentException e) {
      throw new IOException("a record is invalid: " + e.getMessage(), e);
    }
  }

  /** Whether the bytes are a record that undoes others. */
  public static boolean undoes(byte[] bytes) {
    return bytes.length > 0 && (bytes[0] == UNDONE || bytes[0] == ROLLED_BACK);
  }

  private static List<StoredItem> readItems(DataInputStream in) throws IOException {
    int count = readCount(in);
    List<StoredItem> items = new ArrayList<>(count);
    for (int k = 0; k < count; k++) {
      items.add(readItem(in));
    }
    return items;
  }

  private static List<Comparison> readComparisons(DataInputStream in) throws IOException {
    int count = readCount(in);
    List<Comparison> comparisons = new ArrayList<>(count);
    for (int k = 0; k < count; k++) {
      comparisons.add(
          new Comparison(readString(in), readVector(in), readString(in), readString(in)));
    }
    return comparisons;
  }

  static void writeSettings(CollectionSettings settings, DataOutputStream out) throws IOException {
    writeString(settings.algorithm(), out);
    out.writeInt(settings.options().size());
    for (Map.Entry<String, String> option : settings.options().entrySet()) {
      writeString(option.getKey(), out);
      writeString(option.getValue(), out);
    }
    writeString(settings.analyzer(), out);
  }

  static CollectionSettings readSettings(DataInputStream in) throws IOException {
    String algorithm = readString(in);
    int count = readCount(in);
    Map<String, String> options = new TreeMap<>();
    for (int k = 0; k < count; k++) {
      String name = readString(in);
      options.put(name, readString(in));
    }
    return new CollectionSettings(algorithm, options, readString(in));
  }

  static void writeItem(StoredItem item, DataOutputStream out) throws IOException {
    writeString(item.id(), out);
    writeString(item.title(), out);
    writeString(item.label(), out);
    writeVector(item.vector(), out);
  }

  static StoredItem readItem(DataInputStream in) throws IOException {
    return new StoredItem(readString(in), readString(in), readString(in), readVector(in));
  }

  static void writeKey(RequestKey key, DataOutputStream out) throws IOException {
    writeString(key.key(), out);
    out.writeLong(key.fingerprint());
  }

  static RequestKey readKey(DataInputStream in) throws IOException {
    return new RequestKey(readString(in), in.readLong());
  }

  static void writeStrings(List<String> texts, DataOutputStream out) throws IOException {
    out.writeInt(texts.size());
    for (String text : texts) {
      writeString(text, out);
    }
  }

  static List<String> readStrings(DataInputStream in) throws IOException {
    int count = readCount(in);
    List<String> texts = new ArrayList<>(count);
    for (int k = 0; k < count; k++) {
      texts.add(readString(in));
    }
    return texts;
  }

  private static void writeString(String text, DataOutputStream out) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static String readString(DataInputStream in) throws IOException {
    byte[] bytes = new byte[readCount(in)];
    in.readFully(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static void writeVector(SparseVector vector, DataOutputStream out) throws IOException {
    out.writeInt(vector.size());
    for (int k = 0; k < vector.size(); k++) {
      out.writeInt(vector.index(k));
      out.writeFloat(vector.value(k));
    }
  }

  private static SparseVector readVector(DataInputStream in) throws IOException {
    int[] indices = new int[readCount(in)];
    float[] values = new float[indices.length];
    for (int k = 0; k < indices.length; k++) {
      indices[k] = in.readInt();
      values[k] = in.readFloat();
    }
    return SparseVector.of(indices, values);
  }

  private static int readCount(DataInputStream in) throws IOException {
    int count = in.readInt();
    if (count < 0 || count > in.available()) {
      throw new IOException(
          "a record is too short for its count of "
              + count
              + ": it has "
              + in.available()
              + " bytes");
    }
    return count;
  }
}

package io.github.sors.index;

import io.github.sors.InvalidInputException;
import io.github.sors.io.SectionReader;
import io.github.sors.io.SectionWriter;
import io.github.sors.io.Utf8;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Ids in ascending order, as UTF-8 in one buffer. The order is that of the bytes, which equals that
 * of the code points.
 */
final class IdTable {

  // id k is the bytes from starts[k] to below starts[k + 1]
  private final int[] starts;
  private final ByteBuffer bytes;

  private IdTable(int[] starts, ByteBuffer bytes) {
    this.starts = starts;
    this.bytes = bytes;
  }

  static IdTable of(List<byte[]> ascending) {
    int[] starts = new int[ascending.size() + 1];
    for (int k = 0; k < ascending.size(); k++) {
      starts[k + 1] = Math.addExact(starts[k], ascending.get(k).length);
    }
    ByteBuffer bytes = ByteBuffer.allocate(starts[ascending.size()]);
    ascending.forEach(bytes::put);
    return new IdTable(starts, bytes);
  }

  /**
   * The bytes of an id.
   *
   * @throws InvalidInputException if it is not valid Unicode text
   */
  static byte[] encoded(String id) {
    return Utf8.encode(id);
  }

  int size() {
    return starts.length - 1;
  }

  String id(int k) {
    byte[] id = new byte[starts[k + 1] - starts[k]];
    bytes.get(starts[k], id);
    return new String(id, StandardCharsets.UTF_8);
  }

  /** The position of an id, or -1. */
  int find(byte[] id) {
    int low = 0;
    int high = size() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = compare(middle, id);
      if (order == 0) {
        return middle;
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -1;
  }

  private int compare(int k, byte[] id) {
    int length = starts[k + 1] - starts[k];
    for (int b = 0; b < length && b < id.length; b++) {
      int order = Byte.compareUnsigned(bytes.get(starts[k] + b), id[b]);
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(length, id.length);
  }

  /** Compares an id of this table with one of another. */
  int compare(int k, IdTable other, int l) {
    int length = starts[k + 1] - starts[k];
    int otherLength = other.starts[l + 1] - other.starts[l];
    for (int b = 0; b < length && b < otherLength; b++) {
      int order =
          Byte.compareUnsigned(bytes.get(starts[k] + b), other.bytes.get(other.starts[l] + b));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(length, otherLength);
  }

  void write(SectionWriter writer) throws IOException {
    writer.writeInts("idStarts", starts);
    writer.writeBytes("ids", bytes.duplicate().rewind());
  }

  static IdTable read(SectionReader reader) throws IOException {
    int[] starts = reader.readInts("idStarts");
    ByteBuffer bytes = reader.map("ids");
    Segment.requireStarts(starts, bytes.capacity());
    IdTable table = new IdTable(starts, bytes);
    for (int k = 1; k < table.size(); k++) {
      if (table.compare(k - 1, table, k) >= 0) {
        throw new IllegalArgumentException("the ids are not in ascending order");
      }
    }
    return table;
  }
}

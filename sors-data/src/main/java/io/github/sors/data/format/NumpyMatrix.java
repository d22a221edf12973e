package io.github.sors.data.format;

import io.github.sors.InvalidInputException;
import io.github.sors.SparseVector;
import io.github.sors.VectorPart;
import io.github.sors.data.Dataset;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A dense matrix from a file of NumPy, {@code .npy}: one row per item, such as its embedding.
 *
 * <p>Reads what {@code numpy.save} writes for an array of two dimensions in C order, of
 * little-endian floats of 16, 32 or 64 bits, plain or compressed; values are kept with 32 bits.
 * Rows count from 0.
 *
 * <p>Threads: immutable, if nobody changes the rows; any thread may read. Failures: a file that is
 * no such array, that ends too early or goes on too long, and a row with a NaN, an infinity or
 * nothing but zeros throw {@link InvalidInputException}, a disk {@link IOException}.
 */
public final class NumpyMatrix {

  /** The maximum number of columns. */
  public static final int MOST_COLUMNS = 1 << 16;

  private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
  private static final int LONGEST_HEADER = 1 << 16;
  private static final Pattern TYPE = Pattern.compile("'descr'\\s*:\\s*'([^']*)'");
  private static final Pattern ORDER = Pattern.compile("'fortran_order'\\s*:\\s*(True|False)");
  private static final Pattern SHAPE = Pattern.compile("'shape'\\s*:\\s*\\(([0-9, L]*)\\)");

  private enum Type {
    HALF("<f2", 2),
    SINGLE("<f4", 4),
    DOUBLE("<f8", 8);

    private final String label;
    private final int bytes;

    Type(String label, int bytes) {
      this.label = label;
      this.bytes = bytes;
    }

    float next(ByteBuffer row) {
      return switch (this) {
        case HALF -> half(row.getShort());
        case SINGLE -> row.getFloat();
        case DOUBLE -> (float) row.getDouble();
      };
    }
  }

  private record Header(Type type, long rows, int columns) {}

  private final String source;
  private final int columns;
  private final List<float[]> rows;

  private NumpyMatrix(String source, int columns, List<float[]> rows) {
    this.source = source;
    this.columns = columns;
    this.rows = rows;
  }

  /**
   * Reads a matrix.
   *
   * @throws InvalidInputException if the file is missing or not such a matrix
   */
  public static NumpyMatrix read(Path file) throws IOException {
    try (InputStream in = CompressedInput.open(file)) {
      return read(in, file.toString());
    }
  }

  /**
   * Reads a matrix from a stream, which is not closed.
   *
   * @param source what to call the stream in messages
   */
  static NumpyMatrix read(InputStream in, String source) throws IOException {
    Header header = header(in, source);
    byte[] bytes = new byte[header.columns * header.type.bytes];
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    // grows, since a damaged header may promise more rows than memory can hold
    List<float[]> rows = new ArrayList<>();
    for (long row = 0; row < header.rows; row++) {
      int found = in.readNBytes(bytes, 0, bytes.length);
      if (found < bytes.length) {
        throw InputErrors.in(
            source,
            String.format(
                Locale.ROOT,
                "expected %,d rows of %,d numbers, found the end in row %,d: the file is"
                    + " truncated, write it again",
                header.rows,
                header.columns,
                row));
      }
      float[] values = new float[header.columns];
      buffer.rewind();
      for (int column = 0; column < values.length; column++) {
        values[column] = header.type.next(buffer);
      }
      requireUsable(values, row, source);
      rows.add(values);
    }
    if (in.read() >= 0) {
      throw InputErrors.in(
          source,
          String.format(
              Locale.ROOT,
              "expected the end after %,d rows, found more bytes: write it again with numpy.save,"
                  + " one array per file",
              header.rows));
    }
    return new NumpyMatrix(source, header.columns, rows);
  }

  private static void requireUsable(float[] values, long row, String source) {
    boolean isZero = true;
    for (int column = 0; column < values.length; column++) {
      if (!Float.isFinite(values[column])) {
        throw InputErrors.in(
            source,
            String.format(
                Locale.ROOT,
                "expected finite numbers of 32 bits, found %s in row %d, column %d, both counted"
                    + " from 0: compute the embedding of this item again",
                values[column],
                row,
                column));
      }
      isZero &= values[column] == 0;
    }
    if (isZero) {
      throw InputErrors.in(
          source,
          String.format(
              Locale.ROOT,
              "expected a number other than 0 in every row, found only zeros in row %d, counted"
                  + " from 0: compute the embedding of this item again, or leave the item out",
              row));
    }
  }

  private static Header header(InputStream in, String source) throws IOException {
    // the two bytes after the magic are the version
    byte[] start = in.readNBytes(MAGIC.length + 2);
    if (start.length < MAGIC.length + 2
        || !Arrays.equals(Arrays.copyOf(start, MAGIC.length), MAGIC)) {
      throw InputErrors.in(
          source, "expected an array that numpy.save wrote, which starts with \\x93NUMPY");
    }
    int version = start[MAGIC.length];
    if (version < 1 || version > 3) {
      throw InputErrors.in(
          source, "expected version 1, 2 or 3 of NumPy's format, found " + version);
    }
    int length = length(in, version == 1 ? 2 : 4, source);
    byte[] text = in.readNBytes(length);
    if (text.length < length) {
      throw truncatedHeader(source);
    }
    return parse(new String(text, StandardCharsets.UTF_8), source);
  }

  private static int length(InputStream in, int bytes, String source) throws IOException {
    byte[] read = in.readNBytes(bytes);
    if (read.length < bytes) {
      throw truncatedHeader(source);
    }
    long length = 0;
    for (int k = bytes - 1; k >= 0; k--) {
      length = length << 8 | (read[k] & 0xff);
    }
    if (length > LONGEST_HEADER) {
      throw InputErrors.in(
          source, "expected a header of at most " + LONGEST_HEADER + " bytes, found " + length);
    }
    return (int) length;
  }

  private static InvalidInputException truncatedHeader(String source) {
    return InputErrors.in(
        source, "expected a header, found the end: the file is truncated, write it again");
  }

  private static Header parse(String header, String source) {
    String order = found(ORDER, header, "'fortran_order'", source);
    if (order.equals("True")) {
      throw InputErrors.in(
          source,
          "expected rows one after the other (C order), found columns (Fortran order): save"
              + " numpy.ascontiguousarray(array)");
    }
    long[] shape = shape(found(SHAPE, header, "'shape'", source), source);
    return new Header(
        type(found(TYPE, header, "'descr'", source), source), shape[0], (int) shape[1]);
  }

  private static String found(Pattern pattern, String header, String key, String source) {
    Matcher matcher = pattern.matcher(header);
    if (!matcher.find()) {
      throw InputErrors.in(
          source,
          "expected "
              + key
              + " of a plain array in the header, found "
              + InputErrors.quote(header.strip()));
    }
    return matcher.group(1);
  }

  private static Type type(String label, String source) {
    for (Type type : Type.values()) {
      if (type.label.equals(label)) {
        return type;
      }
    }
    throw InputErrors.in(
        source,
        "expected little-endian floats, '<f2', '<f4' or '<f8', found "
            + InputErrors.quote(label)
            + ": save array.astype('<f4')");
  }

  private static long[] shape(String tuple, String source) {
    String[] sizes = tuple.replaceAll("[ L]", "").replaceAll(",$", "").split(",", -1);
    if (sizes.length != 2) {
      throw InputErrors.in(
          source,
          "expected an array of two dimensions, rows and columns, found the shape ("
              + tuple.strip()
              + ")");
    }
    long rows = size(sizes[0]);
    long columns = size(sizes[1]);
    if (rows < 1 || rows > Integer.MAX_VALUE - 8 || columns < 1 || columns > MOST_COLUMNS) {
      throw InputErrors.in(
          source,
          String.format(
              Locale.ROOT,
              "expected at least one row, and 1 to %,d columns, found the shape (%s)",
              MOST_COLUMNS,
              tuple.strip()));
    }
    return new long[] {rows, columns};
  }

  private static long size(String digits) {
    return digits.isEmpty() || digits.length() > 18 ? -1 : Long.parseLong(digits);
  }

  /** A float of 16 bits: sign, 5 bits of exponent, 10 bits of fraction. */
  private static float half(short bits) {
    int exponent = bits >> 10 & 0x1f;
    int fraction = bits & 0x3ff;
    float magnitude;
    if (exponent == 0) {
      magnitude = Math.scalb((float) fraction, -24);
    } else if (exponent == 0x1f) {
      magnitude = fraction == 0 ? Float.POSITIVE_INFINITY : Float.NaN;
    } else {
      magnitude = Math.scalb((float) (fraction + 0x400), exponent - 25);
    }
    return bits < 0 ? -magnitude : magnitude;
  }

  /** The number of rows. */
  public int size() {
    return rows.size();
  }

  /** The number of columns. */
  public int columns() {
    return columns;
  }

  /** The numbers of a row; the array itself, which must not be modified. */
  public float[] row(int row) {
    return rows.get(row);
  }

  /**
   * The rows of a data set with those of this matrix beside their features.
   *
   * @param part where to put the numbers
   * @throws InvalidInputException if the numbers of rows differ, or this has not as many columns as
   *     the part has numbers
   */
  public Dataset beside(Dataset items, VectorPart part) {
    requireRows(items.size(), "item");
    part.requireDimension(columns, source);
    List<SparseVector> vectors = new ArrayList<>(items.size());
    for (int row = 0; row < items.size(); row++) {
      vectors.add(part.beside(items.vector(row), rows.get(row)));
    }
    return items.withVectors(vectors);
  }

  /**
   * Checks the number of rows.
   *
   * @param one what each of them belongs to, such as an item
   */
  public void requireRows(int expected, String one) {
    if (rows.size() != expected) {
      throw InputErrors.in(
          source,
          String.format(
              Locale.ROOT, "expected %,d rows, one per %s, found %,d", expected, one, rows.size()));
    }
  }
}

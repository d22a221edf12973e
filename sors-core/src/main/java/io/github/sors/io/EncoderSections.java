package io.github.sors.io;

import io.github.sors.encoder.EncoderModel;
import io.github.sors.encoder.row.EncodingTable;
import io.github.sors.encoder.row.IdentityStart;
import io.github.sors.encoder.row.RandomStart;
import io.github.sors.encoder.row.RowLayout;
import io.github.sors.encoder.row.RowStart;
import io.github.sors.feature.FeatureNumbering;
import java.io.IOException;

/**
 * The sections of a model file that hold an encoder: {@code encoder} (k, the seed of the rows that
 * were not learnt, and whether queries and items share their rows, and whether those started from
 * the identity), {@code queryRows} and, if rows are not shared, {@code itemRows}. A section of rows
 * holds one more than the largest feature, the number of rows, their features, and k floats per
 * row.
 */
final class EncoderSections {

  // whether queries and items share their rows; the identity has no others
  private static final int SEPARATE = 0;
  private static final int SHARED = 1;
  private static final int FROM_IDENTITY = 2;

  private EncoderSections() {}

  static void write(EncoderModel model, SectionWriter writer) throws IOException {
    writer.begin("encoder");
    writer.writeInt(model.encodingLength());
    writer.writeLong(model.queryTable().start().seed());
    writer.writeInt(sharing(model));
    writer.end();
    writeRows("queryRows", model.queryTable(), writer);
    if (!model.isShared()) {
      writeRows("itemRows", model.itemTable(), writer);
    }
  }

  private static int sharing(EncoderModel model) {
    if (model.queryTable().start() instanceof IdentityStart) {
      return FROM_IDENTITY;
    }
    return model.isShared() ? SHARED : SEPARATE;
  }

  private static void writeRows(String section, EncodingTable table, SectionWriter writer)
      throws IOException {
    int[] features = table.features();
    float[] row = new float[table.rowLength()];
    writer.begin(section);
    writer.writeInt(table.dimension());
    writer.writeInt(features.length);
    writer.writeInts(features, features.length);
    for (int feature : features) {
      table.copyRow(feature, row, 0);
      writer.writeFloats(row, row.length);
    }
    writer.end();
  }

  static EncoderModel read(SectionReader reader) throws IOException {
    reader.begin("encoder");
    int k = reader.readInt();
    long seed = reader.readLong();
    int sharing = reader.readInt();
    reader.end();
    if (k < 1 || k > EncodingTable.LONGEST_ROW) {
      throw new IllegalArgumentException(
          "expected encodings of 1 to " + EncodingTable.LONGEST_ROW + " dimensions, found " + k);
    }
    if (sharing < SEPARATE || sharing > FROM_IDENTITY) {
      throw new IllegalArgumentException(
          "expected 0, 1 or 2 for how queries and items share their rows, found " + sharing);
    }
    RowStart start = sharing == FROM_IDENTITY ? new IdentityStart(k) : new RandomStart(seed, 0, k);
    EncodingTable queries = readRows("queryRows", start, k, reader);
    EncodingTable items =
        sharing == SEPARATE
            ? readRows("itemRows", new RandomStart(seed, 1, k), k, reader)
            : queries;
    return EncoderModel.of(queries, items);
  }

  private static EncodingTable readRows(String section, RowStart start, int k, SectionReader reader)
      throws IOException {
    reader.begin(section);
    int dimension = reader.readInt();
    int rows = reader.readCount(Integer.BYTES + k * Float.BYTES);
    int[] features = new int[rows];
    reader.readInts(features, rows);
    FeatureNumbering numbering = FeatureNumbering.of(features, dimension);
    RowLayout layout = RowLayout.of(k);
    float[][] blocks = new float[RowLayout.blocks(rows)][];
    for (int block = 0; block < blocks.length; block++) {
      // with one panel, the rows of a block are one after the other
      int inBlock = Math.min(RowLayout.ROWS, rows - block * RowLayout.ROWS);
      blocks[block] = new float[layout.blockLength()];
      reader.readFloats(blocks[block], inBlock * k);
      EncodingTable.requireFinite(blocks[block], inBlock * k);
    }
    reader.end();
    return new EncodingTable(layout, dimension, numbering, blocks, start);
  }
}

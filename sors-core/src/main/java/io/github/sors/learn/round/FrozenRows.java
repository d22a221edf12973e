package io.github.sors.learn.round;

import io.github.sors.encoder.row.EncodingTable;
import io.github.sors.io.SectionWriter;
import java.io.IOException;

/** A snapshot of the rows of an encoder, with everything needed to continue learning. */
public final class FrozenRows {

  private final EncodingTable table;
  private final Runnable betweenBlocks;
  private final double[] squares;

  FrozenRows(EncodingTable table, Runnable betweenBlocks, double[] squares) {
    this.table = table;
    this.betweenBlocks = betweenBlocks;
    this.squares = squares;
  }

  /** The rows as a model holds them. */
  public EncodingTable table() {
    return table;
  }

  /** The sum of squared gradients of a row, by its number in the table. */
  double square(int row) {
    return squares[row];
  }

  /** Writes everything that {@link EncodingRows#read} needs to continue bit-identically. */
  public void write(String section, SectionWriter writer) throws IOException {
    int[] features = table.features();
    writer.begin(section);
    writer.writeInt(table.dimension());
    writer.writeInt(features.length);
    for (int row = 0; row < features.length; row++) {
      writer.writeInt(features[row]);
      writer.writeDouble(squares[row]);
    }
    table.writeStored(
        (values, count) -> {
          writer.writeFloats(values, count);
          betweenBlocks.run();
        });
    writer.end();
  }
}

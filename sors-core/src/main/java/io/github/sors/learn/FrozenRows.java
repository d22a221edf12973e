package io.github.sors.learn;

import io.github.sors.encoder.row.EncodingTable;
import io.github.sors.io.SectionWriter;
import java.io.IOException;

/** The rows of an encoder as they stood at some moment, with all that it takes to learn on. */
final class FrozenRows {

  private final EncodingTable table;
  private final Runnable betweenBlocks;
  private final double[] squares;
  // empty where rows do not shrink
  private final double[] scales;
  private final double[] norms;
  private final double[] settledAt;

  FrozenRows(
      EncodingTable table,
      Runnable betweenBlocks,
      double[] squares,
      double[] scales,
      double[] norms,
      double[] settledAt) {
    this.table = table;
    this.betweenBlocks = betweenBlocks;
    this.squares = squares;
    this.scales = scales;
    this.norms = norms;
    this.settledAt = settledAt;
  }

  /** What a model keeps of the rows. */
  EncodingTable table() {
    return table;
  }

  /** Writes all that {@link EncodingRows#read} needs to go on bit for bit. */
  void write(String section, SectionWriter writer) throws IOException {
    int[] features = table.features();
    writer.begin(section);
    writer.writeInt(table.dimension());
    writer.writeInt(features.length);
    for (int row = 0; row < features.length; row++) {
      writer.writeInt(features[row]);
      writer.writeDouble(squares[row]);
      if (scales.length > 0) {
        writer.writeDouble(scales[row]);
        writer.writeDouble(norms[row]);
        writer.writeDouble(settledAt[row]);
      }
    }
    table.writeStored(
        (values, count) -> {
          writer.writeFloats(values, count);
          betweenBlocks.run();
        });
    writer.end();
  }
}

package io.github.sors.spark.train;

import io.github.sors.LearningProgress;
import io.github.sors.encoder.row.EncoderRows;
import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.nio.ByteBuffer;

/**
 * Rows of an encoder that travel between machines: a part of W, or what one partition has changed
 * in that part. Serialized as bytes, many values at once, since default serialization of large
 * arrays takes longer than learning does.
 */
public final class EncoderBlock implements Externalizable {

  private static final long serialVersionUID = 1;

  private static final int BYTES_AT_ONCE = 1 << 16;

  private int source;
  private EncoderRows rows;
  private LearningProgress progress;

  /** For deserialization only. */
  public EncoderBlock() {
    this(0, new EncoderRows(new int[0], new double[0], new float[0]), LearningProgress.NONE);
  }

  EncoderBlock(int source, EncoderRows rows, LearningProgress progress) {
    this.source = source;
    this.rows = rows;
    this.progress = progress;
  }

  /** Its source and its progress alone. */
  EncoderBlock withoutRows() {
    return new EncoderBlock(source, new EncoderBlock().rows, progress);
  }

  /** The partition that it comes from. */
  int source() {
    return source;
  }

  /** The rows, by ascending feature. */
  EncoderRows rows() {
    return rows;
  }

  /** The progress of the rounds that it comes from. */
  LearningProgress progress() {
    return progress;
  }

  @Override
  public void writeExternal(ObjectOutput out) throws IOException {
    out.writeInt(source);
    out.writeLong(progress.rounds());
    out.writeLong(progress.activeRounds());
    out.writeDouble(progress.cumulativeLoss());
    out.writeLong(progress.touchedEntries());
    out.writeInt(rows.size());
    out.writeInt(rows.values().length);
    ByteBuffer buffer = ByteBuffer.allocate(BYTES_AT_ONCE);
    for (int at = 0; at < rows.size(); ) {
      int count = Math.min(rows.size() - at, BYTES_AT_ONCE / Integer.BYTES);
      buffer.asIntBuffer().put(rows.features(), at, count);
      out.write(buffer.array(), 0, count * Integer.BYTES);
      at += count;
    }
    for (int at = 0; at < rows.size(); ) {
      int count = Math.min(rows.size() - at, BYTES_AT_ONCE / Double.BYTES);
      buffer.asDoubleBuffer().put(rows.squares(), at, count);
      out.write(buffer.array(), 0, count * Double.BYTES);
      at += count;
    }
    for (int at = 0; at < rows.values().length; ) {
      int count = Math.min(rows.values().length - at, BYTES_AT_ONCE / Float.BYTES);
      buffer.asFloatBuffer().put(rows.values(), at, count);
      out.write(buffer.array(), 0, count * Float.BYTES);
      at += count;
    }
  }

  @Override
  public void readExternal(ObjectInput in) throws IOException {
    source = in.readInt();
    progress = new LearningProgress(in.readLong(), in.readLong(), in.readDouble(), in.readLong());
    int[] features = new int[in.readInt()];
    double[] squares = new double[features.length];
    float[] values = new float[in.readInt()];
    ByteBuffer buffer = ByteBuffer.allocate(BYTES_AT_ONCE);
    for (int at = 0; at < features.length; ) {
      int count = Math.min(features.length - at, BYTES_AT_ONCE / Integer.BYTES);
      in.readFully(buffer.array(), 0, count * Integer.BYTES);
      buffer.asIntBuffer().get(features, at, count);
      at += count;
    }
    for (int at = 0; at < squares.length; ) {
      int count = Math.min(squares.length - at, BYTES_AT_ONCE / Double.BYTES);
      in.readFully(buffer.array(), 0, count * Double.BYTES);
      buffer.asDoubleBuffer().get(squares, at, count);
      at += count;
    }
    for (int at = 0; at < values.length; ) {
      int count = Math.min(values.length - at, BYTES_AT_ONCE / Float.BYTES);
      in.readFully(buffer.array(), 0, count * Float.BYTES);
      buffer.asFloatBuffer().get(values, at, count);
      at += count;
    }
    rows = new EncoderRows(features, squares, values);
  }
}

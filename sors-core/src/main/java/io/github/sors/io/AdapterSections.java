package io.github.sors.io;

import io.github.sors.embedding.Adapter;
import io.github.sors.embedding.EmbeddingSpace;
import java.io.IOException;
import java.nio.FloatBuffer;

/**
 * The sections of a model file that hold an adapter: {@code embeddings} (the name of the embedding
 * model and the dimension d) and {@code queryMatrix} (d² floats, M row after row).
 */
final class AdapterSections {

  private AdapterSections() {}

  static void write(Adapter adapter, SectionWriter writer) throws IOException {
    writer.begin("embeddings");
    writer.writeString(adapter.space().model());
    writer.writeInt(adapter.space().dimension());
    writer.end();
    writer.writeFloats("queryMatrix", adapter.matrix());
  }

  static Adapter read(SectionReader reader) throws IOException {
    reader.begin("embeddings");
    EmbeddingSpace space = new EmbeddingSpace(reader.readString(), reader.readInt());
    reader.end();
    // the kernels need an array, which is filled from the mapped file in one go
    FloatBuffer mapped = reader.map("queryMatrix").asFloatBuffer();
    float[] rows = new float[mapped.remaining()];
    mapped.get(rows);
    return Adapter.of(space, rows);
  }
}

package io.github.sors.ranking.signal;

import io.github.sors.data.item.Items;
import io.github.sors.embedding.EmbeddingSpace;
import io.github.sors.embedding.Embeddings;
import io.github.sors.embedding.LocatedRows;
import java.util.Objects;

/** The embeddings of items, by their numbers; items without one have none here either. */
final class ItemEmbeddings implements Embeddings {

  private static final int BLOCK_FLOATS = 1 << 24;

  private final EmbeddingSpace space;
  private final int perBlock;
  private final float[][] blocks;
  private final boolean[] has;

  ItemEmbeddings(EmbeddingSpace space, Items items) {
    this.space = space;
    int dimension = space.dimension();
    perBlock = Math.max(1, BLOCK_FLOATS / dimension);
    has = new boolean[items.size()];
    blocks = new float[(items.size() + perBlock - 1) / perBlock][];
    for (int block = 0; block < blocks.length; block++) {
      blocks[block] = new float[Math.min(perBlock, items.size() - block * perBlock) * dimension];
    }
    for (int number = 0; number < items.size(); number++) {
      float[] vector = items.get(number).vector();
      if (vector != null) {
        float[] unit = space.unit(vector, "item '" + items.get(number).id() + "'");
        System.arraycopy(
            unit, 0, blocks[number / perBlock], number % perBlock * dimension, dimension);
        has[number] = true;
      }
    }
  }

  @Override
  public EmbeddingSpace space() {
    return space;
  }

  @Override
  public int size() {
    return has.length;
  }

  @Override
  public boolean contains(int number) {
    return number >= 0 && number < has.length && has[number];
  }

  @Override
  public void locate(int number, LocatedRows rows, int slot) {
    Objects.checkIndex(number, has.length);
    rows.set(slot, blocks[number / perBlock], number % perBlock * space.dimension());
  }
}

package io.github.sors.embedding;

/**
 * Numbered embeddings of unit length.
 *
 * <p>Threads: any thread may read while nobody changes them; an {@link EmbeddingStore} changes.
 * Failures: a number out of range throws {@link IndexOutOfBoundsException}.
 */
public interface Embeddings {

  /** What the embeddings are. */
  EmbeddingSpace space();

  /** One more than the largest number of an embedding. */
  int size();

  /** Whether there is an embedding with this number: false if it was removed. */
  default boolean contains(int number) {
    return number >= 0 && number < size();
  }

  /** Makes an embedding readable as row {@code slot} of a table of rows. */
  void locate(int number, LocatedRows rows, int slot);

  /** Returns a copy of an embedding. */
  default float[] vector(int number) {
    LocatedRows rows = new LocatedRows(space().dimension(), 1);
    locate(number, rows, 0);
    return rows.copy(0);
  }
}

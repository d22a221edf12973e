package io.github.sors.adapter;

import io.github.sors.embedding.EmbeddingSpace;
import io.github.sors.embedding.Embeddings;
import io.github.sors.embedding.LocatedRows;
import io.github.sors.io.SectionReader;
import io.github.sors.io.SectionWriter;
import io.github.sors.kernel.Hash;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Embeddings with ids that come and go. A number stays with its item until the item is removed or
 * gets another embedding; then it is used again.
 *
 * <p>A store with a limit keeps the embeddings that its users need, and of the others a random
 * part: it stands in for a collection that is stored elsewhere.
 *
 * <p>Threads: belongs to one thread. Failures: a vector that does not belong to the space throws
 * {@link io.github.sors.InvalidInputException} and changes nothing.
 */
public final class EmbeddingStore implements Embeddings {

  /** Who remembers numbers of a store. */
  public interface User {

    /** Whether an embedding must be kept although the store is full. */
    boolean needs(int number);

    /** Forgets embeddings that are removed; their numbers will be used again. */
    void forget(BitSet numbers);
  }

  private static final int BLOCK_ROWS = 1024;

  private final EmbeddingSpace space;
  private final int limit;
  private final List<User> users = new ArrayList<>();
  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<@Nullable String> ids = new ArrayList<>();
  private final List<float[]> blocks = new ArrayList<>();
  private final BitSet free = new BitSet();
  // decides which embeddings leave a full store
  private long draws;

  /** Creates an empty store without a limit. */
  public EmbeddingStore(EmbeddingSpace space) {
    this(space, Integer.MAX_VALUE);
  }

  /**
   * Creates an empty store.
   *
   * @param limit how many embeddings are kept if no user needs more
   */
  public EmbeddingStore(EmbeddingSpace space, int limit) {
    if (limit < 1) {
      throw new IllegalArgumentException("expected a limit of at least 1, found " + limit);
    }
    this.space = space;
    this.limit = limit;
  }

  /** Asks somebody before embeddings are removed, from now on. */
  public void addUser(User user) {
    users.add(user);
  }

  /** Puts an item, or gives it another embedding; returns its number. */
  public int put(String id, float[] vector) {
    return putAll(List.of(id), List.of(vector))[0];
  }

  /**
   * Puts items, or gives them other embeddings; all or, if one is refused, none. None of them makes
   * room for another.
   *
   * @return their numbers
   */
  public int[] putAll(List<String> newIds, List<float[]> vectors) {
    List<float[]> units = new ArrayList<>();
    for (int k = 0; k < newIds.size(); k++) {
      units.add(space.unit(vectors.get(k), "item " + newIds.get(k)));
    }
    BitSet changed = new BitSet();
    BitSet kept = new BitSet();
    for (int k = 0; k < newIds.size(); k++) {
      Integer known = numbers.get(newIds.get(k));
      if (known != null) {
        (isAt(known, units.get(k)) ? kept : changed).set(known);
      }
    }
    removeAll(changed);
    makeRoom(newIds.size() - kept.cardinality(), kept);
    int[] places = new int[newIds.size()];
    for (int k = 0; k < places.length; k++) {
      places[k] = place(newIds.get(k), units.get(k));
    }
    return places;
  }

  private int place(String id, float[] unit) {
    Integer known = numbers.get(id);
    int number = known != null ? known : free.isEmpty() ? ids.size() : free.nextSetBit(0);
    if (number == ids.size()) {
      ids.add(null);
      if (number % BLOCK_ROWS == 0) {
        blocks.add(new float[BLOCK_ROWS * space.dimension()]);
      }
    }
    free.clear(number);
    ids.set(number, id);
    numbers.put(id, number);
    System.arraycopy(unit, 0, block(number), offset(number), space.dimension());
    return number;
  }

  /** Removes an item; returns whether it was here. */
  public boolean remove(String id) {
    Integer number = numbers.get(id);
    if (number == null) {
      return false;
    }
    BitSet gone = new BitSet();
    gone.set(number);
    removeAll(gone);
    return true;
  }

  /** The number of an item, or -1 if it is not here. */
  public int number(String id) {
    return numbers.getOrDefault(id, -1);
  }

  /** The id of an item. */
  public String id(int number) {
    String id = number < ids.size() ? ids.get(number) : null;
    if (id == null) {
      throw new IndexOutOfBoundsException("there is no embedding " + number);
    }
    return id;
  }

  /** How many items are here. */
  public int items() {
    return numbers.size();
  }

  private boolean isAt(int number, float[] unit) {
    int from = offset(number);
    return Arrays.equals(unit, 0, unit.length, block(number), from, from + unit.length);
  }

  private float[] block(int number) {
    return blocks.get(number / BLOCK_ROWS);
  }

  private int offset(int number) {
    return number % BLOCK_ROWS * space.dimension();
  }

  /** Removes at least an eighth of the embeddings, if any, so that this is rarely done. */
  private void makeRoom(int needed, BitSet kept) {
    if (numbers.size() + needed <= limit) {
      return;
    }
    int[] removable =
        numbers.values().stream()
            .mapToInt(Integer::intValue)
            .filter(number -> !kept.get(number))
            .filter(number -> users.stream().noneMatch(user -> user.needs(number)))
            .sorted()
            .toArray();
    int removed = Math.min(removable.length, Math.max(needed, limit / 8));
    BitSet gone = new BitSet();
    for (int k = 0; k < removed; k++) {
      int drawn = k + Hash.below(removable.length - k, draws++);
      gone.set(removable[drawn]);
      removable[drawn] = removable[k];
    }
    removeAll(gone);
  }

  private void removeAll(BitSet gone) {
    if (gone.isEmpty()) {
      return;
    }
    users.forEach(user -> user.forget(gone));
    for (int number = gone.nextSetBit(0); number >= 0; number = gone.nextSetBit(number + 1)) {
      numbers.remove(id(number));
      ids.set(number, null);
      free.set(number);
    }
  }

  @Override
  public EmbeddingSpace space() {
    return space;
  }

  @Override
  public int size() {
    return ids.size();
  }

  @Override
  public boolean contains(int number) {
    return number >= 0 && number < ids.size() && ids.get(number) != null;
  }

  @Override
  public void locate(int number, LocatedRows rows, int slot) {
    if (!contains(number)) {
      throw new IndexOutOfBoundsException("there is no embedding " + number);
    }
    rows.set(slot, block(number), offset(number));
  }

  /** Writes the store as a section of a file. */
  public void write(SectionWriter writer) throws IOException {
    writer.begin("store");
    writer.writeString(space.model());
    writer.writeInt(space.dimension());
    writer.writeInt(limit);
    writer.writeLong(draws);
    writer.writeInt(ids.size());
    for (int number = 0; number < ids.size(); number++) {
      boolean present = contains(number);
      writer.writeInt(present ? 1 : 0);
      if (present) {
        writer.writeString(id(number));
        writer.writeFloats(vector(number), space.dimension());
      }
    }
    writer.end();
  }

  /**
   * Reads a store.
   *
   * @throws io.github.sors.InvalidInputException if it holds other embeddings
   */
  public static EmbeddingStore read(EmbeddingSpace space, SectionReader reader) throws IOException {
    reader.begin("store");
    space.require(new EmbeddingSpace(reader.readString(), reader.readInt()), "the saved items");
    EmbeddingStore store = new EmbeddingStore(space, reader.readInt());
    store.draws = reader.readLong();
    int count = reader.readCount(Integer.BYTES);
    float[] vector = new float[space.dimension()];
    BitSet absent = new BitSet();
    for (int number = 0; number < count; number++) {
      boolean present = reader.readInt() == 1;
      String id = present ? reader.readString() : "";
      if (present) {
        reader.readFloats(vector, vector.length);
        store.place(id, vector);
      } else {
        store.ids.add(null);
        if (number % BLOCK_ROWS == 0) {
          store.blocks.add(new float[BLOCK_ROWS * space.dimension()]);
        }
        absent.set(number);
      }
    }
    // now, so that no present item has taken such a place
    store.free.or(absent);
    reader.end();
    return store;
  }
}

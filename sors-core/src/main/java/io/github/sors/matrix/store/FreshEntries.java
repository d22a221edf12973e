package io.github.sors.matrix.store;

/**
 * The entries of a row that a round has to insert into its hash table, in the order of tables. The
 * {@code fresh} list of the gathered entries says which they are, their {@code slots} where in the
 * table they are missing.
 *
 * @param columns the columns of the round that are in the table
 * @param entries the entries at these columns
 * @param offset where the entries of the row begin
 * @param count the number of entries to insert
 */
record FreshEntries(TableColumns columns, GatheredEntries entries, int offset, int count) {

  static final FreshEntries NONE =
      new FreshEntries(new TableColumns(), new GatheredEntries(false), 0, 0);

  int key(int f) {
    return columns.keys[entries.fresh[offset + f]];
  }

  /** The place in the table where the entry is missing. */
  int missingAt(int f) {
    return ~entries.slots[offset + f];
  }

  float level(int f) {
    return entries.levels[offset + columns.places[entries.fresh[offset + f]]];
  }

  float square(int f) {
    return entries.squares[offset + columns.places[entries.fresh[offset + f]]];
  }
}

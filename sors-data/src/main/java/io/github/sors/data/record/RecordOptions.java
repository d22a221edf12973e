package io.github.sors.data.record;

/**
 * Which columns of JSON lines or CSV, or elements of SGML documents, are not content.
 *
 * @param labelColumn the column of the class, or null for one called label, class, category or
 *     target, if there is one
 * @param nameColumn the column of the record's name, or null for one called id, _id, docno or name,
 *     if there is one; else a record is called by its line
 * @since 0.1.0
 */
public record RecordOptions(String labelColumn, String nameColumn) {

  /** Finds the columns by what they are called. */
  public static final RecordOptions DEFAULT = new RecordOptions(null, null);
}

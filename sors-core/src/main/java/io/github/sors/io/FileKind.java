package io.github.sors.io;

import java.util.List;

/**
 * The kind of content of a file of sections. Other modules define further kinds.
 *
 * <p>The code is part of the file format: each kind has its own, and it never changes. The core
 * uses 1 to 3 and 6, the service uses 5, rankings 7; 4 is not used any more.
 *
 * <p>Threads: immutable.
 *
 * @param code the number in the header of the file, at least 1
 * @param label the name in messages, such as {@code model}
 */
public record FileKind(int code, String label) {

  public static final FileKind MODEL = new FileKind(1, "model");
  public static final FileKind CHECKPOINT = new FileKind(2, "checkpoint");
  public static final FileKind INDEX = new FileKind(3, "search index");

  /** Written by the module that ranks; its name is here for the messages of those that do not. */
  public static final FileKind RANKING = new FileKind(7, "ranking of items for queries");

  private static final List<FileKind> NAMED = List.of(MODEL, CHECKPOINT, INDEX, RANKING);

  /** Returns the kind with a code; an unknown one gets a generic label. */
  static FileKind ofCode(int code) {
    return NAMED.stream()
        .filter(kind -> kind.code == code)
        .findFirst()
        .orElseGet(() -> new FileKind(code, "sors file of kind " + code));
  }

  /** Whether both are the same kind: compares the codes and ignores the labels. */
  public boolean is(FileKind other) {
    return code == other.code;
  }

  @Override
  public String toString() {
    return label;
  }
}

package io.github.sors.io;

import java.util.List;

/**
 * The kind of content of a file of sections. Other modules define further kinds.
 *
 * <p>The code is part of the file format: each kind has its own, and it never changes. The core
 * uses 1 to 3 and 6, the service uses 5; 4 is not used any more.
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

  private static final List<FileKind> OF_THE_CORE = List.of(MODEL, CHECKPOINT, INDEX);

  /** Returns the kind with a code; a kind that the core does not know gets a generic label. */
  static FileKind ofCode(int code) {
    return OF_THE_CORE.stream()
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

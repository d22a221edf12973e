package io.github.sors.io;

/** What a file of sections holds. */
public enum FileKind {
  MODEL(1, "model"),
  CHECKPOINT(2, "checkpoint"),
  INDEX(3, "search index"),
  VECTORS(4, "file of vectors"),
  COLLECTION(5, "collection's snapshot");

  private final int code;
  private final String label;

  FileKind(int code, String label) {
    this.code = code;
    this.label = label;
  }

  int code() {
    return code;
  }

  static FileKind ofCode(int code) {
    for (FileKind kind : values()) {
      if (kind.code == code) {
        return kind;
      }
    }
    return null;
  }

  @Override
  public String toString() {
    return label;
  }
}

package io.github.sors.data.record;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Makes records of text files. */
final class TextFiles {

  private TextFiles() {}

  /** A file as a record, called by its path and labelled by the folder that it is in. */
  static TextRecord row(String path, byte[] content) {
    int slash = path.lastIndexOf('/');
    String folder = slash < 0 ? "" : path.substring(0, slash);
    return TextRecord.ofText(path, folder.substring(folder.lastIndexOf('/') + 1), decoded(content));
  }

  /** UTF-8, or ISO 8859-1 where it is not: old collections mix both. */
  private static String decoded(byte[] content) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
    } catch (CharacterCodingException e) {
      return new String(content, StandardCharsets.ISO_8859_1);
    }
  }
}

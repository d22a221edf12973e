package io.github.sors.data.item;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Turns text files into items. */
final class TextFiles {

  private TextFiles() {}

  /**
   * A file as an item, called by its path and labelled by the folder that it is in.
   *
   * @param source the folder or archive that it is in, for messages
   * @param common the start of the path, which is removed from the name
   */
  static Item item(String source, String path, String common, byte[] content) {
    FileHead.requireText(content, source + ", " + path);
    int slash = path.lastIndexOf('/');
    String folder = slash < 0 ? "" : path.substring(0, slash);
    String label = folder.substring(folder.lastIndexOf('/') + 1);
    return Item.ofText(path.substring(common.length()), label, decoded(content));
  }

  /** Decodes UTF-8, or ISO 8859-1 if it is not valid UTF-8: old collections mix both. */
  private static String decoded(byte[] content) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
    } catch (CharacterCodingException e) {
      return new String(content, StandardCharsets.ISO_8859_1);
    }
  }
}

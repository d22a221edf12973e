package io.github.sors.io;

import io.github.sors.InvalidInputException;
import java.nio.charset.StandardCharsets;

/**
 * Encodes ids and names as UTF-8.
 *
 * <p>Threads: any thread may call it. Failures: a lone surrogate throws {@link
 * InvalidInputException}.
 */
public final class Utf8 {

  private Utf8() {}

  /**
   * Encodes a text; different texts never get the same bytes.
   *
   * @throws InvalidInputException if it contains an unpaired surrogate, which UTF-8 cannot encode
   */
  public static byte[] encode(String text) {
    for (int k = 0; k < text.length(); k++) {
      if (Character.isSurrogate(text.charAt(k))) {
        if (k + 1 == text.length()
            || !Character.isSurrogatePair(text.charAt(k), text.charAt(k + 1))) {
          throw new InvalidInputException(
              String.format(
                  "expected Unicode text, found the lone surrogate U+%04X at place %d of '%s':"
                      + " send the whole character",
                  (int) text.charAt(k), k, text));
        }
        k++;
      }
    }
    return text.getBytes(StandardCharsets.UTF_8);
  }
}

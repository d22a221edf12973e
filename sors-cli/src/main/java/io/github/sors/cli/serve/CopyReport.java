package io.github.sors.cli.serve;

import io.github.sors.cli.frame.Console;
import io.github.sors.server.collection.CopiedCollection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * What was copied, for people and for programs.
 *
 * @param done what was done, in words before the name of the copy
 * @param key what the copy is called by in JSON, folder or name
 * @param copy the folder or the name of the copy
 * @param content what it has
 */
record CopyReport(String done, String key, String copy, CopiedCollection content) {

  void print(boolean json, Console console) {
    if (json) {
      Map<String, Object> result = new LinkedHashMap<>();
      result.put(key, copy);
      result.put("files", content.files());
      result.put("sequence", content.sequence());
      console.printJson(result);
      return;
    }
    console.print(
        String.format(
            Locale.ROOT,
            "%s%s: %d files, with the records up to %d",
            done,
            copy,
            content.files(),
            content.sequence()));
  }
}

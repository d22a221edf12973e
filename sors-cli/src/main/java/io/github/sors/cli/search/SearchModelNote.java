package io.github.sors.cli.search;

import io.github.sors.Model;
import io.github.sors.cli.frame.Console;
import io.github.sors.ranking.learn.SearchModel;
import java.nio.file.Path;

/** Says what is missing where a model of {@code sors search-learn} is used without its encoder. */
public final class SearchModelNote {

  private SearchModelNote() {}

  /** Prints a note if a model ranks with an encoder, which only {@code sors search --docs} uses. */
  public static void print(Path file, Model model, Console console) {
    if (SearchModel.isOne(model) && SearchModel.fusion(model).delta() > 0) {
      console.note(
          "note: "
              + file
              + " was learnt to rank with an encoder, which only 'sors search --docs' uses: here it"
              + " ranks without");
    }
  }
}

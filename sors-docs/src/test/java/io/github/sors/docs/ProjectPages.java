package io.github.sors.docs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The Markdown files of the project. */
final class ProjectPages {

  static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  private ProjectPages() {}

  /** Returns every page of the root, of docs/ and of research/, in the order of their names. */
  static List<MarkdownPage> all() throws IOException {
    List<MarkdownPage> pages = new ArrayList<>();
    for (String name : DocumentSite.pages(ROOT)) {
      pages.add(MarkdownPage.read(ROOT.resolve(name)));
    }
    return pages;
  }

  /** Returns the name of a page relative to the root, with slashes. */
  static String name(MarkdownPage page) {
    return ROOT.relativize(page.file()).toString().replace('\\', '/');
  }
}

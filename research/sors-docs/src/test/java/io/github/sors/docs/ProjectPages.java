package io.github.sors.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The Markdown files of the project. */
final class ProjectPages {

  static final Path ROOT = Path.of("").toAbsolutePath().getParent().getParent();

  private ProjectPages() {}

  /** The folders of the modules: those of the root, and those of research/. */
  static List<Path> modules() throws IOException {
    try (Stream<Path> product = Files.list(ROOT);
        Stream<Path> research = Files.list(ROOT.resolve("research"))) {
      return Stream.concat(product, research)
          .filter(folder -> Files.exists(folder.resolve("pom.xml")))
          .sorted()
          .toList();
    }
  }

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

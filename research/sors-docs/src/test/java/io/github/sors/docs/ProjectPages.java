package io.github.sors.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

  /** Returns every page of the root and of docs/, in the order of their names. */
  static List<MarkdownPage> all() throws IOException {
    try (Stream<Path> top = Files.list(ROOT);
        Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      List<Path> files =
          Stream.concat(top, docs)
              .filter(file -> file.toString().endsWith(".md"))
              .sorted()
              .toList();
      List<MarkdownPage> pages = new java.util.ArrayList<>();
      for (Path file : files) {
        pages.add(MarkdownPage.read(file));
      }
      return pages;
    }
  }

  /** Returns the name of a page relative to the root, with slashes. */
  static String name(MarkdownPage page) {
    return ROOT.relativize(page.file()).toString().replace('\\', '/');
  }
}

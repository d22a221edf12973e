package io.github.sors.docs;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.renderer.html.AttributeProvider;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * Creates a site from README.md, docs/ and research/ that can be read offline: each page becomes an
 * HTML file with the same path, and all other files of docs/ and research/results are copied. The
 * Javadoc of all modules is in {@code api}.
 */
public final class DocumentSite {

  /** What the pages of the menu start with, in the order in which a reader needs them. */
  private static final List<String> FIRST =
      List.of(
          "README.md",
          "docs/tutorials/",
          "docs/how-to/",
          "docs/reference/",
          "docs/explanation/",
          "research/");

  private static final List<String> LAST = List.of("CONTRIBUTING.md", "CHANGELOG.md");

  private final Path root;
  private final Path target;
  private final List<String> pages;

  private DocumentSite(Path root, Path target, List<String> pages) {
    this.root = root;
    this.target = target;
    this.pages = pages;
  }

  /** Creates the site with Javadoc; the arguments are the root of the project and the target. */
  public static void main(String[] arguments) throws IOException {
    Path root = Path.of(arguments[0]);
    Path target = Path.of(arguments[1]);
    write(root, target);
    writeJavadoc(root, target.resolve("api"));
    System.out.println("wrote " + target.resolve("index.html"));
  }

  /** Writes the pages of a project and the files that they show. */
  static void write(Path root, Path target) throws IOException {
    List<String> pages = pages(root);
    List<String> others = new ArrayList<>(filesBelow(root, "docs"));
    others.addAll(filesBelow(root, "research/results"));
    others.removeAll(pages);
    DocumentSite site = new DocumentSite(root, target, inOrder(pages));
    for (String page : pages) {
      site.writePage(page);
    }
    for (String file : others) {
      Path copy = target.resolve(file);
      Files.createDirectories(copy.getParent());
      Files.write(copy, Files.readAllBytes(root.resolve(file)));
    }
    for (String name : List.of("LICENSE", "NOTICE")) {
      Files.write(target.resolve(name), Files.readAllBytes(root.resolve(name)));
    }
  }

  /**
   * Returns every page of the root, of docs/ and of research/ relative to the root, with slashes,
   * in the order of their names.
   */
  static List<String> pages(Path root) throws IOException {
    List<String> files = new ArrayList<>(filesBelow(root, "docs"));
    // research has modules, too
    filesBelow(root, "research").stream()
        .filter(file -> !file.matches(".*/(src|target)/.*"))
        .forEach(files::add);
    try (Stream<Path> top = Files.list(root)) {
      top.map(file -> file.getFileName().toString()).forEach(files::add);
    }
    return files.stream().filter(file -> file.endsWith(".md")).sorted().toList();
  }

  /** Returns the files of a folder and of all below it, relative to the root, with slashes. */
  private static List<String> filesBelow(Path root, String folder) throws IOException {
    if (!Files.isDirectory(root.resolve(folder))) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(root.resolve(folder))) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> root.relativize(file).toString().replace('\\', '/'))
          .sorted()
          .toList();
    }
  }

  private static List<String> inOrder(List<String> pages) {
    Stream<String> first =
        FIRST.stream().flatMap(start -> pages.stream().filter(page -> page.startsWith(start)));
    return Stream.of(
            first,
            pages.stream()
                .filter(page -> FIRST.stream().noneMatch(page::startsWith) && !LAST.contains(page)),
            LAST.stream().filter(pages::contains))
        .flatMap(list -> list)
        // the pages of results and of decisions link to single ones
        .filter(page -> !page.matches("research/results/.+/.*"))
        .filter(page -> !page.matches("docs/explanation/decisions/(?!README).*"))
        .toList();
  }

  private void writePage(String name) throws IOException {
    MarkdownPage page = MarkdownPage.read(root.resolve(name));
    HtmlRenderer renderer =
        HtmlRenderer.builder()
            .extensions(List.of(TablesExtension.create()))
            .attributeProviderFactory(context -> new Attributes(page))
            .build();
    String up = "../".repeat((int) name.chars().filter(c -> c == '/').count());
    String html =
        resource("page.html")
            .replace("${title}", escape(title(page)))
            .replace("${style}", resource("style.css"))
            .replace("${menu}", menu(name, up))
            .replace("${sections}", sections(page))
            .replace("${content}", renderer.render(page.root()));
    Path file = target.resolve(htmlName(name));
    Files.createDirectories(file.getParent());
    Files.writeString(file, html);
  }

  private static String title(MarkdownPage page) {
    return page.headings().isEmpty()
        ? page.file().getFileName().toString()
        : MarkdownPage.plainText(page.headings().get(0));
  }

  private String menu(String current, String up) throws IOException {
    StringBuilder menu = new StringBuilder();
    for (String page : pages) {
      String title = title(MarkdownPage.read(root.resolve(page)));
      menu.append(
          "<a href=\"%s\"%s>%s</a>%n"
              .formatted(
                  up + htmlName(page),
                  page.equals(current) ? " aria-current=\"page\"" : "",
                  escape(title)));
    }
    return menu.append("<a href=\"%sapi/index.html\">Javadoc</a>%n".formatted(up)).toString();
  }

  private static String sections(MarkdownPage page) {
    return page.headings().stream()
        .filter(heading -> heading.getLevel() == 2)
        .map(
            heading ->
                "<a href=\"#%s\">%s</a>"
                    .formatted(page.anchor(heading), escape(MarkdownPage.plainText(heading))))
        .collect(Collectors.joining("\n"));
  }

  private static String htmlName(String page) {
    return page.equals("README.md")
        ? "index.html"
        : page.replaceAll("README\\.md$", "index.html").replaceAll("\\.md$", ".html");
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = DocumentSite.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Adds anchors to headings, and rewrites links between pages to HTML. */
  private record Attributes(MarkdownPage page) implements AttributeProvider {

    @Override
    public void setAttributes(Node node, String tag, Map<String, String> attributes) {
      if (node instanceof Heading heading) {
        attributes.put("id", page.anchor(heading));
      } else if (node instanceof Link link) {
        attributes.put("href", converted(link.getDestination()));
      } else if (node instanceof Image) {
        attributes.put("loading", "lazy");
      }
    }

    private static String converted(String destination) {
      URI target = URI.create(destination);
      if (target.getScheme() != null || target.getPath().isEmpty()) {
        return destination;
      }
      String fragment = target.getFragment() == null ? "" : "#" + target.getFragment();
      return target.getPath().replaceAll("README\\.md$", "index.html").replaceAll("\\.md$", ".html")
          + fragment;
    }
  }

  /** Writes the Javadoc of all modules, with the class path of this process and that of Spark. */
  private static void writeJavadoc(Path root, Path target) throws IOException {
    Path sources = Files.createTempFile("sors-sources", ".txt");
    // those of the root, and those of research/
    try (Stream<Path> modules = Files.find(root, 2, (folder, is) -> is.isDirectory())) {
      List<Path> folders =
          modules
              .map(module -> module.resolve("src/main/java"))
              .filter(Files::isDirectory)
              .sorted()
              .toList();
      List<String> files = new ArrayList<>();
      for (Path folder : folders) {
        try (Stream<Path> all = Files.walk(folder)) {
          all.map(Path::toString)
              // one site for all of them, with or without a module descriptor
              .filter(file -> file.endsWith(".java") && !file.endsWith("module-info.java"))
              .map(file -> '"' + file.replace("\\", "\\\\") + '"')
              .sorted()
              .forEach(files::add);
        }
      }
      Files.write(sources, files);
    }
    Path spark = root.resolve("sors-spark/target/classpath");
    List<String> classPath = new ArrayList<>();
    classPath.add(System.getProperty("java.class.path"));
    if (Files.exists(spark)) {
      classPath.add(Files.readString(spark).strip());
    }
    int code =
        ToolProvider.findFirst("javadoc")
            .orElseThrow(() -> new IOException("this Java has no javadoc: use a JDK"))
            .run(
                System.out,
                System.err,
                "-quiet",
                "-Xdoclint:none",
                "-encoding",
                "UTF-8",
                "-docencoding",
                "UTF-8",
                "--add-modules",
                "jdk.incubator.vector",
                "-windowtitle",
                "sors",
                "-doctitle",
                "sors",
                "-classpath",
                String.join(File.pathSeparator, classPath),
                "-d",
                target.toString(),
                "@" + sources);
    Files.delete(sources);
    if (code != 0) {
      throw new IOException("javadoc failed with exit code " + code + ": see the messages above");
    }
  }
}

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
 * Creates a site from README.md and docs/ that can be read offline: each page becomes an HTML file
 * with the same path, and all other files of docs/ are copied. The Javadoc of all modules is in
 * {@code api}.
 */
public final class DocumentSite {

  /** The pages of the menu, in the order in which a reader needs them. */
  private static final List<String> FIRST =
      List.of(
          "README.md",
          "docs/demo.md",
          "docs/command-line.md",
          "docs/search.md",
          "docs/library.md",
          "docs/service.md",
          "docs/spark.md",
          "docs/algorithms.md");

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
    List<String> pages;
    List<Path> others;
    try (Stream<Path> top = Files.list(root);
        Stream<Path> docs = Files.walk(root.resolve("docs"))) {
      List<Path> files =
          Stream.concat(top.filter(file -> file.toString().endsWith(".md")), docs)
              .filter(Files::isRegularFile)
              .sorted()
              .toList();
      pages =
          files.stream()
              .map(file -> root.relativize(file).toString().replace('\\', '/'))
              .filter(name -> name.endsWith(".md"))
              .toList();
      others = files.stream().filter(file -> !file.toString().endsWith(".md")).toList();
    }
    DocumentSite site = new DocumentSite(root, target, inOrder(pages));
    for (String page : pages) {
      site.writePage(page);
    }
    for (Path file : others) {
      Path copy = target.resolve(root.relativize(file).toString());
      Files.createDirectories(copy.getParent());
      Files.write(copy, Files.readAllBytes(file));
    }
    for (String name : List.of("LICENSE", "NOTICE")) {
      Files.write(target.resolve(name), Files.readAllBytes(root.resolve(name)));
    }
  }

  private static List<String> inOrder(List<String> pages) {
    return Stream.of(
            FIRST.stream().filter(pages::contains),
            pages.stream().filter(page -> !FIRST.contains(page) && !LAST.contains(page)),
            LAST.stream().filter(pages::contains))
        .flatMap(list -> list)
        // the page of results links to the tables of single data sets
        .filter(page -> !page.matches("docs/results/.+/.*"))
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

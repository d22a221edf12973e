package io.github.sors.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DocumentSiteTest {

  private static final Pattern REFERENCE = Pattern.compile("(?:href|src)=\"([^\"]*)\"");

  @TempDir Path site;

  @Test
  void everyLinkOfTheSiteLeadsToAFileOfTheSite() throws IOException {
    DocumentSite.write(ProjectPages.ROOT, site);
    List<Path> pages;
    try (Stream<Path> files = Files.walk(site)) {
      pages = files.filter(file -> file.toString().endsWith(".html")).toList();
    }
    assertThat(pages)
        .contains(
            site.resolve("index.html"),
            site.resolve("docs/tutorials/service.html"),
            site.resolve("research/results/index.html"));
    int followed = 0;
    for (Path page : pages) {
      Matcher reference = REFERENCE.matcher(Files.readString(page));
      while (reference.find()) {
        String target = reference.group(1);
        // Javadoc is made by the build of the site alone
        if (target.matches("[a-z]+:.*") || target.matches("(\\.\\./)*api/index\\.html")) {
          continue;
        }
        String file = target.replaceAll("#.*", "");
        Path linked = file.isEmpty() ? page : page.resolveSibling(file).normalize();
        assertThat(linked).as("%s of %s", target, page).exists();
        if (target.contains("#")) {
          assertThat(Files.readString(linked))
              .contains("id=\"" + target.substring(target.indexOf('#') + 1) + "\"");
        }
        followed++;
      }
    }
    assertThat(followed).isGreaterThan(200);
  }

  @Test
  void aPageNeedsNothingFromTheNetwork() throws IOException {
    DocumentSite.write(ProjectPages.ROOT, site);

    String page = Files.readString(site.resolve("index.html"));

    assertThat(page).doesNotContain("<script", "<link", "src=\"http").contains("<style>");
    assertThat(page)
        .contains("<table>", "aria-current=\"page\"", "docs/reference/command-line.html");
  }

  @Test
  void javadocOfAllModulesIsPartOfTheSite(@TempDir Path project) throws IOException {
    Files.createDirectories(project.resolve("docs"));
    for (String name : List.of("README.md", "LICENSE", "NOTICE")) {
      Files.writeString(project.resolve(name), "# A project");
    }
    Path first = project.resolve("first/src/main/java");
    Path second = project.resolve("second/src/main/java");
    write(first.resolve("module-info.java"), "module first { exports first; }");
    write(first.resolve("first/One.java"), "package first; /** The one. */ public class One {}");
    write(
        second.resolve("second/Two.java"),
        "package second; /** Beside {@link first.One}. */ public class Two {}");

    DocumentSite.main(new String[] {project.toString(), site.toString()});

    assertThat(site.resolve("index.html")).exists();
    assertThat(site.resolve("api/second/Two.html"))
        .content()
        .contains("href=\"../first/One.html\"");

    write(second.resolve("second/Three.java"), "package second; public class Three extends");
    assertThatThrownBy(() -> DocumentSite.main(new String[] {project.toString(), site.toString()}))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("javadoc failed with exit code 1");
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}

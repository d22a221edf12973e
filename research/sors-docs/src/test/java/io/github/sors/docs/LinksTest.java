package io.github.sors.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Links and pictures of the pages lead to files and headings that exist. */
class LinksTest {

  private static final Pattern PAGE =
      Pattern.compile("\\b(?<![\\w/.-])(?:docs|research)/[\\w/-]+\\.(?:md|service)\\b");

  @Test
  void linksLeadToFilesAndHeadingsThatExist() throws IOException {
    int checked = 0;
    for (MarkdownPage page : ProjectPages.all()) {
      for (String target : page.targets()) {
        if (target.matches("[a-z]+:.*")) {
          continue;
        }
        int hash = target.indexOf('#');
        String file = hash < 0 ? target : target.substring(0, hash);
        Path linked = file.isEmpty() ? page.file() : page.file().resolveSibling(file).normalize();
        assertThat(linked).as("link %s of %s", target, ProjectPages.name(page)).exists();
        if (hash >= 0) {
          assertThat(MarkdownPage.read(linked).anchors())
              .as("headings of %s, to which %s links", linked.getFileName(), page.file())
              .contains(target.substring(hash + 1));
        }
        checked++;
      }
    }
    assertThat(checked).isGreaterThan(50);
  }

  /** Help, messages, Javadoc, scripts and settings name pages by their paths. */
  @Test
  void pagesThatSourcesNameExist() throws IOException {
    Set<String> named = new TreeSet<>();
    try (Stream<Path> files = Files.walk(ProjectPages.ROOT)) {
      for (Path file : files.filter(LinksTest::isSource).toList()) {
        Matcher page = PAGE.matcher(Files.readString(file));
        while (page.find()) {
          named.add(page.group());
          assertThat(ProjectPages.ROOT.resolve(page.group())).as("named in %s", file).exists();
        }
      }
    }
    assertThat(named).hasSizeGreaterThan(10);
  }

  private static boolean isSource(Path file) {
    String name = ProjectPages.ROOT.relativize(file).toString().replace('\\', '/');
    return Files.isRegularFile(file)
        && !name.matches("(.*/)?(target|\\.git|resources/compatibility|research/results)/.*")
        && (name.matches(
                ".*\\.(java|xml|ya?ml|sh|cmd|py|toml|js|html|json|md|service)|.*/Dockerfile")
            || name.equals("sors"));
  }
}

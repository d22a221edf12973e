package io.github.sors.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Links and pictures of the pages lead to files and headings that exist. */
class LinksTest {

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
}

package io.github.sors.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.server.collection.live.TeachableCollection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What somebody sees who teaches the demo ten sensible things: searches that were not taught gain.
 *
 * <p>With {@code -Dsors.screenshot=true} the pictures in {@code docs/images} are replaced.
 */
class DemoStoryTest {

  /**
   * One press.
   *
   * @param words what is searched for
   * @param like the result whose similar items are then asked for, or null
   * @param result what is pressed
   */
  private record Press(String words, String like, String mark, String result) {

    static Press better(String words, String result) {
      return new Press(words, null, "better", result);
    }

    static Press worse(String words, String result) {
      return new Press(words, null, "worse", result);
    }

    static Press betterLike(String like, String result) {
      return new Press(words(like), like, "better", result);
    }

    static Press worseLike(String like, String result) {
      return new Press(words(like), like, "worse", result);
    }

    private static String words(String like) {
      return like.substring(like.indexOf(' ') + 1);
    }
  }

  private static final List<Press> STORY =
      List.of(
          Press.better("feeling sick", "🤢 nauseated face"),
          Press.worse("dog", "🌭 hot dog"),
          Press.better("winter", "❄️ snowflake"),
          Press.betterLike("🌹 rose", "🌷 tulip"),
          Press.worseLike("🍎 red apple", "🟥 red square"),
          Press.betterLike("⚽ soccer ball", "⚾ baseball"),
          Press.betterLike("🥕 carrot", "🫜 root vegetable"),
          Press.worseLike("🎸 guitar", "📯 postal horn"),
          Press.betterLike("☕ hot beverage", "🫖 teapot"),
          Press.better("birthday party", "🎁 wrapped gift"));

  private static final Path IMAGES = Path.of("..", "docs", "images");
  private static final boolean REPLACES_IMAGES = Boolean.getBoolean("sors.screenshot");

  @Test
  void tenSensiblePressesHelpSearchesThatWereNotTaught(@TempDir Path folder) throws IOException {
    try (PageBrowser browser = PageBrowser.start();
        SorsService service = PageTest.serve(folder.resolve("emoji"), null)) {
      browser.open("http://127.0.0.1:" + service.port() + "/");
      try (Film film = new Film(browser)) {
        teach(browser, service.collection(), film);
      }
      assertThat(PageTest.gained(browser)).as("right answers gained").isGreaterThanOrEqualTo(4);
      browser.desktop();
      browser.screenshot("service.png");
      if (REPLACES_IMAGES) {
        Files.write(IMAGES.resolve("service.png"), browser.screenshot());
      }
    }
  }

  private static void teach(PageBrowser browser, TeachableCollection collection, Film film)
      throws IOException {
    browser.await(() -> browser.find("#test").isDisplayed());
    for (Press press : STORY) {
      ask(browser, press);
      film.take(press, 100);
      int from = browser.results().indexOf(press.result());
      long known = rounds(collection);
      browser.press(() -> browser.button(press.result(), press.mark()));
      browser.await(() -> rounds(collection) > known);
      browser.await(() -> browser.text("#message").startsWith("Learnt from"));
      int to = browser.results().indexOf(press.result());
      if (press.mark().equals("better")) {
        assertThat(to).as(press.toString()).isBetween(0, from - 1);
      } else {
        assertThat(to == -1 || to > from).as(press + " is now at " + to).isTrue();
      }
      if (REPLACES_IMAGES) {
        awaitTest(browser, collection);
      }
      film.take(press, 250);
    }
    awaitTest(browser, collection);
  }

  private static long rounds(TeachableCollection collection) {
    return collection.learnt().progress().rounds();
  }

  private static void ask(PageBrowser browser, Press press) {
    browser.search(press.words());
    if (press.like() != null) {
      browser.press(() -> browser.button(press.like(), "similar"));
      browser.await(
          () ->
              browser.text("#mode").contains(press.like())
                  && browser.text("#message").startsWith("Say which")
                  && !browser.results().contains(press.like()));
    }
    browser.driver().executeScript("scrollTo(0, 0)");
  }

  /** Waits until the page shows the test of what was learnt last. */
  private static void awaitTest(PageBrowser browser, TeachableCollection collection) {
    String rounds = Long.toString(rounds(collection));
    browser.await(() -> rounds.equals(browser.find("#test-gain").getDomAttribute("data-round")));
  }

  /** The animated picture of the README, where it is wanted. */
  private static final class Film implements AutoCloseable {

    // all of them would take more than a megabyte
    private static final List<Press> SHOWN = STORY.subList(4, STORY.size());

    private final PageBrowser browser;
    private final AnimatedGif gif;
    private final Path file = Path.of("target", "teaching.gif");

    Film(PageBrowser browser) throws IOException {
      this.browser = browser;
      if (REPLACES_IMAGES) {
        browser.size(1000, 640, false);
        gif = new AnimatedGif(file);
      } else {
        gif = null;
      }
    }

    void take(Press press, int hundredths) throws IOException {
      if (gif != null && SHOWN.contains(press)) {
        browser.driver().executeScript("scrollTo(0, 0)");
        gif.add(browser.screenshot(), hundredths);
      }
    }

    @Override
    public void close() throws IOException {
      if (gif != null) {
        gif.close();
        Files.copy(file, IMAGES.resolve("teaching.gif"), StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }
}

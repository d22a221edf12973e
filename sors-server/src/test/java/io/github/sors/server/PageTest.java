package io.github.sors.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.samples.Emoji;
import io.github.sors.server.collection.CollectionLimits;
import io.github.sors.server.collection.ComparisonDraft;
import io.github.sors.server.collection.RequestKey;
import io.github.sors.server.collection.StoredItem;
import io.github.sors.server.collection.live.TeachableCollection;
import io.github.sors.server.http.RequestLimits;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** The page in a real browser. Screenshots are left in {@code target/screenshots}. */
class PageTest {

  @TempDir static Path folder;
  private static SorsService service;
  private static PageBrowser browser;

  @BeforeAll
  static void start() throws IOException {
    browser = PageBrowser.start();
    service = serve(folder.resolve("emoji"), null);
  }

  /** A service of the demo; a model to start from, or null. */
  static SorsService serve(Path collection, Path model) throws IOException {
    EmojiDemo demo = new EmojiDemo(Emoji.records());
    return SorsService.start(
        collection,
        EmojiDemo.SETTINGS,
        model,
        CollectionLimits.DEFAULT,
        demo.items(),
        new HttpServer.Options("127.0.0.1", 0, null, false, true, RequestLimits.DEFAULT)
            .withCollections(collection.resolveSibling(collection.getFileName() + "-further"))
            .withAbout(demo.about()));
  }

  @AfterAll
  static void stop() throws IOException {
    if (browser != null) {
      browser.close();
    }
    if (service != null) {
      service.close();
    }
  }

  private static String address(SorsService of) {
    return "http://127.0.0.1:" + of.port() + "/";
  }

  @BeforeEach
  void open() {
    browser.desktop();
    browser.open(address(service));
  }

  /** The comparisons that were learnt and published. */
  private static long taught(SorsService of) {
    return of.collection().learnt().progress().rounds();
  }

  private static void teach(String id, String mark) {
    long known = taught(service);
    browser.press(() -> browser.button(id, mark));
    browser.await(() -> taught(service) > known);
    browser.await(() -> browser.text("#message").startsWith("Learnt from"));
  }

  private static void undo() {
    long known = taught(service);
    browser.press(() -> browser.find("#undo"));
    browser.await(() -> taught(service) < known);
    browser.await(() -> browser.text("#message").startsWith("Undone"));
  }

  @Test
  void itSaysWhatItIsAndOffersQueries() throws IOException {
    assertThat(browser.text("#purpose"))
        .startsWith("A search that you teach:")
        .containsPattern("This collection holds [\\d,]+ emoji in \\d+ groups");
    assertThat(browser.findAll(".example")).hasSizeGreaterThan(3);
    browser.press(() -> browser.find(".example"));
    browser.await(() -> browser.results().contains("🎉 party popper"));
    assertThat(browser.find("#query").getDomProperty("value")).isEqualTo("birthday party");
    assertThat(browser.find("#undo").isDisplayed()).as("nothing was taught here").isFalse();

    WebElement about = browser.find("#about-button");
    assertThat(about.getDomAttribute("aria-expanded")).isEqualTo("false");
    about.click();
    assertThat(about.getDomAttribute("aria-expanded")).isEqualTo("true");
    assertThat(browser.text("#about")).contains("How it is tested");
    browser.await(() -> browser.text("#summary").contains(" rounds of adasors-2"));
    browser.screenshot("about.png");
    about.click();
    assertThat(browser.find("#about").isDisplayed()).isFalse();
  }

  @Test
  void aPressMovesTheResultSaysWhyAndCanBeUndone() throws IOException {
    browser.search("birthday party");
    List<String> before = browser.results();
    String pressed = before.get(5);
    teach(pressed, "better");
    List<String> after = browser.results();
    assertThat(after.indexOf(pressed)).isLessThan(5);
    assertThat(browser.text("#message"))
        .contains(pressed + " moved from 6th to ")
        .containsPattern("“(birthday|party) → \\w+” gained weight\\.$");
    assertThat(browser.findAll(".moved")).isNotEmpty();
    assertThat(browser.button(pressed, "better").getAccessibleName())
        .isEqualTo("Better: " + pressed);
    assertThat(browser.button(pressed, "better").getDomAttribute("aria-pressed")).isEqualTo("true");
    browser.await(() -> !browser.findAll("#pairs li").isEmpty());

    WebElement why = browser.button(pressed, "why");
    assertThat(why.getDomAttribute("aria-expanded")).isEqualTo("false");
    browser.press(() -> browser.button(pressed, "why"));
    browser.await(() -> !browser.findAll(".reasons li").isEmpty());
    assertThat(browser.button(pressed, "why").getDomAttribute("aria-expanded")).isEqualTo("true");
    undo();
    browser.await(() -> browser.results().equals(before));
    assertThat(browser.find("#undo").isDisplayed()).isFalse();
    browser.assertNoErrorsInTheConsole();
  }

  @Test
  void undoForgetsOnlyWhatThisPageHasTaught() {
    browser.search("music");
    teach(browser.results().get(4), "better");
    long own = taught(service);
    service
        .collection()
        .teach(
            List.of(new ComparisonDraft("🐶 dog face", null, "🐱 cat face", "🌭 hot dog")),
            RequestKey.NONE)
        .join();
    long pairs = own + 1;
    browser.await(() -> taught(service) == pairs);
    undo();
    assertThat(service.collection().taughtItems()).contains("🐱 cat face");
    assertThat(browser.find("#undo").isDisplayed()).as("the rest is not ours").isFalse();
    service.collection().undo(RequestKey.NONE).join();
    assertThat(service.collection().taughtItems()).doesNotContain("🐱 cat face");
  }

  @Test
  void theGroupsTeachAndOtherSearchesGain(@TempDir Path other) throws Exception {
    try (SorsService second = serve(other.resolve("emoji"), null)) {
      browser.open(address(second));
      browser.await(() -> browser.find("#test").isDisplayed());
      int start = gained(browser);
      assertThat(start).isZero();
      for (int press = 1; press <= 2; press++) {
        long known = taught(second);
        browser.press(() -> browser.find("#teach-labels"));
        browser.await(() -> taught(second) >= known + 200);
        browser.await(() -> browser.text("#message").startsWith("Learnt from 200 comparisons"));
      }
      long rounds = second.collection().learnt().progress().rounds();
      browser.await(
          () ->
              String.valueOf(rounds)
                  .equals(browser.find("#test-gain").getDomAttribute("data-round")));
      assertThat(gained(browser)).isPositive();
      browser.await(() -> browser.find("#quality").isDisplayed());
      browser.leave();
    }
  }

  /** The right answers that the page says were gained. */
  static int gained(PageBrowser browser) {
    String text = browser.text("#test-gain");
    return text.contains("(")
        ? Integer.parseInt(text.replaceAll(".*\\((.*)\\)", "$1").replace('−', '-').replace("+", ""))
        : 0;
  }

  /** Teaches that items of one label are alike. */
  private static void teachLabels(TeachableCollection collection, int comparisons) {
    SplittableRandom random = new SplittableRandom(1);
    List<StoredItem> items =
        collection.items().stream().sorted(Comparator.comparing(StoredItem::id)).toList();
    List<ComparisonDraft> batch = new ArrayList<>();
    while (batch.size() < comparisons) {
      StoredItem query = items.get(random.nextInt(items.size()));
      StoredItem better = items.get(random.nextInt(items.size()));
      StoredItem worse = items.get(random.nextInt(items.size()));
      if (!query.id().equals(better.id())
          && query.label().equals(better.label())
          && !query.label().equals(worse.label())) {
        batch.add(new ComparisonDraft(query.id(), null, better.id(), worse.id()));
      }
    }
    collection.teach(batch, RequestKey.NONE).join();
  }

  @Test
  void qualityVersionsAndCollectionsAreShown(@TempDir Path other) throws Exception {
    try (SorsService second = serve(other.resolve("emoji"), null)) {
      teachLabels(second.collection(), 600);
      browser.open(address(second));
      browser.await(
          () ->
              browser.find("#quality").isDisplayed()
                  && browser.text("#quality-text").contains("before it was learnt"));
      assertThat(browser.text("#quality-start-text")).endsWith("%");
      assertThat(browser.find("#collection-choice").isDisplayed()).as("there is one").isFalse();

      browser.press(() -> browser.find("#versions-part summary"));
      browser.find("#version-name").sendKeys("good", Keys.ENTER);
      browser.await(() -> browser.text("#message").startsWith("Saved “good”"));
      browser.await(() -> browser.text("#versions").contains("good"));
      long marked = taught(second);
      browser.search("music");
      browser.press(() -> browser.findAll(".hit .better").get(3));
      browser.await(() -> browser.text("#message").startsWith("Learnt"));
      browser.await(() -> taught(second) > marked);
      browser.press(() -> browser.find("#versions .rollback"));
      browser.driver().switchTo().alert().accept();
      browser.await(() -> browser.text("#message").startsWith("Back at “good”"));
      browser.await(() -> taught(second) == marked);

      assertThat(put(address(second) + "api/collections/shop")).isEqualTo(201);
      browser.open(address(second));
      browser.await(() -> browser.find("#collection-choice").isDisplayed());
      browser.find("#collection option[value=shop]").click();
      browser.await(() -> browser.text("#holds").equals("This collection holds 0 items."));
      assertThat(browser.driver().getCurrentUrl()).endsWith("?collection=shop");
      browser.await(() -> browser.text("#message").contains("/api/collections/shop/items"));
      browser.assertNoErrorsInTheConsole();
      browser.leave();
    }
  }

  private static int put(String address) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address))
            .header("Content-Type", "application/json")
            .PUT(HttpRequest.BodyPublishers.ofString("{}"))
            .build();
    return HttpClient.newHttpClient()
        .send(request, HttpResponse.BodyHandlers.discarding())
        .statusCode();
  }

  @Test
  void aMarkIsLearntOnceAndCanBeTurnedIntoTheOther() {
    browser.search("sad face");
    String id = browser.results().get(6);
    teach(id, "better");
    long once = taught(service);
    browser.press(() -> browser.button(id, "better"));
    browser.await(() -> browser.text("#message").contains("is marked as better already"));
    assertThat(taught(service)).isEqualTo(once);
    // the only one that is marked so far, so it must not be compared with itself
    browser.press(() -> browser.button(id, "worse"));
    browser.await(() -> taught(service) > once);
    browser.await(
        () ->
            browser.text("#message").startsWith("Learnt from")
                && browser.text("#message").contains(id));
    browser.assertNoErrorsInTheConsole();
    undo();
    undo();
  }

  private static int post(String path, String body) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + service.port() + path))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    return HttpClient.newHttpClient()
        .send(request, HttpResponse.BodyHandlers.discarding())
        .statusCode();
  }

  @Test
  void anItemTitledAsMarkupIsShownAsText() throws Exception {
    String title = "<script>document.title='owned'</script><img src=x onerror=alert(1)>";
    String item =
        RunningService.JSON
            .createObjectNode()
            .put("id", "<b>bold</b>")
            .put("title", title)
            .put("text", "zzyzx zzyzx")
            .put("label", "<i>label</i>")
            .toString();
    assertThat(post("/api/items", item)).isEqualTo(200);
    browser.search("zzyzx");
    browser.await(() -> browser.results().get(0).equals("<b>bold</b>"));
    assertThat(browser.text(".hit .title")).contains(title, "<i>label</i>");
    assertThat(browser.driver().getTitle()).isEqualTo("sors: a search that you teach");
    assertThat(browser.findAll(".hit script, .hit img, .hit i")).isEmpty();
    browser.press(() -> browser.find(".hit .similar"));
    browser.await(() -> browser.text("#mode-text").contains(title));
    browser.assertNoErrorsInTheConsole();
    service.collection().remove("<b>bold</b>").join();
  }

  @Test
  void itCanBeUsedWithTabAndEnterAlone() {
    browser.tabTo("#query");
    browser.type("cat", Keys.ENTER);
    browser.await(() -> browser.text("#message").startsWith("Say which"));
    List<String> before = browser.results();
    long known = taught(service);
    browser.tabTo(".hit:nth-child(3) .better");
    browser.type(Keys.ENTER);
    browser.await(() -> taught(service) > known);
    browser.await(() -> browser.text("#message").startsWith("Learnt from"));
    assertThat(browser.focused().getAccessibleName())
        .as("the focus stays with the result")
        .isEqualTo("Better: " + before.get(2));
    browser.tabTo(".why");
    browser.type(Keys.SPACE);
    browser.await(() -> !browser.findAll(".reasons").isEmpty());
    browser.tabTo("#undo");
    browser.type(Keys.ENTER);
    browser.await(() -> taught(service) == known);
    browser.await(() -> browser.text("#message").startsWith("Undone"));
    browser.await(() -> browser.results().equals(before));
  }

  @Test
  void itHasKeysOfItsOwn() {
    browser.search("island");
    browser.type(Keys.ESCAPE);
    browser.type("j");
    browser.type("j");
    assertThat(browser.focused().getDomAttribute("data-id")).isEqualTo(browser.results().get(1));
    long known = taught(service);
    browser.type("w");
    browser.await(() -> taught(service) > known);
    browser.await(() -> browser.text("#message").startsWith("Learnt"));
    browser.type("u");
    browser.await(() -> taught(service) == known);
    browser.await(() -> browser.text("#message").startsWith("Undone"));
    browser.type("/");
    assertThat(browser.focused().getDomAttribute("id")).isEqualTo("query");
  }

  @Test
  void onAPhoneTheConfirmationIsInView() throws IOException {
    browser.phone();
    browser.open(address(service));
    browser.search("birthday party");
    browser.assertNothingSticksOut();
    String last = browser.results().get(browser.results().size() - 1);
    teach(last, "better");
    assertThat(browser.isInView("#message")).isTrue();
    assertThat(browser.isInView("#undo")).isTrue();
    browser.screenshot("phone.png");
    browser.assertNothingSticksOut();
    undo();
  }

  @Test
  void nothingSeriousIsFoundByAxe() throws IOException {
    browser.dark(false);
    assertAccessible("light-desktop");
    browser.dark(true);
    browser.phone();
    assertAccessible("dark-phone");
    browser.dark(false);
  }

  private static void assertAccessible(String state) throws IOException {
    browser.open(address(service));
    browser.await(() -> browser.find("#test").isDisplayed());
    browser.assertAccessible(state + ", before a search");
    browser.search("feeling sick");
    teach(browser.results().get(4), "better");
    browser.press(() -> browser.find(".hit .why"));
    browser.await(() -> !browser.findAll(".reasons li").isEmpty());
    browser.await(() -> !browser.findAll("#pairs li").isEmpty());
    browser.driver().executeScript("scrollTo(0, 0)");
    browser.screenshot(state + ".png");
    browser.press(() -> browser.find("#about-button"));
    browser.press(() -> browser.find("#numbers-part summary"));
    browser.press(() -> browser.find("#versions-part summary"));
    browser.assertAccessible(state + ", everything open");
    browser.assertNothingSticksOut();
    undo();
  }

  @Test
  void wordsThatNoItemHasAreToldOf() {
    browser.find("#query").sendKeys("漢字", Keys.ENTER);
    browser.await(() -> browser.text("#message").contains("No item has any of these words"));
    browser.find("#query").clear();
    browser.find("#query").sendKeys(Keys.ENTER);
    browser.await(() -> browser.text("#message").equals("Type what you are looking for."));
  }

  @Test
  void whatACollectionStartedFromIsShown(@TempDir Path other) throws Exception {
    Path model = other.resolve("emoji.sors");
    HttpRequest download =
        HttpRequest.newBuilder(URI.create(address(service) + "api/model/file")).build();
    HttpClient.newHttpClient().send(download, HttpResponse.BodyHandlers.ofFile(model));
    try (SorsService second = serve(other.resolve("collection"), model)) {
      browser.open(address(second));
      browser.press(() -> browser.find("#about-button"));
      browser.await(() -> browser.text("#summary").endsWith(", started from emoji.sors"));
      browser.leave();
    }
  }
}

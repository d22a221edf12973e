package io.github.sors.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.data.builtin.PlaceNames;
import io.github.sors.server.collection.CollectionLimits;
import io.github.sors.server.collection.CollectionSettings;
import io.github.sors.server.collection.ComparisonDraft;
import io.github.sors.server.collection.RequestKey;
import io.github.sors.server.collection.StoredItem;
import io.github.sors.server.collection.TeachableCollection;
import io.github.sors.server.http.HttpServer;
import io.github.sors.server.http.RequestLimits;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.logging.Level;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.ElementClickInterceptedException;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/**
 * The page in a real browser. Screenshots are left in {@code target/screenshots}; with {@code
 * -Dsors.screenshot=true} the one that the README shows is replaced.
 */
class PageTest {

  private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
  private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
  private static final Path SCREENSHOTS = Path.of("target", "screenshots");

  @TempDir static Path folder;
  private static SorsService service;
  private static ChromeDriver browser;

  @BeforeAll
  static void start() throws IOException {
    Assumptions.assumeTrue(
        Files.isExecutable(CHROMIUM) && Files.isExecutable(DRIVER),
        "the page is tested where Debian's chromium and chromium-driver are installed");
    service = serve(folder.resolve("places"), null, 1500);
    ChromeOptions options = new ChromeOptions();
    options.setBinary(CHROMIUM.toString());
    options.addArguments(
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--lang=en",
        // rows that move cannot be pressed
        "--force-prefers-reduced-motion");
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    options.setCapability("goog:loggingPrefs", logs);
    browser =
        new ChromeDriver(
            new ChromeDriverService.Builder().usingDriverExecutable(DRIVER.toFile()).build(),
            options);
  }

  /** A service with so many place names; a model to start from, or null. */
  private static SorsService serve(Path collection, Path model, int places) throws IOException {
    return SorsService.start(
        collection,
        CollectionSettings.DEFAULT.withAnalyzer("ngrams-1-3"),
        model,
        CollectionLimits.DEFAULT,
        ItemSource.ofRowNames(PlaceNames.sample(places, 1)),
        new HttpServer.Options("127.0.0.1", 0, null, false, true, RequestLimits.DEFAULT)
            .withCollections(collection.resolveSibling(collection.getFileName() + "-further")));
  }

  @AfterAll
  static void stop() throws IOException {
    if (browser != null) {
      browser.quit();
    }
    if (service != null) {
      service.close();
    }
  }

  @BeforeEach
  void open() {
    browser.manage().window().setSize(new Dimension(1280, 900));
    browser.get("http://127.0.0.1:" + service.port() + "/");
    await(() -> text("#summary").contains("items"));
  }

  private static void await(Supplier<Boolean> condition) {
    long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (System.nanoTime() < deadline) {
      try {
        if (condition.get()) {
          return;
        }
      } catch (StaleElementReferenceException e) {
        // the list was drawn anew meanwhile: looked at again
      }
      Thread.onSpinWait();
    }
    assertThat(condition.get()).as("within 20 seconds, message: " + text("#message")).isTrue();
  }

  /** Presses what is found, as soon as nothing lies over it. */
  private static void press(Supplier<WebElement> found) {
    await(
        () -> {
          try {
            found.get().click();
            return true;
          } catch (ElementClickInterceptedException e) {
            return false;
          }
        });
  }

  private static WebElement find(String selector) {
    return browser.findElement(By.cssSelector(selector));
  }

  private static String text(String selector) {
    return find(selector).getText();
  }

  private static List<String> titles() {
    return browser.findElements(By.cssSelector(".hit")).stream()
        .map(hit -> hit.getDomAttribute("data-id"))
        .toList();
  }

  private static void search(String words) {
    find("#query").clear();
    find("#query").sendKeys(words, Keys.ENTER);
    await(() -> text("#message").startsWith("Say which") && !titles().isEmpty());
  }

  private static long chartPoints() {
    String points = find("#chart-loss").getDomAttribute("data-points");
    return points == null ? 0 : Long.parseLong(points);
  }

  private static void screenshot(String name) throws IOException {
    browser.executeScript("scrollTo(0, 0)");
    Files.createDirectories(SCREENSHOTS);
    Files.write(SCREENSHOTS.resolve(name), browser.getScreenshotAs(OutputType.BYTES));
  }

  private static void assertNoErrorsInTheConsole() {
    List<String> errors =
        browser.manage().logs().get(LogType.BROWSER).getAll().stream()
            .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
            .map(LogEntry::getMessage)
            .toList();
    assertThat(errors).isEmpty();
  }

  @Test
  void aPressChangesTheRankingTheChartsAndTheReasonsAndUndoTakesItBack() throws IOException {
    search("finland");
    List<String> before = titles();
    long points = chartPoints();
    long taughtBefore = taught();
    for (int press = 0; press < 4; press++) {
      long known = taught();
      press(() -> browser.findElements(By.cssSelector(".hit .better:not([aria-disabled])")).get(5));
      await(() -> taught() > known);
      await(() -> text("#message").startsWith("Learnt"));
      long after = service.collection().learnt().progress().rounds();
      await(() -> text("#summary").contains(after + " rounds"));
    }
    assertThat(titles()).isNotEqualTo(before);
    assertThat(browser.findElements(By.cssSelector(".moved"))).isNotEmpty();
    await(() -> chartPoints() > points);
    await(() -> !browser.findElements(By.cssSelector("#pairs path")).isEmpty());
    await(() -> find("#map-figure").isDisplayed());
    press(() -> find(".hit .why"));
    await(() -> !browser.findElements(By.cssSelector(".reasons li")).isEmpty());
    screenshot("desktop.png");
    browser.manage().window().setSize(new Dimension(390, 844));
    search("finland");
    press(() -> find(".hit .why"));
    await(() -> !browser.findElements(By.cssSelector(".reasons li")).isEmpty());
    long wide =
        (Long) browser.executeScript("return document.documentElement.scrollWidth - innerWidth");
    assertThat(wide).as("nothing sticks out on a phone").isLessThanOrEqualTo(0);
    screenshot("phone.png");
    browser.manage().window().setSize(new Dimension(1280, 900));

    for (int press = 0; press < 4; press++) {
      long known = taught();
      await(() -> find("#undo").isEnabled());
      press(() -> find("#undo"));
      await(() -> taught() < known);
      await(() -> text("#message").startsWith("Undone"));
    }
    assertThat(taught()).isEqualTo(taughtBefore);
    await(() -> titles().equals(before));
    assertNoErrorsInTheConsole();
  }

  /** The comparisons that were taught, learnt or held out. */
  private static long taught() {
    return taught(service);
  }

  private static long taught(SorsService of) {
    return of.collection().learnt().progress().rounds() + of.collection().heldOutComparisons();
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
      if (query != better
          && query.label().equals(better.label())
          && !query.label().equals(worse.label())) {
        batch.add(new ComparisonDraft(query.id(), null, better.id(), worse.id()));
      }
    }
    for (int from = 0; from < comparisons; from += 50) {
      List<ComparisonDraft> part = batch.subList(from, Math.min(from + 50, comparisons));
      collection.teach(part, RequestKey.NONE).join();
    }
  }

  @Test
  void qualityVersionsAndCollectionsAreShown(@TempDir Path other) throws Exception {
    try (SorsService second = serve(other.resolve("places"), null, 1500)) {
      String address = "http://127.0.0.1:" + second.port() + "/";
      teachLabels(second.collection(), 600);
      browser.get(address);
      await(() -> find("#quality").isDisplayed() && text("#quality-text").contains("held-out"));
      assertThat(text("#quality-start-text")).endsWith("%");
      assertThat(find("#collection-choice").isDisplayed()).as("there is one only").isFalse();

      press(() -> find("#versions-part summary"));
      find("#version-name").sendKeys("good", Keys.ENTER);
      await(() -> text("#message").startsWith("Marked “good”"));
      await(() -> text("#versions").contains("good"));
      long marked = taught(second);
      search("finland");
      press(() -> browser.findElements(By.cssSelector(".hit .better")).get(3));
      await(() -> text("#message").startsWith("Learnt") && taught(second) > marked);
      press(() -> find(".hit .why"));
      await(() -> !browser.findElements(By.cssSelector(".reasons li")).isEmpty());
      screenshot("service.png");
      if (Boolean.getBoolean("sors.screenshot")) {
        Path shown = Path.of("..", "docs", "images", "service.png");
        Files.copy(SCREENSHOTS.resolve("service.png"), shown, StandardCopyOption.REPLACE_EXISTING);
      }
      press(() -> find("#versions .rollback"));
      browser.switchTo().alert().accept();
      await(() -> text("#message").startsWith("Back at “good”"));
      assertThat(taught(second)).isEqualTo(marked);

      assertThat(put(address + "api/collections/shop")).isEqualTo(201);
      browser.get(address);
      await(() -> find("#collection-choice").isDisplayed());
      find("#collection option[value=shop]").click();
      await(() -> text("#summary").startsWith("0 items"));
      assertThat(browser.getCurrentUrl()).endsWith("?collection=shop");
      await(() -> text("#message").contains("/api/collections/shop/items"));
      assertNoErrorsInTheConsole();
      browser.get("about:blank");
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

  /** A button of an item, wherever it stands now. */
  private static WebElement button(String id, String mark) {
    return browser.findElements(By.cssSelector(".hit")).stream()
        .filter(hit -> id.equals(hit.getDomAttribute("data-id")))
        .findFirst()
        .orElseThrow()
        .findElement(By.cssSelector("." + mark));
  }

  @Test
  void aMarkIsLearntOnceAndCanBeTurnedIntoTheOther() {
    search("norway");
    String id = titles().get(2);
    long before = taught();
    press(() -> button(id, "better"));
    await(() -> taught() > before);
    await(() -> "true".equals(button(id, "better").getDomAttribute("aria-disabled")));
    await(() -> text("#message").startsWith("Learnt"));
    long once = taught();
    press(() -> button(id, "better"));
    await(() -> text("#message").contains("is marked as better already"));
    assertThat(taught()).isEqualTo(once);
    // the only one that is marked so far, so it must not be compared with itself
    press(() -> button(id, "worse"));
    await(() -> taught() > once);
    await(() -> text("#message").contains("is worse than"));
    assertNoErrorsInTheConsole();
    for (int press = 0; press < 2; press++) {
      long known = taught();
      await(() -> find("#undo").isEnabled());
      press(() -> find("#undo"));
      await(() -> taught() < known);
      await(() -> text("#message").startsWith("Undone"));
    }
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
    search("zzyzx");
    await(() -> titles().get(0).equals("<b>bold</b>"));
    assertThat(text(".hit .title")).contains(title, "<i>label</i>");
    assertThat(browser.getTitle()).isEqualTo("sors: teach it what is alike");
    assertThat(browser.findElements(By.cssSelector(".hit script, .hit img, .hit i"))).isEmpty();
    press(() -> find(".hit .similar"));
    await(() -> text("#mode-text").contains(title));
    assertNoErrorsInTheConsole();
  }

  @Test
  void itCanBeUsedByKeyboardAlone() {
    search("island");
    find("#query").sendKeys(Keys.ESCAPE);
    browser.switchTo().activeElement().sendKeys("j");
    browser.switchTo().activeElement().sendKeys("j");
    WebElement focused = browser.switchTo().activeElement();
    assertThat(focused.getDomAttribute("data-id")).isEqualTo(titles().get(1));
    long known = taught();
    focused.sendKeys("w");
    await(() -> taught() > known);
    await(() -> text("#message").startsWith("Learnt"));
    await(() -> find("#undo").isEnabled());
    browser.switchTo().activeElement().sendKeys("u");
    await(() -> taught() == known);
    browser.switchTo().activeElement().sendKeys("/");
    assertThat(browser.switchTo().activeElement().getDomAttribute("id")).isEqualTo("query");
  }

  @Test
  void wordsThatNoItemHasAreToldOf() {
    find("#query").sendKeys("漢字", Keys.ENTER);
    await(() -> text("#message").contains("No item has any of these words"));
    find("#query").clear();
    find("#query").sendKeys(Keys.ENTER);
    await(() -> text("#message").equals("Type what you look for."));
  }

  @Test
  void whatACollectionStartedFromIsShown(@TempDir Path other) throws Exception {
    Path model = other.resolve("places.sors");
    HttpRequest download =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + service.port() + "/api/model/file"))
            .build();
    HttpClient.newHttpClient().send(download, HttpResponse.BodyHandlers.ofFile(model));
    try (SorsService second = serve(other.resolve("collection"), model, 100)) {
      assertThat(text("#summary")).doesNotContain("started from");
      browser.get("http://127.0.0.1:" + second.port() + "/");
      await(() -> text("#summary").endsWith(", started from places.sors"));
      browser.get("about:blank");
    }
  }
}

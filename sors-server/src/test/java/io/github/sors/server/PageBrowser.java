package io.github.sors.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.logging.Level;
import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.By;
import org.openqa.selenium.ElementClickInterceptedException;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** A real browser that shows the page. */
final class PageBrowser implements AutoCloseable {

  private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
  private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
  private static final Path SCREENSHOTS = Path.of("target", "screenshots");
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final ChromeDriver driver;

  private PageBrowser(ChromeDriver driver) {
    this.driver = driver;
  }

  /** Starts a browser; whoever calls is skipped where there is none. */
  static PageBrowser start() {
    Assumptions.assumeTrue(
        Files.isExecutable(CHROMIUM) && Files.isExecutable(DRIVER),
        "the page is tested where Debian's chromium and chromium-driver are installed");
    ChromeOptions options = new ChromeOptions();
    options.setBinary(CHROMIUM.toString());
    options.addArguments(
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--lang=en",
        "--hide-scrollbars",
        // rows that move cannot be pressed
        "--force-prefers-reduced-motion");
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    options.setCapability("goog:loggingPrefs", logs);
    PageBrowser browser =
        new PageBrowser(
            new ChromeDriver(
                new ChromeDriverService.Builder().usingDriverExecutable(DRIVER.toFile()).build(),
                options));
    browser.desktop();
    return browser;
  }

  void desktop() {
    size(1280, 900, false);
  }

  void phone() {
    size(390, 844, true);
  }

  void size(int width, int height, boolean mobile) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", mobile));
  }

  void dark(boolean dark) {
    Map<String, String> scheme =
        Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light");
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of(
            "features",
            List.of(scheme, Map.of("name", "prefers-reduced-motion", "value", "reduce"))));
  }

  /** Opens the page of a service and waits until it shows what the collection holds. */
  void open(String address) {
    driver.get(address);
    await(() -> text("#holds").contains("holds"));
  }

  void leave() {
    driver.get("about:blank");
  }

  ChromeDriver driver() {
    return driver;
  }

  /** Waits until something is so; looks again where the list was drawn anew meanwhile. */
  void await(Supplier<Boolean> condition) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() < deadline) {
      try {
        if (condition.get()) {
          return;
        }
      } catch (StaleElementReferenceException e) {
        // the list was drawn anew meanwhile
      }
      pause();
    }
    assertThat(condition.get()).as("in time; the page says: " + text("#message")).isTrue();
  }

  private static void pause() {
    try {
      Thread.sleep(20);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Presses what is found, as soon as nothing lies over it. */
  void press(Supplier<WebElement> found) {
    await(
        () -> {
          try {
            WebElement element = found.get();
            driver.executeScript("arguments[0].scrollIntoView({block: 'center'})", element);
            element.click();
            return true;
          } catch (ElementClickInterceptedException e) {
            return false;
          }
        });
  }

  /** Presses a key wherever the focus is. */
  void type(CharSequence... keys) {
    new Actions(driver).sendKeys(keys).perform();
  }

  WebElement focused() {
    return driver.switchTo().activeElement();
  }

  /** Presses Tab until an element has the focus that matches. */
  void tabTo(String selector) {
    for (int tabs = 0; tabs < 60; tabs++) {
      if (matches(selector)) {
        return;
      }
      type(Keys.TAB);
    }
    assertThat(matches(selector)).as("the focus comes to " + selector).isTrue();
  }

  private boolean matches(String selector) {
    return (Boolean)
        driver.executeScript("return document.activeElement.matches(arguments[0])", selector);
  }

  WebElement find(String selector) {
    return driver.findElement(By.cssSelector(selector));
  }

  List<WebElement> findAll(String selector) {
    return driver.findElements(By.cssSelector(selector));
  }

  String text(String selector) {
    return find(selector).getText();
  }

  /** The ids of the results, in their order. */
  List<String> results() {
    return findAll(".hit").stream().map(hit -> hit.getDomAttribute("data-id")).toList();
  }

  /** A button of a result, wherever it stands now. */
  WebElement button(String id, String control) {
    return findAll(".hit").stream()
        .filter(hit -> id.equals(hit.getDomAttribute("data-id")))
        .findFirst()
        .orElseThrow(() -> new AssertionError(id + " is not among " + results()))
        .findElement(By.cssSelector("." + control));
  }

  void search(String words) {
    find("#query").clear();
    find("#query").sendKeys(words, Keys.ENTER);
    await(() -> text("#message").startsWith("Say which") && !results().isEmpty());
  }

  /** Fails if axe-core finds something serious or critical. */
  void assertAccessible(String state) throws IOException {
    try (InputStream script = PageBrowser.class.getResourceAsStream("/axe.min.js")) {
      driver.executeScript(new String(script.readAllBytes(), StandardCharsets.UTF_8));
    }
    Object found =
        driver.executeAsyncScript(
            "const done = arguments[arguments.length - 1];"
                + "axe.run(document).then(result => done(result.violations"
                + ".filter(found => found.impact === 'serious' || found.impact === 'critical')"
                + ".map(found => found.id + ' at ' + found.nodes.map(node => node.target + ': '"
                + " + node.failureSummary).join(', '))))");
    assertThat((List<?>) found).as(state).isEmpty();
  }

  void assertNothingSticksOut() {
    long wide =
        (Long) driver.executeScript("return document.documentElement.scrollWidth - innerWidth");
    assertThat(wide).as("what sticks out, in pixels").isLessThanOrEqualTo(0);
  }

  boolean isInView(String selector) {
    return (Boolean)
        driver.executeScript(
            "const box = document.querySelector(arguments[0]).getBoundingClientRect();"
                + "return box.height > 0 && box.top >= 0 && box.bottom <= innerHeight",
            selector);
  }

  void assertNoErrorsInTheConsole() {
    List<String> errors =
        driver.manage().logs().get(LogType.BROWSER).getAll().stream()
            .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
            .map(LogEntry::getMessage)
            .toList();
    assertThat(errors).isEmpty();
  }

  byte[] screenshot() {
    return driver.getScreenshotAs(OutputType.BYTES);
  }

  /** Leaves a picture of what is in view in {@code target/screenshots}. */
  Path screenshot(String name) throws IOException {
    Files.createDirectories(SCREENSHOTS);
    return Files.write(SCREENSHOTS.resolve(name), screenshot());
  }

  @Override
  public void close() {
    driver.quit();
  }
}

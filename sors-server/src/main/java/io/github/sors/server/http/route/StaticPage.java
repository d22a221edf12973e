package io.github.sors.server.http.route;

import io.github.sors.server.http.exchange.Exchange;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** The files of the page: a fixed list from the class path, so URLs cannot reach other files. */
public final class StaticPage {

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record PageFile(String type, byte[] content) {}

  private final Map<String, PageFile> files = new LinkedHashMap<>();

  public StaticPage() {
    add("/", "index.html", "text/html; charset=utf-8");
    add("/page.css", "page.css", "text/css; charset=utf-8");
    add("/page.js", "page.js", "text/javascript; charset=utf-8");
    add("/charts.js", "charts.js", "text/javascript; charset=utf-8");
    add("/icon.svg", "icon.svg", "image/svg+xml");
    add("/api/openapi.json", "openapi.json", "application/json");
  }

  private void add(String path, String name, String type) {
    try (InputStream in = StaticPage.class.getResourceAsStream("/io/github/sors/server/" + name)) {
      if (in == null) {
        throw new IllegalStateException("the class path has no " + name);
      }
      files.put(path, new PageFile(type, in.readAllBytes()));
    } catch (IOException e) {
      throw new UncheckedIOException("the class path cannot be read", e);
    }
  }

  public Iterable<String> paths() {
    return files.keySet();
  }

  public void answer(String path, Exchange exchange) {
    PageFile file = Objects.requireNonNull(files.get(path), path);
    exchange.header("Cache-Control", "no-cache").contentType(file.type()).answer(file.content());
  }
}

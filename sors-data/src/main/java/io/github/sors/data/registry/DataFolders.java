package io.github.sors.data.registry;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The folders that contain data sets, each in a folder with its name.
 *
 * <p>Threads: immutable. Failures: null throws {@link NullPointerException}.
 *
 * @param given the folder in the environment variable {@code SORS_DATA}, if it is set
 * @param cache the folder for downloads
 */
public record DataFolders(Optional<Path> given, Path cache) {

  /** The environment variable that names a folder of data sets. */
  public static final String VARIABLE = "SORS_DATA";

  public DataFolders {
    Objects.requireNonNull(given, "given");
    Objects.requireNonNull(cache, "cache");
  }

  /** The folders of this process. */
  public static DataFolders ofThisProcess() {
    return of(
        System.getenv(), System.getProperty("os.name"), Path.of(System.getProperty("user.home")));
  }

  /**
   * Returns the folders for an environment. The cache is {@code $XDG_CACHE_HOME/sors} where that
   * variable is set, else the system's usual place: {@code ~/Library/Caches/sors} on macOS, {@code
   * %LOCALAPPDATA%\sors} on Windows, {@code ~/.cache/sors} elsewhere.
   */
  public static DataFolders of(Map<String, String> environment, String system, Path home) {
    return new DataFolders(
        variable(environment, VARIABLE), cacheRoot(environment, system, home).resolve("sors"));
  }

  private static Path cacheRoot(Map<String, String> environment, String system, Path home) {
    // XDG requires that relative paths are ignored
    Optional<Path> xdg = variable(environment, "XDG_CACHE_HOME").filter(Path::isAbsolute);
    if (xdg.isPresent()) {
      return xdg.get();
    }
    String systemName = system.toLowerCase(Locale.ROOT);
    if (systemName.startsWith("mac")) {
      return home.resolve("Library").resolve("Caches");
    }
    if (systemName.startsWith("windows")) {
      return variable(environment, "LOCALAPPDATA")
          .orElseGet(() -> home.resolve("AppData").resolve("Local"));
    }
    return home.resolve(".cache");
  }

  private static Optional<Path> variable(Map<String, String> environment, String name) {
    return Optional.ofNullable(environment.get(name))
        .filter(value -> !value.isBlank())
        .map(Path::of);
  }

  /** The folders in the order in which they are searched. */
  public List<Path> all() {
    return given.map(folder -> List.of(folder, cache)).orElseGet(() -> List.of(cache));
  }
}

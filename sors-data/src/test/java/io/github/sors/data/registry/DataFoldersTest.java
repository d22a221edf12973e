package io.github.sors.data.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DataFoldersTest {

  private static final Path HOME = Path.of("/home/someone");

  @Test
  void theGivenFolderComesBeforeTheCache() {
    DataFolders folders = DataFolders.of(Map.of("SORS_DATA", "/data"), "Linux", HOME);
    assertThat(folders.all()).containsExactly(Path.of("/data"), HOME.resolve(".cache/sors"));
  }

  @Test
  void withoutTheVariableThereIsOnlyTheCache() {
    assertThat(DataFolders.of(Map.of(), "Linux", HOME).all())
        .containsExactly(HOME.resolve(".cache/sors"));
    assertThat(DataFolders.of(Map.of("SORS_DATA", " "), "Linux", HOME).given()).isEmpty();
  }

  @Test
  void theCacheIsWhereTheSystemHasIt() {
    assertThat(DataFolders.of(Map.of(), "Mac OS X", HOME).cache())
        .isEqualTo(HOME.resolve("Library/Caches/sors"));
    assertThat(DataFolders.of(Map.of("LOCALAPPDATA", "/local"), "Windows 11", HOME).cache())
        .isEqualTo(Path.of("/local/sors"));
    assertThat(DataFolders.of(Map.of(), "Windows 11", HOME).cache())
        .isEqualTo(HOME.resolve("AppData/Local/sors"));
  }

  @Test
  void theVariableOfTheSystemMovesTheCacheIfItIsAbsolute() {
    assertThat(DataFolders.of(Map.of("XDG_CACHE_HOME", "/fast"), "Linux", HOME).cache())
        .isEqualTo(Path.of("/fast/sors"));
    assertThat(DataFolders.of(Map.of("XDG_CACHE_HOME", "fast"), "Linux", HOME).cache())
        .isEqualTo(HOME.resolve(".cache/sors"));
  }

  @Test
  void thisProcessHasACache() {
    assertThat(DataFolders.ofThisProcess().cache()).isAbsolute().endsWithRaw(Path.of("sors"));
  }
}

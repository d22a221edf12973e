package io.github.sors.lab.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.InvalidInputException;
import io.github.sors.tune.CannotTrainException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResultStoreTest {

  private static final Map<String, String> KEY = Map.of("data", "d", "method", "m", "seed", "1");

  @TempDir private Path folder;

  @Test
  void findsWhatItSaved() throws IOException {
    ResultStore store = new ResultStore(folder);
    assertThat(store.find(KEY)).isEmpty();
    CellResult saved = failed();
    store.save(saved);
    assertThat(store.find(KEY)).contains(saved);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "{}",
        "{\"key\": {\"data\": \"d\", \"method\": \"m\", \"seed\": \"1\"}}",
        "not JSON"
      })
  void refusesAFileThatIsNoResult(String content) throws IOException {
    ResultStore store = new ResultStore(folder);
    store.save(failed());
    try (var files = Files.list(folder)) {
      Files.writeString(files.findFirst().orElseThrow(), content);
    }
    assertThatThrownBy(() -> store.find(KEY))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageEndingWith(
            "is not a result of this study: remove it, and it will be computed again");
  }

  private static CellResult failed() {
    return new CellResult(
        KEY, null, new CellResult.Failure(CannotTrainException.Cause.TIME, "too slow", 1));
  }
}

package io.github.sors.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the launchers say about the code is true of it: Java does not complain if it is not. */
class LauncherTest {

  private static final Pattern METHOD = Pattern.compile("((?:store\\.)?\\w+)::(\\w+)");

  @Test
  void theMethodsThatAreNotCompiledIntoTheirCallersExist() throws Exception {
    List<MatchResult> unix = methods(Path.of("src/main/launcher/launch.sh"));
    List<MatchResult> windows = methods(Path.of("../sors-distribution/src/main/launcher/sors.cmd"));
    assertThat(unix).isNotEmpty();
    assertThat(windows).extracting(MatchResult::group).isEqualTo(groups(unix));
    for (MatchResult method : unix) {
      Class<?> type = Class.forName("io.github.sors.matrix." + method.group(1));
      assertThat(Stream.of(type.getDeclaredMethods()).map(Method::getName))
          .contains(method.group(2));
    }
  }

  private static List<MatchResult> methods(Path launcher) throws Exception {
    return METHOD.matcher(Files.readString(launcher)).results().toList();
  }

  private static List<String> groups(List<MatchResult> matches) {
    return matches.stream().map(MatchResult::group).toList();
  }
}

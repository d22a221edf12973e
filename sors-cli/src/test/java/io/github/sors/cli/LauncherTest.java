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

  private static final Pattern METHOD = Pattern.compile("dontinline,([\\w.]+)::(\\w+)");

  @Test
  void theMethodThatIsNotCompiledIntoItsCallersExists() throws Exception {
    List<MatchResult> unix = methods(Path.of("src/main/launcher/launch.sh"));
    List<MatchResult> windows = methods(Path.of("../sors-distribution/src/main/launcher/sors.cmd"));
    assertThat(unix).hasSize(1);
    assertThat(windows).hasSize(1);
    assertThat(windows.get(0).group()).isEqualTo(unix.get(0).group());
    Class<?> type = Class.forName(unix.get(0).group(1));
    assertThat(Stream.of(type.getDeclaredMethods()).map(Method::getName))
        .contains(unix.get(0).group(2));
  }

  private static List<MatchResult> methods(Path launcher) throws Exception {
    return METHOD.matcher(Files.readString(launcher)).results().toList();
  }
}

package io.github.sors.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.Runtime.Version;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JavaAdviceTest {

  private static final List<String> G1 = List.of("G1 Young Generation", "G1 Old Generation");

  @ParameterizedTest
  @ValueSource(strings = {"25", "25+36", "25.0.1+8-LTS", "25.0.2", "25.0.2.1", "25-ea"})
  void early25WithG1IsWarnedOf(String version) {
    assertThat(JavaAdvice.warning(Version.parse(version), G1))
        .contains(version, "reported", "25.0.3");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"17.0.20.1+1-1-deb12u1-Debian", "21.0.2", "24.0.1", "25.0.3+9-LTS", "25.1", "26"})
  void othersAreNot(String version) {
    assertThat(JavaAdvice.warning(Version.parse(version), G1)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"PS Scavenge", "ZGC Minor Cycles", "Copy"})
  void otherCollectorsAreNot(String collector) {
    assertThat(JavaAdvice.warning(Version.parse("25.0.1"), List.of(collector))).isEmpty();
  }
}

package io.github.sors.data.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.data.Dataset;
import java.io.File;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class PlaceNamesTest {

  private static Dataset data;

  @BeforeAll
  static void load() {
    data = PlaceNames.load();
  }

  @Test
  void hasManyNamesOfManyLanguages() {
    // 17 has 61,767 names of 195 languages with 27,783 features; later versions have more
    assertThat(data.name()).isEqualTo("place-names");
    assertThat(data.size()).isBetween(55_000, 100_000);
    assertThat(data.classCount()).isBetween(180, 300);
    assertThat(data.dimension()).isBetween(24_000, 45_000);
    assertThat(Set.copyOf(data.featureNames())).hasSize(data.dimension());
    assertThat(Set.copyOf(data.classNames())).hasSize(data.classCount());
  }

  @Test
  void aRowIsANameWithTheLanguageItIsWrittenIn() {
    assertThat(namesIn("German")).contains("Deutschland", "Schweiz", "Isländisch");
    assertThat(namesIn("French")).contains("Allemagne", "islandais").doesNotContain("Germany");
    assertThat(namesIn("Greek")).contains("Γερμανία");
  }

  @Test
  void everyLanguageHasEnoughNamesAndNoneTwice() {
    for (String language : data.classNames()) {
      List<String> names = namesIn(language);
      assertThat(names).as(language).hasSizeGreaterThan(30);
      assertThat(Set.copyOf(names)).as(language).hasSameSizeAs(names);
    }
  }

  @Test
  void englishNamesAreThoseOfEnglishOnly() {
    assertThat(namesIn("English")).contains("Germany", "Peru", "Icelandic");
    // German says Peru as well, but so does a language without a name of its own
    assertThat(namesIn("German")).doesNotContain("Peru");
    // the JDK has few names in Bemba and falls back to English for the others
    assertThat(namesIn("Bemba")).doesNotContain("Germany", "Peru", "Icelandic");
  }

  @Test
  void noNameIsACode() {
    Set<String> names = new HashSet<>(data.rowNames());
    assertThat(Locale.getISOCountries()).noneMatch(names::contains);
  }

  @Test
  void aLanguageOfTwoScriptsHasItsNamesInBoth() {
    assertThat(namesIn("Serbian")).contains("Немачка", "Nemačka");
    assertThat(data.classNames()).contains("Chinese").doesNotContain("Serbian (Latin)");
  }

  @Test
  void theSameLanguageUnderTwoCodesIsOneClass() {
    assertThat(data.classNames()).contains("Norwegian Bokmål").doesNotContain("Norwegian");
    Set<List<String>> distinct = new HashSet<>();
    for (String language : data.classNames()) {
      assertThat(distinct.add(namesIn(language))).as(language).isTrue();
    }
  }

  @Test
  void theFeaturesOfARowAreTheGramsOfItsName() {
    int row = data.rowNames().indexOf("Deutschland");
    List<String> features =
        IntStream.range(0, data.vector(row).size())
            .mapToObj(k -> data.featureNames().get(data.vector(row).index(k)))
            .toList();
    assertThat(features).contains("^de", "nd$", "sch", "d").doesNotContain("^", "$", "De");
    assertThat(data.vectors()).noneMatch(vector -> vector.size() == 0);
  }

  @Test
  void theDefaultLocaleMakesNoDifference() {
    Locale before = Locale.getDefault();
    try {
      // the i of Turkish becomes other letters in the other case
      Locale.setDefault(Locale.forLanguageTag("tr-TR"));
      Dataset again = PlaceNames.load();
      assertThat(again.hash()).isEqualTo(data.hash());
      assertThat(again.rowNames()).isEqualTo(data.rowNames());
      assertThat(again.featureNames()).isEqualTo(data.featureNames());
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void aSampleHasTheSameFeaturesAndClasses() {
    Dataset sample = PlaceNames.sample(12_000, 1);
    assertThat(sample.size()).isEqualTo(12_000);
    assertThat(sample.featureNames()).isEqualTo(data.featureNames());
    assertThat(sample.classNames()).isEqualTo(data.classNames());
    assertThat(sample.labels()).contains(IntStream.range(0, data.classCount()).toArray());
  }

  @Test
  void aRuntimeWithoutTheNamesIsToldWhatItLacks() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--limit-modules",
                "java.base",
                "-cp",
                String.join(
                    File.pathSeparator,
                    locationOf(PlaceNames.class),
                    locationOf(io.github.sors.SparseVector.class),
                    locationOf(Load.class)),
                Load.class.getName())
            .redirectErrorStream(true)
            .start();
    String output;
    try (InputStream stream = process.getInputStream()) {
      output = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }
    assertThat(process.waitFor()).as(output).isEqualTo(1);
    assertThat(output).contains("InvalidInputException", "jdk.localedata", "use a full JDK");
  }

  /** Loads the names in a JVM of its own. */
  static final class Load {
    public static void main(String[] arguments) {
      PlaceNames.load();
    }
  }

  private static String locationOf(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
  }

  private static List<String> namesIn(String language) {
    int label = data.classNames().indexOf(language);
    assertThat(label).as(language).isNotNegative();
    return IntStream.range(0, data.size())
        .filter(row -> data.label(row) == label)
        .mapToObj(data::rowName)
        .toList();
  }
}

package io.github.sors.data.builtin;

import io.github.sors.InvalidInputException;
import io.github.sors.data.Dataset;
import io.github.sors.data.StratifiedSample;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * The built-in data set {@code place-names}: the names of countries and languages in all languages
 * that the JDK knows.
 *
 * <p>A row is a name, such as "Deutschland" or "isländisch"; its class is the language that it is
 * written in; its features are the character 1- to 3-grams that at least 5 names have, counted, of
 * the name in lower case between the marks {@code ^} and {@code $}. The names come from the Unicode
 * locale data in the JDK's module {@code jdk.localedata}, so their number differs with the version
 * of Java; the same JDK always gives the same rows in the same order, whatever the default locale
 * is.
 *
 * <ul>
 *   <li>The classes are the languages; one that is written in two scripts, as Serbian is, has the
 *       names in both, which share no feature at all. A language whose names are all those of
 *       another, as Norwegian's and Bokmål's, is not counted twice.
 *   <li>Regional variants (Austrian German) are not read: they change few names and take most of
 *       the time.
 *   <li>A name is left out where it is the English one, except in English: in most languages that
 *       means that the JDK has no name of its own. So is a name that is only a code.
 *   <li>The same name twice in a language, as of a country and of its language, is one row. A name
 *       that has none of the features is left out.
 *   <li>Languages with fewer than 40 names are left out, so that a fifth of the rows, seven in ten
 *       of them for learning, still leaves two to rank.
 * </ul>
 *
 * <p>Threads: any thread may call it. Failures: a Java without the names throws {@link
 * io.github.sors.InvalidInputException}, a negative size {@link IllegalArgumentException}.
 */
public final class PlaceNames {

  /** The name of the data set. */
  public static final String NAME = "place-names";

  private static final String MODULE = "jdk.localedata";
  private static final int FEWEST_NAMES = 40;
  private static final int FEWEST_NAMES_WITH_FEATURE = 5;

  /** A language, in English, and its names in all its scripts in ascending order. */
  private record Language(String name, SortedSet<String> names) {}

  /** A country or a language: its code, what it is called in English, and in any language. */
  private record Thing(String code, Set<String> englishNames, Function<Locale, String> nameIn) {

    static Thing of(String code, Function<Locale, String> nameIn) {
      Set<String> englishNames = new HashSet<>();
      englishNames.add(nameIn.apply(Locale.ENGLISH));
      // the JDK's fallback: also English, but sometimes spelt differently
      englishNames.add(nameIn.apply(Locale.ROOT));
      return new Thing(code, englishNames, nameIn);
    }
  }

  private PlaceNames() {}

  /**
   * Returns all names; takes two to three seconds, most of them for the JDK to load the names.
   *
   * @throws InvalidInputException if this Java runtime comes without the names
   */
  public static Dataset load() {
    List<String> classNames = new ArrayList<>();
    List<String> names = new ArrayList<>();
    List<Integer> labels = new ArrayList<>();
    for (Language language : languages()) {
      for (String name : language.names()) {
        names.add(name);
        labels.add(classNames.size());
      }
      classNames.add(language.name());
    }
    CharacterGrams grams = CharacterGrams.of(names, FEWEST_NAMES_WITH_FEATURE);
    Dataset all =
        new Dataset(
            NAME,
            grams.vectors(),
            labels.stream().mapToInt(Integer::intValue).toArray(),
            classNames,
            grams.features(),
            names);
    return all.select(
        IntStream.range(0, all.size()).filter(row -> all.vector(row).size() > 0).toArray());
  }

  /**
   * Returns some of the names, every language keeping its share, see {@link StratifiedSample}; the
   * features are those of all names.
   *
   * @throws InvalidInputException if this Java runtime comes without the names
   */
  public static Dataset sample(int size, long seed) {
    return StratifiedSample.of(load(), size, seed);
  }

  private static List<Language> languages() {
    if (ModuleLayer.boot().findModule(MODULE).isEmpty()) {
      throw new InvalidInputException(
          "the data set "
              + NAME
              + " needs a Java runtime with the module "
              + MODULE
              + ", and the one in "
              + System.getProperty("java.home")
              + " was made or started without it: use a full JDK, or add the module to the image");
    }
    List<Thing> things = things();
    SortedMap<String, SortedSet<String>> namesByCode = new TreeMap<>();
    for (Locale locale : Locale.getAvailableLocales()) {
      if (isLanguage(locale)) {
        namesByCode
            .computeIfAbsent(locale.getLanguage(), code -> new TreeSet<>())
            .addAll(names(things, locale));
      }
    }
    Set<SortedSet<String>> known = new HashSet<>();
    List<Language> languages = new ArrayList<>();
    namesByCode.forEach(
        (code, names) -> {
          if (names.size() >= FEWEST_NAMES && known.add(names)) {
            String name = Locale.forLanguageTag(code).getDisplayLanguage(Locale.ENGLISH);
            languages.add(new Language(name, names));
          }
        });
    return languages;
  }

  /** Whether a locale is a language, in its usual script or in another. */
  private static boolean isLanguage(Locale locale) {
    return !locale.getLanguage().isEmpty()
        && locale.getCountry().isEmpty()
        && locale.getVariant().isEmpty()
        && !locale.hasExtensions();
  }

  private static List<Thing> things() {
    List<Thing> things = new ArrayList<>();
    for (String code : Locale.getISOCountries()) {
      things.add(Thing.of(code, new Locale.Builder().setRegion(code).build()::getDisplayCountry));
    }
    for (String code : Locale.getISOLanguages()) {
      things.add(Thing.of(code, Locale.forLanguageTag(code)::getDisplayLanguage));
    }
    return things;
  }

  private static SortedSet<String> names(List<Thing> things, Locale locale) {
    boolean english = locale.getLanguage().equals(Locale.ENGLISH.getLanguage());
    SortedSet<String> names = new TreeSet<>();
    for (Thing thing : things) {
      String name = thing.nameIn().apply(locale);
      if (!name.equals(thing.code()) && (english || !thing.englishNames().contains(name))) {
        names.add(name);
      }
    }
    return names;
  }
}

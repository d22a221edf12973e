package io.github.sors.lucene.text;

import io.github.sors.InvalidInputException;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.ar.ArabicAnalyzer;
import org.apache.lucene.analysis.bg.BulgarianAnalyzer;
import org.apache.lucene.analysis.bn.BengaliAnalyzer;
import org.apache.lucene.analysis.br.BrazilianAnalyzer;
import org.apache.lucene.analysis.ca.CatalanAnalyzer;
import org.apache.lucene.analysis.cjk.CJKAnalyzer;
import org.apache.lucene.analysis.ckb.SoraniAnalyzer;
import org.apache.lucene.analysis.core.KeywordAnalyzer;
import org.apache.lucene.analysis.core.SimpleAnalyzer;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.analysis.cz.CzechAnalyzer;
import org.apache.lucene.analysis.da.DanishAnalyzer;
import org.apache.lucene.analysis.de.GermanAnalyzer;
import org.apache.lucene.analysis.el.GreekAnalyzer;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.es.SpanishAnalyzer;
import org.apache.lucene.analysis.et.EstonianAnalyzer;
import org.apache.lucene.analysis.eu.BasqueAnalyzer;
import org.apache.lucene.analysis.fa.PersianAnalyzer;
import org.apache.lucene.analysis.fi.FinnishAnalyzer;
import org.apache.lucene.analysis.fr.FrenchAnalyzer;
import org.apache.lucene.analysis.ga.IrishAnalyzer;
import org.apache.lucene.analysis.gl.GalicianAnalyzer;
import org.apache.lucene.analysis.hi.HindiAnalyzer;
import org.apache.lucene.analysis.hu.HungarianAnalyzer;
import org.apache.lucene.analysis.hy.ArmenianAnalyzer;
import org.apache.lucene.analysis.id.IndonesianAnalyzer;
import org.apache.lucene.analysis.it.ItalianAnalyzer;
import org.apache.lucene.analysis.lt.LithuanianAnalyzer;
import org.apache.lucene.analysis.lv.LatvianAnalyzer;
import org.apache.lucene.analysis.ne.NepaliAnalyzer;
import org.apache.lucene.analysis.ngram.NGramTokenizer;
import org.apache.lucene.analysis.nl.DutchAnalyzer;
import org.apache.lucene.analysis.no.NorwegianAnalyzer;
import org.apache.lucene.analysis.pt.PortugueseAnalyzer;
import org.apache.lucene.analysis.ro.RomanianAnalyzer;
import org.apache.lucene.analysis.ru.RussianAnalyzer;
import org.apache.lucene.analysis.sr.SerbianAnalyzer;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.analysis.sv.SwedishAnalyzer;
import org.apache.lucene.analysis.ta.TamilAnalyzer;
import org.apache.lucene.analysis.te.TeluguAnalyzer;
import org.apache.lucene.analysis.th.ThaiAnalyzer;
import org.apache.lucene.analysis.tr.TurkishAnalyzer;

/**
 * Lucene's analyzers by name: how a text becomes terms.
 *
 * <p>Threads: any thread may call it. An analyzer may be shared. Failures: an unknown name throws
 * {@link io.github.sors.InvalidInputException} with all names.
 */
public final class Analyzers {

  private static final Map<String, Supplier<Analyzer>> KNOWN = new TreeMap<>();
  private static final Pattern GRAMS = Pattern.compile("ngrams-([1-9])-([1-9])");

  static {
    KNOWN.put("standard", StandardAnalyzer::new);
    KNOWN.put("simple", SimpleAnalyzer::new);
    KNOWN.put("whitespace", WhitespaceAnalyzer::new);
    KNOWN.put("keyword", KeywordAnalyzer::new);
    KNOWN.put("arabic", ArabicAnalyzer::new);
    KNOWN.put("armenian", ArmenianAnalyzer::new);
    KNOWN.put("basque", BasqueAnalyzer::new);
    KNOWN.put("bengali", BengaliAnalyzer::new);
    KNOWN.put("brazilian", BrazilianAnalyzer::new);
    KNOWN.put("bulgarian", BulgarianAnalyzer::new);
    KNOWN.put("catalan", CatalanAnalyzer::new);
    KNOWN.put("cjk", CJKAnalyzer::new);
    KNOWN.put("czech", CzechAnalyzer::new);
    KNOWN.put("danish", DanishAnalyzer::new);
    KNOWN.put("dutch", DutchAnalyzer::new);
    KNOWN.put("english", EnglishAnalyzer::new);
    KNOWN.put("estonian", EstonianAnalyzer::new);
    KNOWN.put("finnish", FinnishAnalyzer::new);
    KNOWN.put("french", FrenchAnalyzer::new);
    KNOWN.put("galician", GalicianAnalyzer::new);
    KNOWN.put("german", GermanAnalyzer::new);
    KNOWN.put("greek", GreekAnalyzer::new);
    KNOWN.put("hindi", HindiAnalyzer::new);
    KNOWN.put("hungarian", HungarianAnalyzer::new);
    KNOWN.put("indonesian", IndonesianAnalyzer::new);
    KNOWN.put("irish", IrishAnalyzer::new);
    KNOWN.put("italian", ItalianAnalyzer::new);
    KNOWN.put("latvian", LatvianAnalyzer::new);
    KNOWN.put("lithuanian", LithuanianAnalyzer::new);
    KNOWN.put("nepali", NepaliAnalyzer::new);
    KNOWN.put("norwegian", NorwegianAnalyzer::new);
    KNOWN.put("persian", PersianAnalyzer::new);
    KNOWN.put("portuguese", PortugueseAnalyzer::new);
    KNOWN.put("romanian", RomanianAnalyzer::new);
    KNOWN.put("russian", RussianAnalyzer::new);
    KNOWN.put("serbian", SerbianAnalyzer::new);
    KNOWN.put("sorani", SoraniAnalyzer::new);
    KNOWN.put("spanish", SpanishAnalyzer::new);
    KNOWN.put("swedish", SwedishAnalyzer::new);
    KNOWN.put("tamil", TamilAnalyzer::new);
    KNOWN.put("telugu", TeluguAnalyzer::new);
    KNOWN.put("thai", ThaiAnalyzer::new);
    KNOWN.put("turkish", TurkishAnalyzer::new);
  }

  private Analyzers() {}

  /**
   * The analyzer of a name: {@code standard} (words, lower case), a language such as {@code
   * english} (stop words and stemming too), {@code simple}, {@code whitespace}, {@code keyword}
   * (the text as one term), or {@code ngrams-2-4} (runs of 2 to 4 characters, for short strings).
   *
   * @throws InvalidInputException if there is none of this name
   */
  public static Analyzer named(String name) {
    Matcher grams = GRAMS.matcher(name);
    if (grams.matches()) {
      int shortest = Integer.parseInt(grams.group(1));
      int longest = Integer.parseInt(grams.group(2));
      if (shortest <= longest) {
        return new CharacterGrams(shortest, longest);
      }
    }
    Supplier<Analyzer> known = KNOWN.get(name);
    if (known == null) {
      throw new InvalidInputException(
          "expected one of the analyzers "
              + String.join(", ", KNOWN.keySet())
              + ", or one such as ngrams-2-4, found '"
              + name
              + "'");
    }
    return known.get();
  }

  private static final class CharacterGrams extends Analyzer {

    private final int shortest;
    private final int longest;

    CharacterGrams(int shortest, int longest) {
      this.shortest = shortest;
      this.longest = longest;
    }

    @Override
    protected TokenStreamComponents createComponents(String field) {
      NGramTokenizer grams = new NGramTokenizer(shortest, longest);
      return new TokenStreamComponents(grams, new LowerCaseFilter(grams));
    }
  }
}

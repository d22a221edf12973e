package io.github.sors.lucene.text;

import java.io.IOException;
import java.util.Map;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/**
 * Counts the terms that an analyzer finds in texts.
 *
 * <p>Threads: any thread may count, each into a map of its own. Failures: an unknown analyzer
 * throws {@link io.github.sors.InvalidInputException}.
 */
public final class TermCounter {

  private final Analyzer analyzer;

  TermCounter(Analyzer analyzer) {
    this.analyzer = analyzer;
  }

  /**
   * Counts with an analyzer of {@link Analyzers}.
   *
   * @throws io.github.sors.InvalidInputException if there is none of that name
   */
  public static TermCounter of(String analyzerName) {
    return new TermCounter(Analyzers.named(analyzerName));
  }

  /** Adds the terms of a text to some counts, each name with a prefix. */
  public void count(String text, String prefix, Map<String, Integer> counts) {
    try (TokenStream terms = analyzer.tokenStream("", text)) {
      CharTermAttribute term = terms.addAttribute(CharTermAttribute.class);
      terms.reset();
      while (terms.incrementToken()) {
        counts.merge(prefix + term, 1, Integer::sum);
      }
      terms.end();
    } catch (IOException e) {
      throw new IllegalStateException("a text in memory can be read", e);
    }
  }
}

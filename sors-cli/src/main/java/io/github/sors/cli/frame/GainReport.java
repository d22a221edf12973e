package io.github.sors.cli.frame;

import io.github.sors.data.fit.FeedbackSplit;
import io.github.sors.eval.Gain;
import io.github.sors.eval.Verdict;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What learning gained on held-out feedback, for people, for programs, and for the record in the
 * model.
 *
 * @param verdict the gains, and whether what was learnt is what the model ranks by
 * @param share the share that was held out
 * @param startName what the start is
 * @param tried what was learnt, in words
 */
public record GainReport(Verdict verdict, double share, String startName, String tried) {

  /** Prints what was found in words and as a table. */
  public void print(Console console) {
    console.print("");
    Formatting.wrapped(sentence() + ":", TextTable.SCREEN).forEach(console::print);
    new GainTable("start", "learnt", verdict.gains()).print(console);
  }

  private String sentence() {
    Gain gain = verdict.deciding();
    String found =
        gain.isEnough()
            ? finding()
                + " on "
                + Formatting.count(gain.heldOut())
                + " held-out "
                + gain.unit()
                + ", which nothing was learnt from or chosen on"
            : FeedbackSplit.tooFew(gain.heldOut(), gain.unit(), share);
    if (verdict.kept()) {
      return found;
    }
    return found + "; so the start is kept (" + startName + "), and not " + tried;
  }

  private String finding() {
    for (Gain gain : verdict.gains()) {
      if (gain.isHarm()) {
        return "worse beyond chance in " + gain.measure();
      }
    }
    if (!verdict.deciding().isBeyondChance()) {
      return "no gain beyond chance";
    }
    // each fold of a ranking has a choice of its own
    return verdict.kept()
        ? "gain"
        : "no one way of learning is clearly better than the start, although what the folds chose"
            + " gains";
  }

  /** The gain that decides, for the record in the model; fractions, not per cent. */
  public Map<String, String> facts() {
    Gain gain = verdict.deciding();
    Map<String, String> facts = new TreeMap<>();
    facts.put("gainMeasure", gain.measure());
    facts.put("gainStart", fraction(gain.start()));
    facts.put("gainLearnt", fraction(gain.learnt()));
    facts.put("gainLow", fraction(gain.low()));
    facts.put("gainHigh", fraction(gain.high()));
    facts.put("gainHeldOut", gain.heldOut() + " " + gain.unit());
    facts.put("gainKept", Boolean.toString(verdict.kept()));
    return facts;
  }

  private static String fraction(double value) {
    return String.format(Locale.ROOT, "%.6f", value);
  }

  /** The same for programs. */
  public void putInto(Map<String, Object> result) {
    Gain deciding = verdict.deciding();
    Map<String, Object> gain = GainTable.numbers(deciding);
    gain.put("heldOut", deciding.heldOut());
    gain.put("unit", deciding.unit());
    gain.put("kept", verdict.kept());
    result.put("gain", gain);
    result.put("measures", new GainTable("start", "learnt", verdict.gains()).asMap());
  }
}

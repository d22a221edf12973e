package io.github.sors.lucene.text;

import io.github.sors.InvalidInputException;
import io.github.sors.data.item.Item;
import io.github.sors.data.item.ItemSource;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One pass over a collection that counts features, after one that finds its columns if no columns
 * of text are given.
 *
 * <p>Memory depends on the number of features, not on the number of records. Above {@value
 * #MOST_FEATURES} features the rarest are dropped, those of a single record first, so that misspelt
 * words cannot fill the memory; of numbers a sample is kept.
 */
final class VectorizerFit {

  private static final Logger LOGGER = System.getLogger(VectorizerFit.class.getPackageName());
  private static final int MOST_FEATURES = 1 << 22;
  private static final int SAMPLE = 1 << 14;

  private final VectorizerOptions options;
  private final int mostFeatures;
  // of all records; empty if the columns of text are given
  private final Set<String> columns;
  private final Map<String, int[]> recordsHaving = new HashMap<>();
  private final int[] recordsHashed;
  private final Map<String, Sample> samples = new LinkedHashMap<>();
  // of the first record's columns; null before it
  private @Nullable FeatureExtractor extractor;
  private List<String> textColumns = List.of();
  private int forgotten = 1;
  private long records;
  // what BM25 needs
  private long recordsWithTerms;
  private long terms;

  private VectorizerFit(VectorizerOptions options, int mostFeatures, Set<String> columns) {
    this.options = options;
    this.mostFeatures = mostFeatures;
    this.columns = columns;
    recordsHashed = new int[options.hashBits() == 0 ? 0 : 1 << options.hashBits()];
    options.numberColumns().forEach(column -> samples.put(column, new Sample()));
  }

  static Vectorizer fit(ItemSource source, VectorizerOptions options) throws IOException {
    return fit(source, options, MOST_FEATURES);
  }

  static Vectorizer fit(ItemSource source, VectorizerOptions options, int mostFeatures)
      throws IOException {
    Set<String> columns = new LinkedHashSet<>();
    if (options.textColumns().isEmpty()) {
      // a column that only later records have, such as a title, is text too
      source.forEach(row -> columns.addAll(row.fields().keySet()));
    }
    VectorizerFit fit = new VectorizerFit(options, mostFeatures, columns);
    source.forEach(fit::count);
    if (fit.records == 0) {
      throw new InvalidInputException("expected at least one record, found none");
    }
    if (fit.forgotten > 1) {
      LOGGER.log(
          Level.WARNING,
          "more than {0} different features: those that had occurred in at most {1} records were"
              + " dropped on the way; hashed features (hashBits) would all be kept",
          mostFeatures,
          fit.forgotten - 1);
    }
    return options.hashBits() == 0 ? fit.withVocabulary() : fit.withHashes();
  }

  private void count(Item row) {
    if (extractor == null) {
      textColumns = textColumns(row);
      extractor =
          new FeatureExtractor(
              Analyzers.named(options.analyzer()),
              options.weighting() == Weighting.BM25,
              textColumns,
              options.categoryColumns(),
              Map.of());
    }
    records++;
    Map<String, Integer> counts = extractor.features(row.fields(), row.id());
    if (!counts.isEmpty()) {
      recordsWithTerms++;
      terms += counts.values().stream().mapToLong(Integer::longValue).sum();
    }
    for (String feature : counts.keySet()) {
      if (options.hashBits() == 0) {
        recordsHaving.computeIfAbsent(feature, unseen -> new int[1])[0]++;
      } else {
        recordsHashed[Vectorizer.hashed(feature, options.hashBits())]++;
      }
    }
    if (recordsHaving.size() > mostFeatures) {
      int rare = forgotten++;
      recordsHaving.values().removeIf(having -> having[0] <= rare);
    }
    samples.forEach(
        (column, sample) ->
            FeatureExtractor.number(row.fields(), column, row.id()).ifPresent(sample::add));
  }

  /** The given columns of text, or all columns without another role; the first row is checked. */
  private List<String> textColumns(Item first) {
    List<String> named = new ArrayList<>(options.textColumns());
    named.addAll(options.categoryColumns());
    named.addAll(options.numberColumns());
    for (String column : named) {
      if (!first.fields().containsKey(column)) {
        throw new InvalidInputException(
            first.id()
                + ": expected a column '"
                + column
                + "', found "
                + String.join(", ", first.fields().keySet()));
      }
    }
    if (!options.textColumns().isEmpty()) {
      return options.textColumns();
    }
    return columns.stream().filter(column -> !named.contains(column)).toList();
  }

  private Vectorizer withVocabulary() {
    Map<String, NumberBins> bins = bins();
    TreeMap<String, Integer> kept = new TreeMap<>();
    recordsHaving.forEach(
        (feature, having) -> {
          if (having[0] >= options.minimumRecords()
              && having[0] <= options.maximumShare() * records) {
            kept.put(feature, having[0]);
          }
        });
    bins.forEach(
        (column, intervals) -> {
          List<String> features = intervals.features(column);
          // all intervals get about the same number of records
          features.forEach(feature -> kept.put(feature, (int) (records / features.size())));
        });
    if (kept.isEmpty()) {
      throw new InvalidInputException(
          String.format(
              Locale.ROOT,
              "expected features that occur in at least %d and at most %.0f of the %d records, found"
                  + " none: allow rarer or more frequent ones",
              options.minimumRecords(),
              Math.floor(options.maximumShare() * records),
              records));
    }
    float[] weights = new float[options.weighting().weighsFeatures() ? kept.size() : 0];
    List<String> names = new ArrayList<>(kept.size());
    kept.forEach(
        (feature, having) -> {
          if (weights.length > 0) {
            weights[names.size()] = inverseFrequency(having);
          }
          names.add(feature);
        });
    return vectorizer(bins, names, weights);
  }

  private Vectorizer withHashes() {
    float[] weights = new float[options.weighting().weighsFeatures() ? recordsHashed.length : 0];
    for (int k = 0; k < weights.length; k++) {
      weights[k] = inverseFrequency(recordsHashed[k]);
    }
    return vectorizer(bins(), List.of(), weights);
  }

  private float inverseFrequency(int having) {
    boolean bm25 = options.weighting() == Weighting.BM25;
    return options.weighting().inverseFrequency(bm25 ? recordsWithTerms : records, having);
  }

  private Map<String, NumberBins> bins() {
    Map<String, NumberBins> bins = new LinkedHashMap<>();
    samples.forEach(
        (column, sample) -> bins.put(column, NumberBins.of(sample.values(), options.bins())));
    return bins;
  }

  private Vectorizer vectorizer(Map<String, NumberBins> bins, List<String> names, float[] weights) {
    Bm25 bm25 = null;
    if (options.weighting() == Weighting.BM25) {
      float averageLength = (float) (terms / (double) Math.max(1, recordsWithTerms));
      bm25 = new Bm25((float) options.k1(), (float) options.b(), averageLength);
    }
    return new Vectorizer(
        options.analyzer(),
        options.weighting(),
        bm25,
        options.unitLength(),
        options.hashBits(),
        textColumns,
        options.categoryColumns(),
        bins,
        names,
        weights);
  }

  /** A uniform sample of a stream of numbers, the same each time. */
  private static final class Sample {

    private final double[] kept = new double[SAMPLE];
    private final SplittableRandom random = new SplittableRandom(1);
    private long seen;

    void add(double value) {
      long place = seen < SAMPLE ? seen : random.nextLong(seen + 1);
      if (place < SAMPLE) {
        kept[(int) place] = value;
      }
      seen++;
    }

    double[] values() {
      return Arrays.copyOf(kept, (int) Math.min(seen, SAMPLE));
    }
  }
}

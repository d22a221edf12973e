package io.github.sors.bench;

import io.github.sors.Normalization;
import io.github.sors.SparseVector;
import io.github.sors.data.Dataset;
import io.github.sors.data.fit.GroupFeedback;
import io.github.sors.data.fit.LabelFeedback;
import io.github.sors.data.fit.RowFeedback;
import io.github.sors.data.fit.TripletFeedback;
import io.github.sors.data.triplet.FixedTriplets;
import io.github.sors.data.triplet.RowGroups;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Random items with random feedback: nothing can be learnt that holds for other feedback. */
enum NoiseSource {
  /** One of five classes for every item. */
  LABELS {
    @Override
    RowFeedback feedback(Random random) {
      int[] labels = IntStream.range(0, ITEMS).map(item -> random.nextInt(CLASSES)).toArray();
      return new LabelFeedback(labels, IntStream.range(0, ITEMS).toArray());
    }
  },
  /** Sessions of four items. */
  GROUPS {
    @Override
    RowFeedback feedback(Random random) {
      return new GroupFeedback(
          RowGroups.of(
              ITEMS, IntStream.range(0, 150).mapToObj(group -> distinct(random, 4)).toList()));
    }
  },
  /** Ten items shown for one of a hundred queries, one of them chosen, those above it skipped. */
  CLICKS {
    @Override
    RowFeedback feedback(Random random) {
      List<int[]> triplets = new ArrayList<>();
      for (int impression = 0; impression < 400; impression++) {
        int[] shown = distinct(random, 11);
        shown[0] = random.nextInt(100);
        int chosen = 1 + random.nextInt(10);
        for (int skipped = 1; skipped < chosen; skipped++) {
          add(triplets, shown[0], shown[chosen], shown[skipped]);
        }
      }
      return listed(triplets);
    }
  },
  /** Twenty items judged for each of a hundred queries, one third of them as relevant. */
  JUDGEMENTS {
    @Override
    RowFeedback feedback(Random random) {
      List<int[]> triplets = new ArrayList<>();
      for (int query = 0; query < 100; query++) {
        int[] judged = distinct(random, 20);
        int relevant = judged.length / 3;
        for (int positive = 0; positive < relevant; positive++) {
          for (int negative = relevant; negative < judged.length; negative++) {
            add(triplets, query, judged[positive], judged[negative]);
          }
        }
      }
      return listed(triplets);
    }
  },
  /** Triplets of any three items. */
  TRIPLETS {
    @Override
    RowFeedback feedback(Random random) {
      List<int[]> triplets = new ArrayList<>();
      for (int triplet = 0; triplet < 2_000; triplet++) {
        triplets.add(distinct(random, 3));
      }
      return listed(triplets);
    }
  };

  static final int ITEMS = 300;
  private static final int CLASSES = 5;
  private static final int NUMBERS = 32;
  private static final int WORDS = 400;
  private static final int WORDS_OF_TEXT = 12;

  /** Random feedback about {@value #ITEMS} items. */
  abstract RowFeedback feedback(Random random);

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Items of random words, few of them frequent, as in texts. */
  static Dataset texts(Random random) {
    List<SparseVector> rows = new ArrayList<>();
    for (int item = 0; item < ITEMS; item++) {
      TreeMap<Integer, Float> words = new TreeMap<>();
      while (words.size() < WORDS_OF_TEXT) {
        double uniform = random.nextDouble();
        words.put((int) (WORDS * uniform * uniform), 1F);
      }
      rows.add(
          SparseVector.of(
              words.keySet().stream().mapToInt(Integer::intValue).toArray(),
              floats(words.values().stream().mapToDouble(Float::doubleValue).toArray())));
    }
    return dataset("texts", rows);
  }

  /** Items of random numbers, as embeddings are. */
  static Dataset vectors(Random random) {
    List<SparseVector> rows = new ArrayList<>();
    for (int item = 0; item < ITEMS; item++) {
      rows.add(
          SparseVector.of(
              IntStream.range(0, NUMBERS).toArray(),
              floats(random.doubles(NUMBERS).map(number -> 2 * number - 1).toArray())));
    }
    return dataset("vectors", rows);
  }

  private static Dataset dataset(String name, List<SparseVector> rows) {
    return new Dataset(
        name,
        rows.stream().map(Normalization.L2::apply).toList(),
        new int[rows.size()],
        List.of("all"),
        List.of(),
        List.of());
  }

  private static float[] floats(double[] values) {
    float[] floats = new float[values.length];
    for (int k = 0; k < floats.length; k++) {
      floats[k] = (float) values[k];
    }
    return floats;
  }

  private static int[] distinct(Random random, int count) {
    return random.ints(0, ITEMS).distinct().limit(count).toArray();
  }

  /** Adds a triplet, unless the query stands in it twice. */
  private static void add(List<int[]> triplets, int query, int positive, int negative) {
    if (query != positive && query != negative) {
      triplets.add(new int[] {query, positive, negative});
    }
  }

  private static RowFeedback listed(List<int[]> triplets) {
    return new TripletFeedback(
        FixedTriplets.of(triplets.stream().flatMapToInt(Arrays::stream).toArray()));
  }
}

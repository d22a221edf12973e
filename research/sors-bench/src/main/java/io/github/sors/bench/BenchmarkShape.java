package io.github.sors.bench;

import io.github.sors.InvalidInputException;
import io.github.sors.Normalization;
import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import io.github.sors.data.Dataset;
import io.github.sors.data.format.DatasetReader;
import io.github.sors.data.format.ReadOptions;
import io.github.sors.data.registry.LocatedData;
import io.github.sors.data.registry.Registry;
import io.github.sors.data.triplet.TripletSampler;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The shapes of data that rounds are measured on: known data sets, and generated ones. */
enum BenchmarkShape {
  PROTEIN("protein", "protein", BenchmarkShape.ROUNDS),
  GISETTE_1000("gisette1000", "gisette", BenchmarkShape.ROUNDS) {
    @Override
    LocatedData locate(Registry registry) throws IOException {
      LocatedData located = super.locate(registry);
      if (located.shape().features() != 1_000) {
        throw new InvalidInputException(
            "the data set gisette in "
                + located.folder()
                + " has "
                + located.shape().features()
                + " features, expected its first 1,000: see dense5000 for one of that size");
      }
      return located;
    }
  },
  /** As large as Gisette: every round reads 25 million entries, so fewer rounds are enough. */
  DENSE_5000("dense5000", null, 640) {
    @Override
    TripletStream load(Registry registry) {
      return new DenseTriplets(6_000, 5_000);
    }
  },
  BBC("bbc", "bbc", BenchmarkShape.ROUNDS),
  RCV1("rcv1", "rcv1", BenchmarkShape.ROUNDS),
  SECTOR("sector", "sector", BenchmarkShape.ROUNDS),
  NEWS20("news20", "news20", BenchmarkShape.ROUNDS),
  STREAM("stream", null, BenchmarkShape.ROUNDS) {
    @Override
    TripletStream load(Registry registry) {
      return new ZipfTriplets(10_000_000, 100);
    }
  };

  private static final int ROUNDS = 20_000;
  private static final long SEED = 1;

  private final String label;
  private final String dataSet;
  private final int usualRounds;

  BenchmarkShape(String label, String dataSet, int usualRounds) {
    this.label = label;
    this.dataSet = dataSet;
    this.usualRounds = usualRounds;
  }

  /** The name on the command line. */
  String label() {
    return label;
  }

  /** The default number of rounds. */
  int usualRounds() {
    return usualRounds;
  }

  /**
   * Finds a shape by its name on the command line.
   *
   * @throws InvalidInputException if there is none of that name
   */
  static BenchmarkShape parse(String label) {
    return Arrays.stream(values())
        .filter(shape -> shape.label.equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidInputException(
                    "unknown shape '" + label + "': expected one or more of " + labels()));
  }

  private static String labels() {
    return Arrays.stream(values()).map(BenchmarkShape::label).collect(Collectors.joining(", "));
  }

  /**
   * Checks that the data is available.
   *
   * @throws InvalidInputException if it is not on this machine
   */
  final void requireData(Registry registry) throws IOException {
    if (dataSet != null) {
      locate(registry);
    }
  }

  LocatedData locate(Registry registry) throws IOException {
    return registry.locate(dataSet);
  }

  /** Reads or generates the data: all rows, as unit vectors. */
  TripletStream load(Registry registry) throws IOException {
    LocatedData located = locate(registry);
    Dataset raw =
        DatasetReader.read(located.files(), ReadOptions.DEFAULT.withLabels(located.labels()));
    located.checkShape(raw);
    Dataset data = raw.map(Normalization.L2::apply);
    int[] rows = IntStream.range(0, data.size()).toArray();
    TripletSampler sampler = TripletSampler.of(data.labels(), rows, SEED);
    return new TripletStream() {
      @Override
      public Triplet triplet(long round) {
        return sampler.triplet(round, data.vectors());
      }

      @Override
      public List<SparseVector> vectors() {
        return data.vectors();
      }
    };
  }
}

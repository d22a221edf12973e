package io.github.sors.bench;

import io.github.sors.Triplet;
import io.github.sors.TripletLearner;
import io.github.sors.learn.Algorithm;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Times complete rounds on generated sparse vectors, through the public interface.
 *
 * <p>An invocation plays a thousand rounds with a new learner, so that it includes the growth of
 * the matrix, and the result does not depend on the number of invocations.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class RoundBenchmark {

  private static final int ROUNDS = 1_000;

  @Param({"sors-1", "adasors-1"})
  String algorithm;

  /** The number of features, and the number of features per vector. */
  @Param({"1000x100", "50000x50"})
  String shape;

  private Triplet[] triplets;
  private TripletLearner learner;

  @Setup
  public void generate() {
    String[] numbers = shape.split("x", 2);
    ZipfTriplets source =
        new ZipfTriplets(Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1]));
    triplets = new Triplet[ROUNDS];
    Arrays.setAll(triplets, source::triplet);
  }

  @Setup(Level.Invocation)
  public void createLearner() {
    learner = Algorithm.parse(algorithm).create(Map.of());
  }

  @Benchmark
  @OperationsPerInvocation(ROUNDS)
  public double rounds() {
    double loss = 0;
    for (Triplet triplet : triplets) {
      loss += learner.learn(triplet);
    }
    return loss;
  }
}

package io.github.sors.adapter;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The formulas of the adapter as they are written, in double precision, with all items as
 * candidates and all earlier choices learnt again.
 */
final class LiteralAdapter {

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Event(float[] query, int[] chosen, int[] skipped) {}

  private final List<float[]> items;
  private final AdapterOptions options;
  private final int dimension;
  private final double[][] matrix;
  private final double[][] means;
  private final double[][] squares;
  private final List<Event> events = new ArrayList<>();
  private int steps;

  LiteralAdapter(List<float[]> items, AdapterOptions options) {
    this.items = items;
    this.options = options;
    dimension = items.get(0).length;
    matrix = new double[dimension][dimension];
    means = new double[dimension][dimension];
    squares = new double[dimension][dimension];
    for (int k = 0; k < dimension; k++) {
      matrix[k][k] = 1;
    }
  }

  double[][] matrix() {
    return matrix;
  }

  /** Learns a choice; returns its loss before. */
  double learn(float[] query, int[] chosen, int[] skipped) {
    events.add(new Event(query, chosen, skipped));
    double[][] gradient = new double[dimension][dimension];
    double loss = 0;
    for (Event event : events) {
      loss = addGradient(event, 1.0 / events.size(), gradient);
    }
    step(gradient);
    return loss;
  }

  /** Adds the gradient of a choice's loss; returns the loss. */
  private double addGradient(Event event, double factor, double[][] gradient) {
    double[] moved = new double[dimension];
    for (int row = 0; row < dimension; row++) {
      for (int column = 0; column < dimension; column++) {
        moved[column] += matrix[row][column] * event.query()[row];
      }
    }
    double length = Math.sqrt(dot(moved, moved));
    double[] direction = Arrays.stream(moved).map(value -> value / length).toArray();
    double[] start = softmax(doubles(event.query()));
    double[] learnt = softmax(direction);
    double[] along = new double[dimension];
    double loss = 0;
    double refused = Arrays.stream(event.skipped()).mapToDouble(item -> start[item]).sum();
    for (int item = 0; item < items.size(); item++) {
      int number = item;
      boolean isChosen = Arrays.stream(event.chosen()).anyMatch(other -> other == number);
      boolean isSkipped = Arrays.stream(event.skipped()).anyMatch(other -> other == number);
      double wanted = isChosen ? 1.0 / event.chosen().length : 0;
      if (event.chosen().length == 0) {
        wanted = isSkipped ? 0 : start[item] / (1 - refused);
      }
      double target = (1 - options.trust()) * start[item] + options.trust() * wanted;
      loss -= target * Math.log(learnt[item]);
      for (int column = 0; column < dimension; column++) {
        along[column] += (learnt[item] - target) / options.temperature() * items.get(item)[column];
      }
    }
    double inDirection = dot(along, direction);
    for (int row = 0; row < dimension; row++) {
      for (int column = 0; column < dimension; column++) {
        double slope = (along[column] - inDirection * direction[column]) / length;
        gradient[row][column] += factor * weight(event) * event.query()[row] * slope;
      }
    }
    return loss;
  }

  /** 2/(the number of different queries for which an item was chosen), 1 at most; the mean. */
  private double weight(Event event) {
    return Arrays.stream(event.chosen()).mapToDouble(this::weight).average().orElse(1);
  }

  private double weight(int item) {
    long queries =
        events.stream()
            .filter(event -> Arrays.stream(event.chosen()).anyMatch(one -> one == item))
            .map(event -> Arrays.toString(event.query()))
            .distinct()
            .count();
    return Math.min(1, 2.0 / queries);
  }

  private double[] softmax(double[] query) {
    double[] shares =
        items.stream()
            .mapToDouble(item -> Math.exp(dot(query, doubles(item)) / options.temperature()))
            .toArray();
    double sum = Arrays.stream(shares).sum();
    return Arrays.stream(shares).map(share -> share / sum).toArray();
  }

  private void step(double[][] gradient) {
    steps++;
    for (int row = 0; row < dimension; row++) {
      for (int column = 0; column < dimension; column++) {
        double identity = row == column ? 1 : 0;
        double g = gradient[row][column] + 2 * options.penalty() * (matrix[row][column] - identity);
        means[row][column] = .9 * means[row][column] + .1 * g;
        squares[row][column] = .999 * squares[row][column] + .001 * g * g;
        double mean = means[row][column] / (1 - Math.pow(.9, steps));
        double square = squares[row][column] / (1 - Math.pow(.999, steps));
        matrix[row][column] -= options.rate() * 384 / dimension * mean / (Math.sqrt(square) + 1e-8);
      }
    }
  }

  private static double dot(double[] left, double[] right) {
    double sum = 0;
    for (int k = 0; k < left.length; k++) {
      sum += left[k] * right[k];
    }
    return sum;
  }

  private static double[] doubles(float[] vector) {
    double[] values = new double[vector.length];
    Arrays.setAll(values, k -> vector[k]);
    return values;
  }
}

package io.github.sors.server.http;

import io.github.sors.Model;
import io.github.sors.Similarity;
import io.github.sors.eval.RankedGroups;
import io.github.sors.eval.RankingMetrics;
import io.github.sors.io.AtomicFiles;
import io.github.sors.server.collection.LearntModel;
import io.github.sors.server.collection.StoredItem;
import io.github.sors.server.collection.TeachableCollection;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * How learning goes, over the rounds: loss, size, and mean average precision on held-out labels.
 *
 * <p>Held out are labelled items that no feedback has named; up to {@value #QUERIES} of them, the
 * same ones as long as they stay so, rank up to {@value #RANKED} others, and those of their label
 * are relevant. That is done in the background by one thread, for a tenth of its time at most.
 *
 * <p>There are at most {@value #MOST_POINTS} points: when it is full every other one goes. They are
 * for looking at, so they are saved now and then and not held to be safe.
 */
public final class LearningCurve implements AutoCloseable {

  private static final Logger LOGGER = System.getLogger(LearningCurve.class.getPackageName());
  private static final int MOST_POINTS = 400;
  private static final int QUERIES = 40;
  private static final int RANKED = 4000;
  private static final String FILE = "curve.tsv";

  /**
   * One moment.
   *
   * @param round the rounds until then
   * @param loss the mean loss of the latest rounds
   * @param nonZeros the entries of the model that are not zero
   * @param sparsity the share of those that are
   * @param meanAveragePrecision on held-out labels; not a number where there are none
   */
  public record Point(
      long round, double loss, long nonZeros, double sparsity, double meanAveragePrecision) {}

  private final TeachableCollection collection;
  private final Path file;
  private final ScheduledExecutorService evaluator =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "sors-evaluation");
            thread.setDaemon(true);
            return thread;
          });
  private final List<Point> points = new ArrayList<>();
  private final ScheduledFuture<?> evaluations;
  private Model evaluated;
  private long restUntil;

  /** Follows a collection, going on from what was saved in its folder. */
  public LearningCurve(TeachableCollection collection, Path folder) {
    this.collection = collection;
    this.file = folder.resolve(FILE);
    read();
    add(collection.learnt());
    collection.addListener(this::add);
    evaluations = evaluator.scheduleWithFixedDelay(this::evaluate, 0, 200, TimeUnit.MILLISECONDS);
  }

  private synchronized void add(LearntModel learnt) {
    long round = learnt.progress().rounds();
    // what was undone is no longer part of the way here
    points.removeIf(point -> point.round() >= round);
    points.add(
        new Point(
            round,
            learnt.recentLoss(),
            learnt.served().nonZeros(),
            learnt.served().sparsity(),
            Double.NaN));
    if (points.size() > MOST_POINTS) {
      for (int k = points.size() - 2; k > 0; k -= 2) {
        points.remove(k);
      }
    }
  }

  /** The points, by ascending round. */
  public synchronized List<Point> points() {
    return List.copyOf(points);
  }

  private void evaluate() {
    try {
      LearntModel learnt = collection.learnt();
      if (learnt.model() == evaluated || System.nanoTime() < restUntil) {
        return;
      }
      long start = System.nanoTime();
      double precision = meanAveragePrecision(learnt.model());
      evaluated = learnt.model();
      restUntil = System.nanoTime() + 9 * (System.nanoTime() - start);
      synchronized (this) {
        long round = learnt.progress().rounds();
        points.replaceAll(
            point ->
                point.round() == round
                    ? new Point(round, point.loss(), point.nonZeros(), point.sparsity(), precision)
                    : point);
      }
    } catch (RuntimeException e) {
      LOGGER.log(Level.WARNING, "the model could not be evaluated", e);
    }
  }

  private double meanAveragePrecision(Model model) {
    List<StoredItem> labelled = new ArrayList<>();
    Map<String, Integer> sizes = new HashMap<>();
    for (StoredItem item : collection.items()) {
      if (!item.label().isEmpty()) {
        labelled.add(item);
      }
    }
    // scattered, and the same each time
    labelled.sort(Comparator.comparingInt(LearningCurve::scatter).thenComparing(StoredItem::id));
    List<StoredItem> ranked = labelled.subList(0, Math.min(RANKED, labelled.size()));
    ranked.forEach(item -> sizes.merge(item.label(), 1, Integer::sum));
    Similarity.PreparedItems prepared =
        model.prepare(ranked.stream().map(StoredItem::vector).toList());
    double sum = 0;
    int queries = 0;
    for (StoredItem query : ranked) {
      if (queries < QUERIES
          && sizes.get(query.label()) > 1
          && sizes.get(query.label()) < ranked.size()
          && !collection.taughtItems().contains(query.id())) {
        sum += averagePrecision(prepared, query, ranked, sizes.get(query.label()) - 1);
        queries++;
      }
    }
    return queries == 0 ? Double.NaN : sum / queries;
  }

  private static int scatter(StoredItem item) {
    return item.id().hashCode() * 0x9e3779b9;
  }

  private static double averagePrecision(
      Similarity.PreparedItems prepared,
      StoredItem query,
      List<StoredItem> ranked,
      int relevantCount) {
    Similarity.NumberedScorer scorer = prepared.scorerFor(query.vector());
    double[] relevant = new double[relevantCount];
    double[] other = new double[ranked.size() - 1 - relevantCount];
    int relevantSeen = 0;
    int otherSeen = 0;
    for (int number = 0; number < ranked.size(); number++) {
      StoredItem item = ranked.get(number);
      if (!item.id().equals(query.id())) {
        double score = scorer.score(number);
        if (item.label().equals(query.label())) {
          relevant[relevantSeen++] = score;
        } else {
          other[otherSeen++] = score;
        }
      }
    }
    return RankingMetrics.averagePrecision(RankedGroups.of(relevant, other));
  }

  private void read() {
    if (!Files.isRegularFile(file)) {
      return;
    }
    try {
      long rounds = collection.learnt().progress().rounds();
      for (String line : Files.readAllLines(file)) {
        String[] cells = line.split("\t", -1);
        Point point =
            new Point(
                Long.parseLong(cells[0]),
                Double.parseDouble(cells[1]),
                Long.parseLong(cells[2]),
                Double.parseDouble(cells[3]),
                Double.parseDouble(cells[4]));
        if (point.round() < rounds && points.size() < MOST_POINTS) {
          points.add(point);
        }
      }
    } catch (IOException | RuntimeException e) {
      LOGGER.log(Level.WARNING, "the charts start anew: {0} can''t be read", file);
      points.clear();
    }
  }

  /** Stops evaluating and saves the points. */
  @Override
  public void close() throws IOException {
    evaluations.cancel(false);
    evaluator.shutdownNow();
    StringBuilder lines = new StringBuilder();
    for (Point point : points()) {
      lines
          .append(point.round())
          .append('\t')
          .append(point.loss())
          .append('\t')
          .append(point.nonZeros())
          .append('\t')
          .append(point.sparsity())
          .append('\t')
          .append(point.meanAveragePrecision())
          .append('\n');
    }
    byte[] bytes = lines.toString().getBytes(StandardCharsets.UTF_8);
    AtomicFiles.replace(
        file,
        channel -> {
          ByteBuffer buffer = ByteBuffer.wrap(bytes);
          while (buffer.hasRemaining()) {
            channel.write(buffer);
          }
        });
  }
}

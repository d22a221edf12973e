package io.github.sors.server.http.hosted;

import io.github.sors.Model;
import io.github.sors.io.AtomicFiles;
import io.github.sors.server.collection.LearntModel;
import io.github.sors.server.collection.live.TeachableCollection;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The history of learning: loss, size, and ranking quality by round.
 *
 * <p>The ranking is tested with items that no feedback has named, see {@link LabelQuality}, in the
 * background, in at most a tenth of the time of one thread.
 *
 * <p>There are at most {@value #MOST_POINTS} points: then every other one is dropped. They are only
 * for display, so they are saved from time to time and are not durable.
 */
public final class LearningCurve implements AutoCloseable {

  private static final Logger LOGGER = System.getLogger(LearningCurve.class.getPackageName());
  private static final int MOST_POINTS = 400;
  private static final String FILE = "curve.tsv";

  /**
   * * One point.
   *
   * @param round the rounds until then
   * @param loss the mean loss of the latest rounds
   * @param nonZeros the entries of the model that are not zero
   * @param sparsity the share of entries that are zero
   * @param labels how well labelled items are ranked; {@link LabelQuality#UNTESTED} at first
   */
  public record Point(
      long round, double loss, long nonZeros, double sparsity, LabelQuality labels) {

    Point withLabels(LabelQuality tested) {
      return new Point(round, loss, nonZeros, sparsity, tested);
    }
  }

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
  private @Nullable Model evaluated;
  private long restUntil;

  /** Records the history of a collection, continuing from the saved points in its folder. */
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
    // drop the points of undone rounds
    points.removeIf(point -> point.round() >= round);
    points.add(
        new Point(
            round,
            learnt.recentLoss(),
            learnt.served().nonZeros(),
            learnt.served().sparsity(),
            LabelQuality.UNTESTED));
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
      LabelQuality labels =
          LabelQuality.of(
              LabelledSample.of(collection),
              collection.taughtItems(),
              collection.startModel(),
              learnt.model());
      evaluated = learnt.model();
      restUntil = System.nanoTime() + 9 * (System.nanoTime() - start);
      synchronized (this) {
        long round = learnt.progress().rounds();
        points.replaceAll(point -> point.round() == round ? point.withLabels(labels) : point);
      }
    } catch (RuntimeException e) {
      LOGGER.log(Level.WARNING, "the model could not be evaluated", e);
    }
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
                labels(cells));
        if (point.round() < rounds && points.size() < MOST_POINTS) {
          points.add(point);
        }
      }
    } catch (IOException | RuntimeException e) {
      LOGGER.log(Level.WARNING, "the charts start from scratch: {0} cannot be read", file);
      points.clear();
    }
  }

  /** Reads the label quality of a line; files of earlier versions have only the precision. */
  private static LabelQuality labels(String[] cells) {
    return cells.length < 10
        ? LabelQuality.UNTESTED
        : new LabelQuality(
            Integer.parseInt(cells[5]),
            Double.parseDouble(cells[4]),
            Integer.parseInt(cells[6]),
            Integer.parseInt(cells[7]),
            Integer.parseInt(cells[8]),
            Integer.parseInt(cells[9]));
  }

  /** Stops evaluating and saves the points. */
  @Override
  public void close() throws IOException {
    evaluations.cancel(false);
    evaluator.shutdownNow();
    StringBuilder lines = new StringBuilder();
    for (Point point : points()) {
      LabelQuality labels = point.labels();
      List<Object> cells =
          List.of(
              point.round(),
              point.loss(),
              point.nonZeros(),
              point.sparsity(),
              labels.meanAveragePrecision(),
              labels.queries(),
              labels.right(),
              labels.rightAtStart(),
              labels.improved(),
              labels.worsened());
      lines
          .append(cells.stream().map(String::valueOf).collect(Collectors.joining("\t")))
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

package io.github.sors.ranking.train;

import io.github.sors.data.fit.UnitSplit;
import io.github.sors.parallel.Workers;
import io.github.sors.ranking.fusion.LearntParts;
import io.github.sors.ranking.signal.Candidates;
import io.github.sors.ranking.signal.Question;
import io.github.sors.ranking.signal.RankingCollection;
import io.github.sors.ranking.signal.Signal;
import io.github.sors.ranking.signal.SignalScores;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The scaled scores of all signals for each query, by parts that were learnt without it.
 *
 * <p>Weights for fold f are learnt on the queries of the other folds, and a query of fold g among
 * them needs signals that were learnt without f and without g. So the parts are learnt without each
 * pair of folds, and, to rank the queries of f, without f alone: 15 times for five folds, and once
 * more from all.
 */
final class OutOfFoldScores {

  private final TrainingQueries queries;
  private final UnitSplit folds;
  private final List<String> names;
  private final Candidates[] candidates;
  // by query, then by signal; null for learnt signals
  private final float[][][] unlearnt;
  // by query, then by the other fold that was left out (its own: no other), then by signal
  private final float[][][][] learnt;
  private final LearntParts ofAll;

  OutOfFoldScores(
      RankingCollection collection,
      TrainingQueries queries,
      UnitSplit folds,
      PartsLearner learner,
      Workers workers,
      RankingListener listener) {
    this.queries = queries;
    this.folds = folds;
    this.candidates = new Candidates[queries.size()];
    this.unlearnt = new float[queries.size()][][];
    this.learnt = new float[queries.size()][folds.parts()][][];
    List<int[]> without = new ArrayList<>();
    without.add(new int[0]);
    for (int fold = 0; fold < folds.parts(); fold++) {
      for (int other = fold; other < folds.parts(); other++) {
        without.add(new int[] {fold, other});
      }
    }
    LearntParts[] whole = new LearntParts[1];
    Set<String> found = new LinkedHashSet<>();
    List<Signal> known = learner.unlearnt().signals(collection);
    known.forEach(signal -> found.add(signal.name()));
    int[] done = new int[1];
    this.names = new ArrayList<>();
    workers.forEach(
        queries.size(),
        number -> {
          Question question = queries.get(number).question();
          candidates[number] = question.candidates();
          unlearnt[number] = scaled(known, question, candidates[number]);
        });
    workers.forEach(
        without.size(),
        number -> {
          int[] left = without.get(number);
          LearntParts parts =
              learner.learn(
                  IntStream.range(0, queries.size())
                      .filter(query -> !isIn(left, query))
                      .mapToObj(queries::get)
                      .toList(),
                  // pairs of folds serve the weights alone
                  left.length > 0 && left[0] != left[1]);
          List<Signal> signals =
              parts.signals(collection).stream()
                  .filter(signal -> !found.contains(signal.name()))
                  .toList();
          if (left.length == 0) {
            whole[0] = parts;
          } else {
            for (int query = 0; query < queries.size(); query++) {
              if (isIn(left, query)) {
                int own = folds.partOf(queries.unitOf(query));
                int other = left[0] == own ? left[1] : left[0];
                learnt[query][other] =
                    scaled(signals, queries.get(query).question(), candidates[query]);
              }
            }
          }
          synchronized (done) {
            listener.progress("learning out of fold", ++done[0], without.size());
          }
        });
    this.ofAll = whole[0];
    names.addAll(found);
    ofAll.signals(collection).stream()
        .map(Signal::name)
        .filter(name -> !found.contains(name))
        .forEach(names::add);
  }

  private boolean isIn(int[] someFolds, int query) {
    int own = folds.partOf(queries.unitOf(query));
    for (int fold : someFolds) {
      if (fold == own) {
        return true;
      }
    }
    return false;
  }

  private static float[][] scaled(List<Signal> signals, Question question, Candidates candidates) {
    float[][] scaled = new float[signals.size()][candidates.size()];
    for (int signal = 0; signal < scaled.length; signal++) {
      SignalScores scores = question.scores(signals.get(signal), candidates);
      for (int place = 0; place < candidates.size(); place++) {
        scaled[signal][place] =
            candidates.item(place) == question.excluded() ? 0 : (float) scores.standardised(place);
      }
    }
    return scaled;
  }

  /** How many of the signals, the first ones, need no feedback. */
  int unlearnt() {
    return unlearnt[0].length;
  }

  /** The scaled scores of a query by parts that did not see its fold. */
  float[][] ownScores(int query) {
    return scores(query, folds.partOf(queries.unitOf(query)));
  }

  /** Sets the score of the item that asks to NaN. */
  void hideAsking(int query, double[] ofCandidates) {
    int asking = queries.get(query).asking();
    for (int place = 0; asking >= 0 && place < ofCandidates.length; place++) {
      if (candidates[query].item(place) == asking) {
        ofCandidates[place] = Double.NaN;
      }
    }
  }

  /** The names of the signals, in the order of their scores. */
  List<String> names() {
    return names;
  }

  Candidates candidates(int query) {
    return candidates[query];
  }

  /** What was learnt from all queries. */
  LearntParts ofAll() {
    return ofAll;
  }

  /**
   * The scaled scores of a query by parts that saw neither its own fold nor another.
   *
   * @param other the other fold; its own for no other
   */
  float[][] scores(int query, int other) {
    float[][] all = new float[names.size()][];
    System.arraycopy(unlearnt[query], 0, all, 0, unlearnt[query].length);
    float[][] rest = learnt[query][other];
    System.arraycopy(rest, 0, all, unlearnt[query].length, rest.length);
    return all;
  }
}

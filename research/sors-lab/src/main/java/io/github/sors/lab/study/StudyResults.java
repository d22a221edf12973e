package io.github.sors.lab.study;

import io.github.sors.tune.Method;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The results of a finished study.
 *
 * <p>Threads: immutable. Failures: none, but only for the data and methods of the plan; others are
 * not checked.
 */
public final class StudyResults {

  private final StudyPlan plan;
  private final Map<Cell, CellResult> results;

  StudyResults(StudyPlan plan, Map<Cell, CellResult> results) {
    this.plan = plan;
    this.results = Collections.unmodifiableMap(new LinkedHashMap<>(results));
  }

  public StudyPlan plan() {
    return plan;
  }

  /** The results of a method on a data set, one per split. */
  public List<CellResult> comparison(StudyData data, Method method) {
    List<CellResult> found = new ArrayList<>();
    for (int split = 1; split <= plan.splits(); split++) {
      found.add(results.get(new Cell(data, method, split, null)));
    }
    return found;
  }

  /** The results of a method on the first split by weight of the L1 norm; empty if none. */
  public Map<String, CellResult> tradeOff(StudyData data, Method method) {
    Map<String, CellResult> found = new LinkedHashMap<>();
    for (String lambda : Study.LAMBDAS) {
      CellResult result = results.get(new Cell(data, method, 1, lambda));
      if (result != null) {
        found.put(lambda, result);
      }
    }
    return found;
  }

  /** Whether the weight of a method's L1 norm can be varied: online methods with a lambda. */
  static boolean hasTradeOff(Method method) {
    return method.kind() == Method.Kind.ONLINE_BILINEAR
        && method.defaults().values().containsKey("lambda");
  }
}

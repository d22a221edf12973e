package io.github.sors.server.http.hosted;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.sors.server.collection.ComparisonDraft;
import io.github.sors.server.http.exchange.Problem;
import io.github.sors.server.http.hosted.RequestReader.JudgementDraft;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes comparisons of grades: for a query, an item of a larger grade is better. */
public final class JudgementTeacher {

  private JudgementTeacher() {}

  /**
   * Compares all items of different grades, query by query.
   *
   * @param most how many comparisons there may be
   */
  public static List<ComparisonDraft> comparisons(List<JudgementDraft> judgements, int most) {
    Map<JsonNode, List<JudgementDraft>> byQuery = new LinkedHashMap<>();
    for (JudgementDraft judgement : judgements) {
      byQuery.computeIfAbsent(judgement.query().sent(), unseen -> new ArrayList<>()).add(judgement);
    }
    List<ComparisonDraft> comparisons = new ArrayList<>();
    for (List<JudgementDraft> ofQuery : byQuery.values()) {
      for (JudgementDraft better : ofQuery) {
        for (JudgementDraft worse : ofQuery) {
          if (better.grade() > worse.grade() && !better.item().equals(worse.item())) {
            if (comparisons.size() == most) {
              throw Problem.tooLarge(
                  "expected judgements that make at most "
                      + most
                      + " comparisons, found more: send fewer of them at once");
            }
            comparisons.add(
                new ComparisonDraft(
                    better.query().item(), better.query().features(), better.item(), worse.item()));
          }
        }
      }
    }
    return comparisons;
  }
}

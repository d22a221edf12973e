package io.github.sors.ranking.learn;

import io.github.sors.InvalidInputException;
import io.github.sors.SparseVector;
import io.github.sors.ranking.SearchQuery;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Features that queries have and documents do not: the values of fields, such as the department of
 * the person who asks. They are numbered after the terms of the documents. What they mean is learnt
 * alone; BM25 knows nothing of them.
 *
 * @param fields the names of the fields
 * @param names the names of the features, such as {@code query department=physics}
 * @param first the number of the first feature
 */
record QueryFeatures(List<String> fields, List<String> names, int first) {

  /** No such feature. */
  static final QueryFeatures NONE = new QueryFeatures(List.of(), List.of(), 0);

  QueryFeatures {
    fields = List.copyOf(fields);
    names = List.copyOf(names);
  }

  /**
   * The values that some queries have.
   *
   * @throws InvalidInputException if no query has one of the fields
   */
  static QueryFeatures of(List<String> fields, List<SearchQuery> queries, int first) {
    TreeSet<String> names = new TreeSet<>();
    for (String field : fields) {
      int before = names.size();
      for (SearchQuery query : queries) {
        if (query.fields().containsKey(field)) {
          names.add(name(field, query.fields().get(field)));
        }
      }
      if (names.size() == before) {
        throw new InvalidInputException(
            "expected queries with the field '" + field + "', found none: check its name");
      }
    }
    return new QueryFeatures(fields, new ArrayList<>(names), first);
  }

  private static String name(String field, String value) {
    // with a space, which no analyzer of texts leaves in a term
    return "query " + field + "=" + value;
  }

  /** The words of a query and the values of its fields; unknown values are left out. */
  SparseVector added(SparseVector words, SearchQuery query) {
    if (names.isEmpty()) {
      return words;
    }
    Map<String, Integer> numbers = new HashMap<>();
    for (int number = 0; number < names.size(); number++) {
      numbers.put(names.get(number), first + number);
    }
    int[] known =
        fields.stream()
            .flatMap(
                field ->
                    Stream.ofNullable(query.fields().get(field)).map(value -> name(field, value)))
            .flatMap(name -> Stream.ofNullable(numbers.get(name)))
            .mapToInt(Integer::intValue)
            .sorted()
            .toArray();
    int[] features = new int[words.size() + known.length];
    float[] values = new float[features.length];
    for (int k = 0; k < words.size(); k++) {
      features[k] = words.index(k);
      values[k] = words.value(k);
    }
    System.arraycopy(known, 0, features, words.size(), known.length);
    Arrays.fill(values, words.size(), values.length, 1);
    return SparseVector.of(features, values);
  }
}

package io.github.sors.server.collection.state;

import io.github.sors.Normalization;
import io.github.sors.SparseVector;
import io.github.sors.server.collection.NamedFeatures;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Numbers the features of a collection in the order in which they appear.
 *
 * <p>One thread adds; any number of threads look up.
 */
public final class FeatureDictionary {

  private final Map<String, Integer> numbers = new ConcurrentHashMap<>();
  // grows by replacement; places from size on are not read
  private volatile String[] names = new String[64];
  private volatile int size;

  public int size() {
    return size;
  }

  /** The name of a feature. */
  public String name(int number) {
    return number < size ? names[number] : "#" + number;
  }

  /** Whether all features of a vector are dimensions, which have numbers for names. */
  public boolean areDimensions(SparseVector vector) {
    for (int feature : vector.indexArray()) {
      if (!isNumber(name(feature))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isNumber(String name) {
    for (int k = 0; k < name.length(); k++) {
      if (name.charAt(k) < '0' || name.charAt(k) > '9') {
        return false;
      }
    }
    return true;
  }

  /** All names by number. */
  public List<String> names() {
    return List.of(Arrays.copyOf(names, size));
  }

  /** The names from a number on. */
  public List<String> namesFrom(int first) {
    return List.of(Arrays.copyOfRange(names, first, size));
  }

  void addAll(List<String> newNames) {
    for (String name : newNames) {
      add(name);
    }
  }

  private int add(String name) {
    int number = size;
    if (number == names.length) {
      names = Arrays.copyOf(names, 2 * number);
    }
    names[number] = name;
    numbers.put(name, number);
    size = number + 1;
    return number;
  }

  /** Removes the names from a number on, which are in no record. */
  public void forgetFrom(int first) {
    for (int number = size - 1; number >= first; number--) {
      numbers.remove(names[number]);
    }
    size = first;
  }

  /** Returns the known features as a vector of length 1; ignores unknown ones. */
  public SparseVector lookUp(NamedFeatures features) {
    int[] found = new int[features.size()];
    for (int k = 0; k < found.length; k++) {
      found[k] = numbers.getOrDefault(features.names()[k], -1);
    }
    return vector(found, features.values());
  }

  /** Returns the features as a vector of length 1; adds new ones. */
  public SparseVector number(NamedFeatures features) {
    int[] found = new int[features.size()];
    for (int k = 0; k < found.length; k++) {
      Integer known = numbers.get(features.names()[k]);
      found[k] = known == null ? add(features.names()[k]) : known;
    }
    return vector(found, features.values());
  }

  private static SparseVector vector(int[] numbers, float[] values) {
    // number and place packed into one long, so that they are sorted together
    long[] order = new long[numbers.length];
    int count = 0;
    for (int k = 0; k < numbers.length; k++) {
      if (numbers[k] >= 0) {
        order[count++] = (long) numbers[k] << 32 | k;
      }
    }
    Arrays.sort(order, 0, count);
    int[] indices = new int[count];
    float[] sorted = new float[count];
    for (int k = 0; k < count; k++) {
      indices[k] = (int) (order[k] >>> 32);
      sorted[k] = values[(int) order[k]];
    }
    return Normalization.L2.apply(SparseVector.of(indices, sorted));
  }
}

package io.github.sors.live;

import io.github.sors.eval.Gain;
import io.github.sors.io.SectionReader;
import io.github.sors.io.SectionWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** 1/rank of what was chosen for queries that the start ranked; the latest of them. */
final class HonestChoices {

  private static final int MOST = 1000;

  private final List<Double> start = new ArrayList<>();
  private final List<Double> used = new ArrayList<>();

  void add(double byStart, double byUsed) {
    if (start.size() == MOST) {
      start.remove(0);
      used.remove(0);
    }
    start.add(byStart);
    used.add(byUsed);
  }

  Gain gain() {
    if (start.isEmpty()) {
      return new Gain(
          "1/rank", "choices", 0, 0, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, 0);
    }
    return Gain.ofUnits("1/rank", "choices", array(start), array(used));
  }

  private static double[] array(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }

  void write(SectionWriter writer) throws IOException {
    writer.writeInt(start.size());
    for (int k = 0; k < start.size(); k++) {
      writer.writeDouble(start.get(k));
      writer.writeDouble(used.get(k));
    }
  }

  static HonestChoices read(SectionReader reader) throws IOException {
    HonestChoices choices = new HonestChoices();
    int count = reader.readCount(2 * Double.BYTES);
    for (int k = 0; k < count; k++) {
      choices.add(reader.readDouble(), reader.readDouble());
    }
    return choices;
  }
}

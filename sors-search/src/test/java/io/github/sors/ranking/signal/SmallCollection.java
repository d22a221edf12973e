package io.github.sors.ranking.signal;

import io.github.sors.data.item.Item;
import io.github.sors.data.item.Items;
import io.github.sors.lucene.text.VectorizerOptions;
import java.util.ArrayList;
import java.util.List;

/** A few items with texts and vectors, to compute by hand. */
final class SmallCollection {

  static final List<String> TEXTS =
      List.of(
          "wing flutter of swept wings",
          "heat transfer on a flat plate",
          "flutter of panels in flow",
          "boundary layer on a plate",
          "wing with a boundary layer",
          "steel bridges",
          "panels of steel");

  private SmallCollection() {}

  static RankingCollection of() {
    List<Item> items = new ArrayList<>();
    for (int number = 0; number < TEXTS.size(); number++) {
      items.add(Item.ofText("d" + number, "", TEXTS.get(number)).withVector(vector(number)));
    }
    return RankingCollection.of(Items.of(items), VectorizerOptions.BM25);
  }

  static float[] vector(double angle) {
    return new float[] {(float) Math.cos(angle), (float) Math.sin(angle), 0.5f};
  }

  static Item query(String text, double angle) {
    return Item.ofText("q", "", text).withVector(vector(angle));
  }
}

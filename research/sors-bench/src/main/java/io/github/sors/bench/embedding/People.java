package io.github.sors.bench.embedding;

import java.util.Locale;

/** Who chooses, in simulated streams of choices. */
enum People {
  /** Look at the first 20, the first ones more likely; choose answers often, others rarely. */
  BIASED,
  /** Choose among the first ten of the embeddings. */
  AGREEING,
  /** Choose what they look at in 15 of 100 cases, whatever it is. */
  RANDOM,
  /** Choose one item, whatever is asked. */
  ONE_ITEM,
  /** Choose ten items in turn, whatever is asked. */
  TEN_ITEMS,
  /** Biased, but one in ten chooses one item, whatever is asked. */
  TENTH_ONE_ITEM,
  /** Biased, but one in ten chooses ten items in turn, whatever is asked. */
  TENTH_TEN_ITEMS,
  /** Biased, but every other one asks the same query and chooses the same wrong item. */
  ONE_QUERY;

  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Whether what they choose is a reason to serve what was learnt. */
  boolean areHonest() {
    return this != AGREEING && this != RANDOM && this != ONE_ITEM && this != TEN_ITEMS;
  }
}

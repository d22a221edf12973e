package io.github.sors.live;

import io.github.sors.io.SectionReader;
import io.github.sors.io.SectionWriter;
import java.io.IOException;
import java.util.BitSet;

/**
 * Learns a ranking from choices; what a {@link LiveModel} tests and serves.
 *
 * <p>Threads: belongs to one thread; its {@linkplain #start start} and what is {@linkplain #frozen
 * frozen} can be shared.
 *
 * @param <Q> what a query is
 */
public interface RankingLearner<Q> {

  /** Ranks without learning. */
  Ranker<Q> start();

  /** Ranks by what was learnt so far; valid until the next change of this learner. */
  Ranker<Q> current();

  /** Ranks by what was learnt so far; immutable. */
  Ranker<Q> frozen();

  /**
   * Learns from a choice.
   *
   * @throws IllegalArgumentException if it cannot be learnt; nothing is changed then
   */
  void learn(Choice<Q> choice);

  /** Forgets the choices of a person; returns how many. */
  int forgetPerson(String person);

  /** Forgets the choices of items that are removed or changed. */
  void forgetItems(BitSet items);

  /** A hash of the content of a query. */
  long hash(Q query);

  /** Writes a query into the current section. */
  void writeQuery(Q query, SectionWriter writer) throws IOException;

  /** Reads a query from the current section. */
  Q readQuery(SectionReader reader) throws IOException;

  /** Writes a frozen ranker as one section. */
  void writeRanker(Ranker<Q> frozen, SectionWriter writer) throws IOException;

  /** Reads a frozen ranker. */
  Ranker<Q> readRanker(SectionReader reader) throws IOException;
}

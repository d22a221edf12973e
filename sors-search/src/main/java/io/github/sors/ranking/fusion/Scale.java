package io.github.sors.ranking.fusion;

import io.github.sors.ranking.signal.SignalScores;

/** How the scores of signals become comparable, for each query. */
public enum Scale {
  /** As they are, for one signal alone. */
  RAW {
    @Override
    double of(SignalScores scores, int place) {
      double raw = scores.raw(place);
      return Double.isNaN(raw) ? 0 : raw;
    }
  },

  /** From 0 for the least to 1 for the most. */
  SHARE {
    @Override
    double of(SignalScores scores, int place) {
      return scores.shared(place);
    }
  },

  /** Less their mean, divided by their spread. */
  STANDARD {
    @Override
    double of(SignalScores scores, int place) {
      return scores.standardised(place);
    }
  };

  abstract double of(SignalScores scores, int place);
}

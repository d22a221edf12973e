package io.github.sors.eval;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MajorityVoteTest {

  private final MajorityVote vote = new MajorityVote(3);

  @Test
  void theClassOfMostVotersWins() {
    assertThat(vote.winner(new int[] {0, 1, 1, 2}, 4)).isEqualTo(1);
  }

  @Test
  void ofEquallyManyTheNearestWins() {
    assertThat(vote.winner(new int[] {2, 1, 1, 2, 0}, 5)).isEqualTo(2);
  }

  @Test
  void onlyTheFirstVoteAndEarlierVotesAreForgotten() {
    int[] nearest = {0, 1, 1};

    assertThat(vote.winner(nearest, 3)).isEqualTo(1);
    assertThat(vote.winner(nearest, 2)).isEqualTo(0);
    assertThat(vote.winner(nearest, 1)).isEqualTo(0);
  }
}

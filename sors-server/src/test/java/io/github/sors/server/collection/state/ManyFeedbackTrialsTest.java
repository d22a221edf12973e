package io.github.sors.server.collection.state;

import org.junit.jupiter.api.Tag;

/** More streams, so that one of twenty is a closer limit. */
@Tag("full")
class ManyFeedbackTrialsTest extends FeedbackTrialTest {

  @Override
  int streams() {
    return 200;
  }
}

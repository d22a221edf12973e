package io.github.sors.server.collection.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.server.collection.Outcome;
import io.github.sors.server.collection.RequestKey;
import org.junit.jupiter.api.Test;

class KnownKeysTest {

  @Test
  void theOldestKeyIsForgottenFirst() {
    KnownKeys keys = new KnownKeys();
    for (int k = 0; k <= KnownKeys.MOST; k++) {
      keys.add(new RequestKey("key " + k, k), new Outcome(k, k, 1, 0, false));
    }
    assertThat(keys.all()).hasSize(KnownKeys.MOST);
    assertThat(keys.find("key 0")).isNull();
    assertThat(keys.find("key 1").outcome().sequence()).isEqualTo(1);
    assertThat(keys.find("key " + KnownKeys.MOST).key().fingerprint()).isEqualTo(KnownKeys.MOST);
  }
}

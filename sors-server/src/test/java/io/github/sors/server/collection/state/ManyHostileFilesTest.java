package io.github.sors.server.collection.state;

import org.junit.jupiter.api.Tag;

/** Five times as many altered files. */
@Tag("full")
class ManyHostileFilesTest extends HostileFilesTest {

  @Override
  int mostAlterations() {
    return 4000;
  }
}

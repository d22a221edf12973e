/** Learners of distances, to compare with: LMNN, ITML, LEGO, RDML, POLA, SDML and others. */
@SuppressWarnings("requires-automatic") // EJML has no module descriptor
module io.github.sors.metric {
  requires transitive io.github.sors.core;
  requires ejml.core;
  requires ejml.ddense;
  requires static org.jspecify;

  exports io.github.sors.metric;
}

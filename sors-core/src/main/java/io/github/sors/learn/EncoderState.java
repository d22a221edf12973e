package io.github.sors.learn;

import io.github.sors.LearningProgress;
import io.github.sors.encoder.EncoderModel;
import io.github.sors.io.SectionWriter;
import io.github.sors.learn.round.FrozenRows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** A snapshot of an encoder's learner; the learner copies shared rows before it changes them. */
final class EncoderState implements LearnerState {

  private final LearnerHeader header;
  private final FrozenRows queries;
  private final FrozenRows items;

  EncoderState(LearnerHeader header, FrozenRows queries, FrozenRows items) {
    this.header = header;
    this.queries = queries;
    this.items = items;
  }

  FrozenRows queries() {
    return queries;
  }

  FrozenRows items() {
    return items;
  }

  @Override
  public LearningProgress progress() {
    return header.progress();
  }

  @Override
  public EncoderModel model() {
    return EncoderModel.of(queries.table(), items.table()).withProvenance(header.provenance());
  }

  @Override
  public void writeCheckpoint(Map<String, String> context, Path file) throws IOException {
    header.writeCheckpoint(context, this::writeRows, file);
  }

  private void writeRows(SectionWriter writer) throws IOException {
    queries.write(EncoderLearner.QUERY_ROWS, writer);
    if (items != queries) {
      items.write(EncoderLearner.ITEM_ROWS, writer);
    }
  }

  @Override
  public void close() {
    // nothing to release: the learner copies rows by itself
  }
}

package io.github.sors.spark.input;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.storage.StorageLevel;

/** The selected columns of an input, cached while they are needed, so that it is read once. */
public final class CachedInput implements AutoCloseable {

  private final List<Dataset<Row>> cached = new ArrayList<>();

  /**
   * Caches selected rows, unless they or their source are cached already.
   *
   * @param source where they come from, or null
   */
  public Dataset<Row> of(Dataset<?> source, Dataset<Row> selected) {
    if ((source == null || source.storageLevel().equals(StorageLevel.NONE()))
        && selected.storageLevel().equals(StorageLevel.NONE())) {
      cached.add(selected.persist(StorageLevel.MEMORY_AND_DISK()));
    }
    return selected;
  }

  @Override
  public void close() {
    cached.forEach(Dataset::unpersist);
    cached.clear();
  }
}

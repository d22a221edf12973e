package io.github.sors.data.item;

import io.github.sors.InvalidInputException;
import io.github.sors.data.format.NameFile;
import io.github.sors.data.format.NumpyMatrix;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The items of several files, checked, with the vectors and ids from files beside them. */
final class CheckedItems implements ItemSource {

  /** A place is the number of the file above these bits, and the place in the file below. */
  private static final int PLACE_BITS = 40;

  private final List<Path> paths;
  private final List<ItemFile> files = new ArrayList<>();
  private final ItemOptions options;
  private int dimension;

  CheckedItems(List<Path> paths, ItemOptions options) throws IOException {
    if (paths.isEmpty()) {
      throw new IllegalArgumentException("expected at least one file of items, found none");
    }
    this.paths = List.copyOf(paths);
    this.options = options;
    for (Path path : paths) {
      files.add(ItemReader.file(path, options));
    }
    for (int file = 0; file < files.size(); file++) {
      if (options.ids() != null && !(files.get(file) instanceof NumpyItems)) {
        throw new InvalidInputException(
            paths.get(file)
                + ": expected an array of NumPy with the ids of "
                + options.ids()
                + ", found items that have ids of their own: leave out the file of ids");
      }
    }
  }

  @Override
  public void forEach(Consumer consumer) throws IOException {
    Pass pass =
        new Pass(
            consumer,
            options.ids() == null ? null : NameFile.read(options.ids()),
            options.vectors() == null ? null : NumpyMatrix.read(options.vectors()));
    for (int file = 0; file < files.size(); file++) {
      pass.take(file);
    }
    pass.requireAll();
    dimension = pass.checks.dimension();
  }

  /** How many numbers a vector has; known after the last item. */
  int dimension() {
    return dimension;
  }

  /** What columns were used for; known after the last item. */
  List<String> uses() {
    Set<String> uses = new LinkedHashSet<>();
    files.forEach(file -> uses.addAll(file.uses()));
    if (options.ids() != null) {
      uses.add("ids from " + options.ids().getFileName());
    }
    if (options.vectors() != null) {
      uses.add("vectors from " + options.vectors().getFileName());
    }
    return List.copyOf(uses);
  }

  /** One pass over all files. */
  private final class Pass implements ItemChecks.Places {

    private final Consumer consumer;
    private final @Nullable List<String> ids;
    private final @Nullable NumpyMatrix vectors;
    private final ItemChecks checks = new ItemChecks(this);

    Pass(Consumer consumer, @Nullable List<String> ids, @Nullable NumpyMatrix vectors) {
      this.consumer = consumer;
      this.ids = ids;
      this.vectors = vectors;
    }

    void take(int number) throws IOException {
      ItemFile file = files.get(number);
      int before = checks.size();
      file.forEach(
          (item, place) -> {
            long here = ((long) number << PLACE_BITS) + place;
            Item complete = complete(item, file, here);
            checks.check(complete, file.vectorName(), here);
            consumer.accept(complete);
          });
      if (checks.size() == before) {
        throw new InvalidInputException(
            paths.get(number) + ": expected at least one item, found none");
      }
    }

    /** The item with what stands beside it. */
    private Item complete(Item item, ItemFile file, long place) {
      int row = checks.size();
      String id = item.id();
      if (file instanceof NumpyItems) {
        id = ids == null || row >= ids.size() ? Integer.toString(row) : ids.get(row);
      }
      float[] vector = item.vector();
      if (vectors != null) {
        if (vector != null) {
          throw new InvalidInputException(
              full(place)
                  + ": expected no vector beside those of "
                  + options.vectors()
                  + ", found '"
                  + file.vectorName()
                  + "': leave one of them out");
        }
        // rows that are missing are counted to the end, and then told
        vector = row < vectors.size() ? vectors.row(row) : null;
      }
      return new Item(id, item.label(), item.fields(), vector);
    }

    void requireAll() {
      if (vectors != null) {
        vectors.requireRows(checks.size(), "item");
      }
      if (ids != null && ids.size() != checks.size()) {
        throw new InvalidInputException(
            String.format(
                Locale.ROOT,
                "%s: expected %,d ids, one per row, found %,d",
                options.ids(),
                checks.size(),
                ids.size()));
      }
      if (options.vectorColumn() != null && checks.dimension() == 0) {
        throw new InvalidInputException(
            paths.get(0)
                + ": expected vectors in '"
                + options.vectorColumn()
                + "', found no item that has one: check the name of the column");
      }
    }

    @Override
    public String full(long place) {
      int file = (int) (place >> PLACE_BITS);
      return paths.get(file) + ", " + inFile(place);
    }

    @Override
    public String seenFrom(long place, long other) {
      return place >> PLACE_BITS == other >> PLACE_BITS ? inFile(place) : full(place);
    }

    private String inFile(long place) {
      ItemFile file = files.get((int) (place >> PLACE_BITS));
      return file.unit() + " " + (place & (1L << PLACE_BITS) - 1);
    }
  }
}

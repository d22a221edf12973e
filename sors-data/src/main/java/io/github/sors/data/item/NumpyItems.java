package io.github.sors.data.item;

import io.github.sors.InvalidInputException;
import io.github.sors.data.format.NumpyMatrix;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Items that are rows of a NumPy file: vectors called by the numbers of their rows, from 0. */
final class NumpyItems implements ItemFile {

  private final Path file;

  NumpyItems(Path file, ItemOptions options) {
    this.file = file;
    if (options.labelColumn() != null
        || options.idColumn() != null
        || options.vectorColumn() != null) {
      throw new InvalidInputException(
          file + " holds an array of NumPy, which has no columns: leave out the columns");
    }
  }

  @Override
  public String unit() {
    return "row";
  }

  @Override
  public String vectorName() {
    return file.getFileName().toString();
  }

  @Override
  public List<String> uses() {
    return List.of("vectors from the rows of " + vectorName());
  }

  @Override
  public void forEach(Taker taker) throws IOException {
    NumpyMatrix matrix = NumpyMatrix.read(file);
    for (int row = 0; row < matrix.size(); row++) {
      taker.accept(new Item(Integer.toString(row), "", Map.of(), matrix.row(row)), row);
    }
  }
}

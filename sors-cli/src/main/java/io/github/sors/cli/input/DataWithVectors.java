package io.github.sors.cli.input;

import io.github.sors.InvalidInputException;
import io.github.sors.Model;
import io.github.sors.VectorPart;
import io.github.sors.cli.frame.Console;
import io.github.sors.cli.frame.ShellCommand;
import io.github.sors.data.Dataset;
import io.github.sors.data.format.NumpyMatrix;
import io.github.sors.data.item.ItemReader;
import io.github.sors.data.item.Items;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The data that a command works on, and embeddings that stand beside their features. */
public final class DataWithVectors extends DataArguments {

  @Option(
      names = "--vectors",
      paramLabel = "FILE",
      description =
          "Embeddings that stand beside the features of DATA: a NumPy file (.npy) with one row per"
              + " row of DATA, in the same order.")
  private Path vectors;

  @Option(
      names = "--embedding",
      paramLabel = "NAME",
      description =
          "With --vectors: the model that computed them; kept with a learnt model, which then"
              + " refuses vectors of another name.")
  private String embedding;

  /**
   * Rows to learn from.
   *
   * @param rows the rows, with embeddings if there are any
   * @param part where the embeddings are, if there are any
   */
  public record Training(SampledRows rows, Optional<VectorPart> part) {}

  /** Whether an option about embeddings is given. */
  public boolean hasVectors() {
    return vectors != null || embedding != null;
  }

  /** Reads the rows to learn from; embeddings come after all features that the rows have. */
  public Training readForTraining(Console console) throws IOException {
    requirePlausible();
    if (vectors == null) {
      return new Training(readRows(console), Optional.empty());
    }
    NumpyMatrix matrix = NumpyMatrix.read(vectors);
    List<VectorPart> parts = new ArrayList<>();
    SampledRows rows =
        readRows(
            all -> {
              parts.add(new VectorPart(all.dimension(), matrix.columns()));
              return named(matrix.beside(all, parts.get(0)));
            },
            console);
    return new Training(rows, Optional.of(parts.get(0)));
  }

  /**
   * Reads rows for a model, which has to know embeddings exactly if there are some.
   *
   * @throws InvalidInputException if the model was learnt with embeddings and there are none, or
   *     the other way round, or with those of another model
   */
  public SampledRows readFor(Model model, Path modelFile, Console console) throws IOException {
    requirePlausible();
    Optional<VectorPart> part = model.normalization().vectorPart();
    if (part.isEmpty() && vectors == null) {
      return readRows(console);
    }
    if (part.isEmpty()) {
      throw new InvalidInputException(
          modelFile + " was learnt without vectors: leave out --vectors");
    }
    if (vectors == null) {
      throw new InvalidInputException(
          String.format(
              "%s was learnt with a vector of %,d numbers beside every row: give those of these"
                  + " rows with --vectors FILE.npy",
              modelFile, part.get().dimension()));
    }
    requireSameEmbedding(model.recipe().embedding(), modelFile);
    NumpyMatrix matrix = NumpyMatrix.read(vectors);
    return readRows(all -> named(matrix.beside(all, part.get())), console);
  }

  private void requireSameEmbedding(Optional<String> learnt, Path modelFile) {
    if (embedding != null && learnt.isPresent() && !learnt.get().equals(embedding)) {
      throw new InvalidInputException(
          "--embedding: expected "
              + learnt.get()
              + ", whose vectors "
              + modelFile
              + " was learnt with, found "
              + embedding
              + ": compute the vectors with the same model");
    }
  }

  private Dataset named(Dataset rows) {
    return embedding == null ? rows : rows.withRecipe(rows.recipe().withEmbedding(embedding));
  }

  private void requirePlausible() {
    if (vectors == null && embedding != null) {
      throw new InvalidInputException("--embedding names the model of --vectors: give both");
    }
    if (embedding != null && embedding.isBlank()) {
      throw new InvalidInputException("--embedding: expected a name, found blanks");
    }
  }

  /** Reads items as they are, with their embeddings: a ranking makes its features itself. */
  public Items readItems() throws IOException {
    requirePlausible();
    return ItemReader.read(itemFiles(), itemOptions().withVectors(vectors));
  }

  /** The name of the model that computed the embeddings; empty if it was not given. */
  public Optional<String> embedding() {
    return Optional.ofNullable(embedding);
  }

  @Override
  public List<Path> files() {
    List<Path> files = new ArrayList<>(super.files());
    if (vectors != null) {
      files.add(vectors);
    }
    return files;
  }

  @Override
  public ShellCommand addTo(ShellCommand command) {
    return super.addTo(command).option("--vectors", vectors).option("--embedding", embedding);
  }
}

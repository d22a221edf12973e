package io.github.sors.cli.input;

import io.github.sors.InvalidInputException;
import io.github.sors.Model;
import io.github.sors.SparseVector;
import io.github.sors.VectorPart;
import io.github.sors.cli.frame.Console;
import io.github.sors.cli.frame.ShellCommand;
import io.github.sors.data.Dataset;
import io.github.sors.data.format.NumpyMatrix;
import io.github.sors.data.item.ItemReader;
import io.github.sors.data.item.Items;
import io.github.sors.embedding.EmbeddingSpace;
import io.github.sors.ranking.signal.RankingCollection;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The data that a command works on, and embeddings that stand beside their features. */
public final class DataWithVectors extends DataArguments {

  @Option(
      names = "--vectors",
      paramLabel = "FILE",
      description =
          "Embeddings that stand beside the features of DATA: a NumPy file (.npy) with one row per"
              + " item or row of DATA, in the same order.")
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

  /**
   * Reads the rows to learn from; embeddings come after all features that the rows have.
   *
   * @param features how features are made of items
   * @param byLabels whether the labels are the feedback, so that every row needs one
   */
  public Training readForTraining(ItemFeatures features, boolean byLabels, Console console)
      throws IOException {
    requirePlausible();
    AllRows read = readAll(features, console);
    Training training = training(read, byLabels, console);
    if (!isName() && ModelFeatures.isOfItems(read.rows().recipe())) {
      int numbers = training.part().map(VectorPart::dimension).orElse(0);
      console.note(ItemNote.of(read.rows(), numbers));
    }
    return training;
  }

  /** The rows to learn from, of all that were read. */
  Training training(AllRows read, boolean byLabels, Console console) throws IOException {
    List<float[]> embeddings = embeddings(read);
    requireNamed(!embeddings.isEmpty());
    Optional<VectorPart> part =
        embeddings.isEmpty()
            ? Optional.empty()
            : Optional.of(new VectorPart(read.rows().dimension(), embeddings.get(0).length));
    Dataset all = part.isEmpty() ? read.rows() : beside(read.rows(), embeddings, part.get());
    return new Training(sampled(byLabels ? Labels.required(all, console) : all), part);
  }

  /**
   * Reads rows for a model, which has to know embeddings exactly if there are some.
   *
   * @param ofQueries whether items are to have the features of its queries
   * @param byLabels whether every row needs a label
   * @throws InvalidInputException if the model was learnt with embeddings and there are none, or
   *     the other way round, or with those of another model
   */
  public SampledRows readFor(
      Model model, Path modelFile, boolean ofQueries, boolean byLabels, Console console)
      throws IOException {
    requirePlausible();
    if (model.normalization().vectorPart().isEmpty() && vectors != null) {
      throw new InvalidInputException(
          modelFile + " was learnt without vectors: leave out --vectors");
    }
    AllRows read = readAll(ModelFeatures.of(model, modelFile, ofQueries), console);
    Dataset all = forModel(read, model, modelFile);
    return sampled(byLabels ? Labels.required(all, console) : all);
  }

  /** All rows that were read, with their embeddings where the model knows them. */
  Dataset forModel(AllRows read, Model model, Path modelFile) throws IOException {
    Optional<VectorPart> part = model.normalization().vectorPart();
    if (part.isEmpty()) {
      return read.rows();
    }

    List<float[]> embeddings = embeddings(read);
    if (embeddings.isEmpty()) {
      throw new InvalidInputException(
          String.format(
              "%s was learnt with a vector of %,d numbers beside every row: give those of these"
                  + " rows with --vectors FILE.npy",
              modelFile, part.get().dimension()));
    }
    requireSameEmbedding(model.recipe().embedding(), modelFile);
    return beside(read.rows(), embeddings, part.get());
  }

  /** The embeddings of the rows, which are in a file or in the items; empty if there are none. */
  private List<float[]> embeddings(AllRows read) throws IOException {
    if (vectors == null) {
      return read.vectors();
    }
    if (!read.vectors().isEmpty()) {
      throw new InvalidInputException(
          read.rows().name() + " has a vector in every item: leave out --vectors, or these");
    }
    NumpyMatrix matrix = NumpyMatrix.read(vectors);
    matrix.requireRows(read.rows().size(), "item");
    return IntStream.range(0, matrix.size()).mapToObj(matrix::row).toList();
  }

  private Dataset beside(Dataset rows, List<float[]> embeddings, VectorPart part) {
    part.requireDimension(
        embeddings.get(0).length, vectors == null ? rows.name() : vectors.toString());
    List<SparseVector> both = new ArrayList<>(rows.size());
    for (int row = 0; row < rows.size(); row++) {
      both.add(part.beside(rows.vector(row), embeddings.get(row)));
    }
    return named(rows.withVectors(both));
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

  private void requireNamed(boolean haveVectors) {
    if (embedding != null && !haveVectors) {
      throw new InvalidInputException(
          "--embedding names the model that computed the vectors, and there are none: give"
              + " --vectors, or items with a vector");
    }
  }

  private void requirePlausible() {
    if (embedding != null && embedding.isBlank()) {
      throw new InvalidInputException("--embedding: expected a name, found blanks");
    }
  }

  /** Reads items as they are, with their embeddings: a ranking makes its features itself. */
  public Items readItems() throws IOException {
    requirePlausible();
    Items items = ItemReader.read(itemFiles(), itemOptions().withVectors(vectors));
    requireNamed(items.hasVectors());
    return items;
  }

  /**
   * Reads items for a model that ranks.
   *
   * @param expected which embeddings the model has learnt from; null for none
   * @throws InvalidInputException if the embeddings are those of another model
   */
  public Items readItemsFor(@Nullable EmbeddingSpace expected) throws IOException {
    Items items = readItems();
    if (expected != null
        && embedding != null
        && !expected.model().equals(embedding)
        && !expected.model().equals(RankingCollection.UNNAMED)) {
      throw new InvalidInputException(
          "--embedding: expected "
              + expected.model()
              + ", whose vectors the model was learnt with, found "
              + embedding
              + ": compute the vectors with the same model");
    }
    return items;
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

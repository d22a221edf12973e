package io.github.sors.index;

import io.github.sors.FeatureRecipe;
import io.github.sors.FeatureSpace;
import io.github.sors.InvalidInputException;
import io.github.sors.Normalization;
import io.github.sors.io.FileKind;
import io.github.sors.io.RecipeSection;
import io.github.sors.io.SectionReader;
import io.github.sors.io.SectionWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The index file: the items of an index, in the same layout as in memory.
 *
 * <p>Opening a file verifies all of it and then maps it into memory: postings, values and ids stay
 * in the page cache, which processes share and the system can reclaim. Only data with one value per
 * feature or per item is read into the heap. An index that was read can be updated like any other;
 * the changes live in the heap until it is saved again. Replacing the file does not disturb
 * processes that have it open.
 *
 * <p>Threads: any thread may read and write; an index that was read is a {@link VectorIndex}.
 * Failures: a bad file throws {@link InvalidInputException} before any of it is used, a disk {@link
 * IOException}; a write that fails leaves the old file as it was.
 */
public final class IndexFile {

  private static final String FEATURES = "featureNames";

  private IndexFile() {}

  /**
   * The content of an index file.
   *
   * @param index the items
   * @param normalization how their vectors were normalised before they were added
   * @param features what the features of the items stand for, as far as it is known
   */
  public record Content(VectorIndex index, Normalization normalization, FeatureSpace features) {}

  /**
   * Writes an index of items with unknown features; see {@link #write(IndexView, Normalization,
   * FeatureSpace, Path)}.
   */
  public static void write(IndexView view, Normalization normalization, Path file)
      throws IOException {
    write(view, normalization, FeatureSpace.UNKNOWN, file);
  }

  /**
   * Writes the items of a view; replaces an existing file atomically.
   *
   * @param features what the features of the items stand for, so that a search can refuse a model
   *     that was learnt on others
   */
  public static void write(
      IndexView view, Normalization normalization, FeatureSpace features, Path file)
      throws IOException {
    List<Segment> segments = new ArrayList<>();
    for (LiveSegment segment : view.segments()) {
      if (segment.live() == null) {
        segments.add(segment.segment());
      } else {
        MergePolicy.rewritten(List.of(segment)).forEach(anew -> segments.add(anew.segment()));
      }
    }
    SectionWriter.write(
        file,
        FileKind.INDEX,
        writer -> {
          float[] weights = normalization.featureWeights();
          writer.begin("index");
          writer.writeInt(segments.size());
          writer.writeString(normalization.toString());
          writer.writeInt(weights.length);
          writer.writeFloats(weights, weights.length);
          writer.end();
          for (Segment segment : segments) {
            segment.write(writer);
          }
          if (!features.isUnknown()) {
            writer.writeStrings(FEATURES, features.names());
            RecipeSection.write(features.recipe(), writer);
          }
        });
  }

  /**
   * Checks and maps an index.
   *
   * @throws InvalidInputException if the file is truncated, altered or not an index file
   */
  public static Content read(Path file) throws IOException {
    try (SectionReader reader = SectionReader.open(file, FileKind.INDEX)) {
      reader.begin("index");
      int count = reader.readInt();
      if (count < 0) {
        throw new IllegalArgumentException(
            "expected a number of segments of at least 0, found " + count);
      }
      String chain = reader.readString();
      float[] weights = new float[reader.readCount(4)];
      reader.readFloats(weights, weights.length);
      reader.end();
      List<LiveSegment> segments = new ArrayList<>();
      for (int k = 0; k < count; k++) {
        segments.add(LiveSegment.of(Segment.read(reader)));
      }
      FeatureSpace features = features(reader);
      reader.finish();
      return new Content(
          new VectorIndex(new IndexView(segments)),
          Normalization.restore(chain, weights),
          features);
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException(
          file + " is not an index that sors wrote: " + e.getMessage(), e);
    }
  }

  /** Reads what the features stand for; files that were written without it are read as well. */
  private static FeatureSpace features(SectionReader reader) throws IOException {
    if (!reader.isNext(FEATURES)) {
      return FeatureSpace.UNKNOWN;
    }
    List<String> names = reader.readStrings(FEATURES);
    FeatureRecipe recipe = RecipeSection.read(reader);
    return new FeatureSpace(names, recipe);
  }
}

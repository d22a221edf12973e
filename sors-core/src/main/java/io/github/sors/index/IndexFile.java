package io.github.sors.index;

import io.github.sors.InvalidInputException;
import io.github.sors.Normalization;
import io.github.sors.io.FileKind;
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
 */
public final class IndexFile {

  private IndexFile() {}

  /**
   * The content of an index file.
   *
   * @param index the items
   * @param normalization how their vectors were normalised before they were added
   */
  public record Content(VectorIndex index, Normalization normalization) {}

  /** Writes the items of a view; replaces an existing file atomically. */
  public static void write(IndexView view, Normalization normalization, Path file)
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
      reader.finish();
      return new Content(
          new VectorIndex(new IndexView(segments)), Normalization.restore(chain, weights));
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException(
          file + " is not an index that sors wrote: " + e.getMessage(), e);
    }
  }
}

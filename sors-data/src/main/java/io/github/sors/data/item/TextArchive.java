package io.github.sors.data.item;

import io.github.sors.InvalidInputException;
import io.github.sors.data.format.CompressedInput;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.compress.archivers.ArchiveException;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/**
 * A tar archive of text files, compressed or not; the folder that a file is in is its class.
 *
 * <p>Items come in the order of the archive. Hidden files, such as those of a file system, are
 * ignored, and so are text files at the top of an archive that has folders: they are about the
 * collection, not part of it.
 */
final class TextArchive implements ItemFile {

  private static final int LONGEST_TEXT = 1 << 28;

  private final Path file;

  TextArchive(Path file) {
    this.file = file;
  }

  @Override
  public String unit() {
    return "text";
  }

  @Override
  public List<String> uses() {
    return List.of("ids from paths, labels from folders");
  }

  @Override
  public void forEach(Taker taker) throws IOException {
    int shallowest = shallowestClassDepth();
    String common = commonFolder(shallowest);
    long[] place = new long[1];
    walk(
        (entry, in) -> {
          if (depth(entry.getName()) < shallowest) {
            return;
          }
          if (entry.getSize() > LONGEST_TEXT) {
            throw new InvalidInputException(
                file + ": expected texts, found " + entry.getName() + " of more than 256 MiB");
          }
          taker.accept(
              TextFiles.item(file.toString(), entry.getName(), common, in.readAllBytes()),
              ++place[0]);
        });
  }

  /** The common folder of all texts, which is removed from their names. */
  private String commonFolder(int depth) throws IOException {
    String[] common = new String[1];
    walk(
        (entry, in) -> {
          if (depth(entry.getName()) >= depth) {
            String folder = entry.getName().substring(0, entry.getName().lastIndexOf('/') + 1);
            String shared = common[0] == null ? folder : common[0];
            while (!folder.startsWith(shared)) {
              shared = shared.substring(0, shared.lastIndexOf('/', shared.length() - 2) + 1);
            }
            common[0] = shared;
          }
        });
    return common[0] == null ? "" : common[0];
  }

  /** The depth of the texts; files above it are not texts of the collection. */
  private int shallowestClassDepth() throws IOException {
    int[] files = new int[64];
    walk((entry, in) -> files[Math.min(63, depth(entry.getName()))]++);
    int most = 0;
    for (int depth = 1; depth < files.length; depth++) {
      most = files[depth] > files[most] ? depth : most;
    }
    return most;
  }

  private static int depth(String name) {
    return (int) name.chars().filter(character -> character == '/').count();
  }

  @FunctionalInterface
  private interface EntryConsumer {
    void accept(TarArchiveEntry entry, InputStream in) throws IOException;
  }

  private void walk(EntryConsumer consumer) throws IOException {
    try (InputStream raw = CompressedInput.open(file);
        TarArchiveInputStream archive = new TarArchiveInputStream(raw)) {
      TarArchiveEntry entry = archive.getNextEntry();
      while (entry != null) {
        if (entry.isFile() && !isHidden(entry.getName())) {
          consumer.accept(entry, archive);
        }
        entry = archive.getNextEntry();
      }
    } catch (ArchiveException e) {
      throw new InvalidInputException(
          file + ": expected a complete tar archive, found: " + e.getMessage(), e);
    }
  }

  private static boolean isHidden(String name) {
    return name.contains("/.") || (name.startsWith(".") && !name.startsWith("./"));
  }

  /** Whether a file begins as a tar archive does. */
  static boolean isOne(byte[] head) {
    return head.length >= 512 && TarArchiveInputStream.matches(head, 512);
  }
}

package io.github.sors.data.registry;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * Extracts files from an untrusted Zip archive.
 *
 * <p>Only the requested members are written, directly to the given folder, without the folders of
 * the archive. An archive is rejected if it contains a path that leads out of it, or if a member is
 * larger than the limit when extracted.
 */
final class ZipMembers {

  private static final int BUFFER_SIZE = 1 << 16;

  private ZipMembers() {}

  /**
   * Writes the requested members, each atomically.
   *
   * @throws TransferException if the archive is invalid; members before the invalid one may have
   *     been written
   */
  static void unpack(Path archive, List<String> wanted, long sizeLimit, Path folder)
      throws IOException {
    try (ZipFile zip = new ZipFile(archive.toFile())) {
      Map<String, ZipEntry> members = membersByName(zip, archive);
      for (String name : wanted) {
        if (!members.containsKey(name)) {
          throw TransferException.lasting(
              archive.getFileName() + " does not hold the file " + name, null);
        }
      }
      long left = sizeLimit;
      for (String name : wanted) {
        ZipEntry member = Objects.requireNonNull(members.get(name));
        left -= write(zip, member, folder.resolve(name), left);
      }
    } catch (ZipException | EOFException e) {
      throw TransferException.lasting(
          archive.getFileName() + " is not a valid Zip archive: " + e.getMessage(), e);
    }
  }

  private static Map<String, ZipEntry> membersByName(ZipFile zip, Path archive)
      throws TransferException {
    Map<String, ZipEntry> members = new HashMap<>();
    for (ZipEntry entry : Collections.list(zip.entries())) {
      String path = entry.getName().replace('\\', '/');
      List<String> steps = List.of(path.split("/", -1));
      if (path.startsWith("/") || steps.contains("..") || steps.get(0).endsWith(":")) {
        throw TransferException.lasting(
            archive.getFileName()
                + " holds the path '"
                + entry.getName()
                + "', which leads out of its folder, so nothing of it is used",
            null);
      }
      if (!entry.isDirectory()) {
        members.putIfAbsent(steps.get(steps.size() - 1), entry);
      }
    }
    return members;
  }

  private static long write(ZipFile zip, ZipEntry member, Path target, long sizeLimit)
      throws IOException {
    Path unfinished = target.resolveSibling(target.getFileName() + ".part");
    long size = 0;
    try (InputStream in = zip.getInputStream(member);
        OutputStream out = Files.newOutputStream(unfinished)) {
      byte[] buffer = new byte[BUFFER_SIZE];
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        size += count;
        if (size > sizeLimit) {
          throw TransferException.lasting(
              member.getName() + " is larger than expected when unpacked", null);
        }
        out.write(buffer, 0, count);
      }
    } catch (ZipException | EOFException | TransferException e) {
      Files.deleteIfExists(unfinished);
      throw e;
    } catch (IOException e) {
      Files.deleteIfExists(unfinished);
      throw new IOException(
          "cannot write " + target + " (" + e.getMessage() + "): make room and try again", e);
    }
    Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE);
    return size;
  }
}

package io.github.sors.spark;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.EnumSet;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;

/**
 * Files in any file system that Hadoop knows: the local disk, HDFS, an object store.
 *
 * <p>A name without a scheme is of Hadoop's default file system, as everywhere in Spark. What reads
 * and writes local files only goes through a temporary copy where a file is elsewhere. A file is
 * replaced whole or not at all, as far as the file system can rename so.
 */
final class SharedFiles {

  private final Configuration configuration;

  SharedFiles(SparkSession session) {
    this.configuration = session.sparkContext().hadoopConfiguration();
  }

  /** Reads a local file. */
  interface LocalReader<T> {
    T read(java.nio.file.Path file) throws IOException;
  }

  /** Writes a local file, whole or not at all. */
  interface LocalWriter {
    void write(java.nio.file.Path file) throws IOException;
  }

  private FileContext files(Path path) throws IOException {
    return path.isUriPathAbsolute() && path.toUri().getScheme() != null
        ? FileContext.getFileContext(path.toUri(), configuration)
        : FileContext.getFileContext(configuration);
  }

  /** Whether there is a file or folder of that name. */
  boolean exists(String name) throws IOException {
    Path path = new Path(name);
    return files(path).util().exists(path);
  }

  /** Deletes a file or a folder with all that is in it, if there is one. */
  void delete(String name) throws IOException {
    Path path = new Path(name);
    FileContext files = files(path);
    if (files.util().exists(path)) {
      files.delete(path, true);
    }
  }

  /** Gives a file or folder another name, under which there must be none. */
  void rename(String from, String to) throws IOException {
    Path target = new Path(to);
    FileContext files = files(target);
    files.mkdir(target.getParent(), null, true);
    files.rename(new Path(from), target);
  }

  /** The names of what is in a folder; none where it is missing. */
  String[] list(String name) throws IOException {
    Path path = new Path(name);
    FileContext files = files(path);
    if (!files.util().exists(path)) {
      return new String[0];
    }
    org.apache.hadoop.fs.FileStatus[] found = files.util().listStatus(path);
    String[] names = new String[found.length];
    for (int k = 0; k < found.length; k++) {
      names[k] = found[k].getPath().getName();
    }
    return names;
  }

  /** The local file of a name; null where it is in another file system. */
  private java.nio.file.Path localFile(Path path) throws IOException {
    Path qualified = files(path).makeQualified(path);
    return "file".equals(qualified.toUri().getScheme())
        ? java.nio.file.Path.of(qualified.toUri().getPath())
        : null;
  }

  /** Reads a file. */
  <T> T read(String name, LocalReader<T> reader) throws IOException {
    Path path = new Path(name);
    java.nio.file.Path local = localFile(path);
    if (local != null) {
      return reader.read(local);
    }
    java.nio.file.Path copy = temporary(path);
    try {
      try (InputStream in = files(path).open(path)) {
        Files.copy(in, copy);
      } catch (FileNotFoundException e) {
        throw new java.nio.file.NoSuchFileException(name);
      }
      return reader.read(copy);
    } finally {
      deleteTemporary(copy);
    }
  }

  /** Replaces a file, or creates it with the folders that it is in. */
  void write(String name, LocalWriter writer) throws IOException {
    Path path = new Path(name);
    java.nio.file.Path local = localFile(path);
    if (local != null) {
      Files.createDirectories(local.toAbsolutePath().getParent());
      writer.write(local);
      return;
    }
    java.nio.file.Path copy = temporary(path);
    try {
      writer.write(copy);
      Path next = new Path(path.getParent(), "." + path.getName() + "." + UUID.randomUUID());
      FileContext files = files(path);
      try {
        try (OutputStream out =
            files.create(next, EnumSet.of(CreateFlag.CREATE), Options.CreateOpts.createParent())) {
          Files.copy(copy, out);
        }
        files.rename(next, path, Options.Rename.OVERWRITE);
      } finally {
        delete(next.toString());
      }
    } finally {
      deleteTemporary(copy);
    }
  }

  private static java.nio.file.Path temporary(Path path) throws IOException {
    // of the same name, which error messages show
    return Files.createTempDirectory("sors").resolve(path.getName());
  }

  private static void deleteTemporary(java.nio.file.Path copy) throws IOException {
    Files.deleteIfExists(copy);
    Files.deleteIfExists(copy.getParent());
  }
}

package io.github.sors.spark.model;

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
 * <p>A name without a scheme refers to Hadoop's default file system, as everywhere in Spark. Code
 * that only supports local files uses a temporary copy of other files. A file is replaced
 * atomically if the file system can rename atomically.
 */
public final class SharedFiles {

  private final Configuration configuration;

  public SharedFiles(SparkSession session) {
    this.configuration = session.sparkContext().hadoopConfiguration();
  }

  /** Reads a local file. */
  public interface LocalReader<T> {
    T read(java.nio.file.Path file) throws IOException;
  }

  /** Writes a local file atomically. */
  public interface LocalWriter {
    void write(java.nio.file.Path file) throws IOException;
  }

  private FileContext files(Path path) throws IOException {
    return path.isUriPathAbsolute() && path.toUri().getScheme() != null
        ? FileContext.getFileContext(path.toUri(), configuration)
        : FileContext.getFileContext(configuration);
  }

  /** Whether a file or folder exists. */
  public boolean exists(String name) throws IOException {
    Path path = new Path(name);
    return files(path).util().exists(path);
  }

  /** Deletes a file, or a folder with its content, if it exists. */
  public void delete(String name) throws IOException {
    Path path = new Path(name);
    FileContext files = files(path);
    if (files.util().exists(path)) {
      files.delete(path, true);
    }
  }

  /** Renames a file or folder; the new name must not exist. */
  public void rename(String from, String to) throws IOException {
    Path target = new Path(to);
    FileContext files = files(target);
    files.mkdir(target.getParent(), null, true);
    files.rename(new Path(from), target);
  }

  /** The names in a folder; none if it is missing. */
  public String[] list(String name) throws IOException {
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

  /** The local file with a name; null if it is in another file system. */
  private java.nio.file.Path localFile(Path path) throws IOException {
    Path qualified = files(path).makeQualified(path);
    return "file".equals(qualified.toUri().getScheme())
        ? java.nio.file.Path.of(qualified.toUri().getPath())
        : null;
  }

  /** Reads a file. */
  public <T> T read(String name, LocalReader<T> reader) throws IOException {
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

  /** Replaces a file, or creates it with its folders. */
  public void write(String name, LocalWriter writer) throws IOException {
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
    // with the same name, which error messages show
    return Files.createTempDirectory("sors").resolve(path.getName());
  }

  private static void deleteTemporary(java.nio.file.Path copy) throws IOException {
    Files.deleteIfExists(copy);
    Files.deleteIfExists(copy.getParent());
  }
}

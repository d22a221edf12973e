package io.github.sors.spark;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.DelegateToFileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.spark.sql.SparkSession;

/** A file system that only Hadoop knows how to reach; its files are on the local disk. */
public final class Elsewhere extends DelegateToFileSystem {

  static final String SCHEME = "elsewhere";

  /** Creates it as Hadoop does. */
  public Elsewhere(URI address, Configuration configuration)
      throws IOException, URISyntaxException {
    super(address, new Files(), configuration, SCHEME, false);
  }

  static void register(SparkSession session) {
    Configuration configuration = session.sparkContext().hadoopConfiguration();
    configuration.set("fs.AbstractFileSystem." + SCHEME + ".impl", Elsewhere.class.getName());
    configuration.set("fs." + SCHEME + ".impl", Files.class.getName());
  }

  /** The same for those who ask for a file system of the older kind. */
  public static final class Files extends RawLocalFileSystem {

    @Override
    public URI getUri() {
      return URI.create(SCHEME + ":///");
    }

    @Override
    public String getScheme() {
      return SCHEME;
    }
  }
}

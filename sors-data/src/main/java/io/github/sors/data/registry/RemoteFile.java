package io.github.sors.data.registry;

import java.net.URI;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A file that can be downloaded.
 *
 * <p>Threads: immutable. Failures: no address, a sum that is no SHA-256, or a name that is no plain
 * file name, throw {@link IllegalArgumentException}.
 *
 * @param name its name on this machine
 * @param addresses its addresses, the best first
 * @param sha256 the SHA-256 of its bytes in lower-case hexadecimal digits, or null if it is not
 *     recorded; then the shape of the data is checked instead
 * @param members the files to extract if it is a Zip archive, from any of its folders; empty for
 *     other files
 */
public record RemoteFile(
    String name, List<URI> addresses, @Nullable String sha256, List<String> members) {

  public RemoteFile {
    FileSet.requirePlainName(name);
    addresses = List.copyOf(addresses);
    members = List.copyOf(members);
    members.forEach(FileSet::requirePlainName);
    if (addresses.isEmpty()) {
      throw new IllegalArgumentException("expected an address of " + name + ", found none");
    }
    if (sha256 != null && !sha256.matches("[0-9a-f]{64}")) {
      throw new IllegalArgumentException("expected a SHA-256 of " + name + ", found " + sha256);
    }
  }

  /** A file that is not an archive, without a recorded checksum. */
  public static RemoteFile of(String name, String... addresses) {
    return new RemoteFile(
        name, List.of(addresses).stream().map(URI::create).toList(), null, List.of());
  }

  /** This file with the checksum that it must have. */
  public RemoteFile withSha256(String newSha256) {
    return new RemoteFile(name, addresses, Objects.requireNonNull(newSha256, "sha256"), members);
  }

  /** This file as a Zip archive from which the given members are extracted. */
  public RemoteFile unpackedTo(String... newMembers) {
    return new RemoteFile(name, addresses, sha256, List.of(newMembers));
  }

  /** The files after the download. */
  List<String> results() {
    return members.isEmpty() ? List.of(name) : members;
  }
}

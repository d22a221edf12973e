package io.github.sors.data.registry;

import java.net.URI;
import java.util.List;
import java.util.Objects;

/**
 * A file that can be downloaded.
 *
 * @param name what it is called on this machine
 * @param addresses where it is to be had, the best first
 * @param sha256 the SHA-256 of its bytes in lower-case hexadecimal digits, or null where it is not
 *     recorded; the shape of the data is checked instead
 * @param members the files to take out of it if it is a Zip archive, whichever folder of the
 *     archive they are in; empty for a file that stays as it is
 */
public record RemoteFile(String name, List<URI> addresses, String sha256, List<String> members) {

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

  /** A file that stays as it is, whose checksum is not recorded. */
  public static RemoteFile of(String name, String... addresses) {
    return new RemoteFile(
        name, List.of(addresses).stream().map(URI::create).toList(), null, List.of());
  }

  /** This file with the checksum that it must have. */
  public RemoteFile withSha256(String newSha256) {
    return new RemoteFile(name, addresses, Objects.requireNonNull(newSha256, "sha256"), members);
  }

  /** This file as a Zip archive of which the given members are wanted. */
  public RemoteFile unpackedTo(String... newMembers) {
    return new RemoteFile(name, addresses, sha256, List.of(newMembers));
  }

  /** The files that are there once it has been downloaded. */
  List<String> results() {
    return members.isEmpty() ? List.of(name) : members;
  }
}

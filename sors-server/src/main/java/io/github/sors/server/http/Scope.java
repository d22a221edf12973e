package io.github.sors.server.http;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** What a token allows. */
public enum Scope {
  /** Searches, and reading items and the model. */
  READ,
  /** Feedback, and undoing it. */
  FEEDBACK,
  /** Adding, replacing and removing items. */
  ITEMS,
  /** Everything, including operations on whole collections. */
  ADMIN;

  /** Parses comma-separated names of scopes. */
  static Set<Scope> parse(String names) {
    Set<Scope> scopes = EnumSet.noneOf(Scope.class);
    for (String name : names.split(",", -1)) {
      try {
        scopes.add(valueOf(name.strip().toUpperCase(Locale.ROOT)));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(
            "expected one of the scopes read, feedback, items and admin, found '" + name + "'", e);
      }
    }
    return scopes;
  }

  /** Its name in files of tokens. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}

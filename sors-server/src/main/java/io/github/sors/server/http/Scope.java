package io.github.sors.server.http;

import io.javalin.security.RouteRole;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** What a token allows. */
public enum Scope implements RouteRole {
  /** Searching, and looking at items and at the model. */
  READ,
  /** Feedback, and undoing it. */
  FEEDBACK,
  /** Adding, replacing and removing items. */
  ITEMS,
  /** All of it, and what concerns a whole collection. */
  ADMIN;

  /** Scopes from names with commas between them. */
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

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}

package io.github.sors;

import java.io.Serializable;
import java.util.Objects;

/**
 * A setting that a user can change to fix an input error. Programs phrase it in their own terms: a
 * command line names a flag, a form names a field.
 *
 * <p>Threads: immutable. Failures: null throws {@link NullPointerException}.
 *
 * @param action what to do with the setting
 * @param setting the setting, as the library names it, such as {@code zeroBased}
 * @param value the value that it should have; empty if the library cannot know it
 * @param rest the rest of the sentence, with the space or comma that it starts with; may be empty
 */
public record Remedy(Action action, String setting, String value, String rest)
    implements Serializable {

  private static final long serialVersionUID = 1;

  /** What to do with a setting. */
  public enum Action {
    /** Give it a value. */
    SET,
    /** Leave it out. */
    LEAVE_OUT
  }

  /** Checks that nothing is null. */
  public Remedy {
    Objects.requireNonNull(action, "action");
    Objects.requireNonNull(setting, "setting");
    Objects.requireNonNull(value, "value");
    Objects.requireNonNull(rest, "rest");
  }

  /** Returns the remedy to give a setting. */
  public static Remedy set(String setting) {
    return new Remedy(Action.SET, setting, "", "");
  }

  /** Returns the remedy to give a setting this value. */
  public static Remedy set(String setting, String value) {
    return new Remedy(Action.SET, setting, value, "");
  }

  /** Returns the remedy to leave out a setting. */
  public static Remedy leaveOut(String setting) {
    return new Remedy(Action.LEAVE_OUT, setting, "", "");
  }

  /** Returns this remedy with the condition under which it helps. */
  public Remedy when(String condition) {
    return new Remedy(action, setting, value, rest + " if " + condition);
  }

  /** Returns this remedy with an alternative. */
  public Remedy or(String alternative) {
    return new Remedy(action, setting, value, rest + ", or " + alternative);
  }

  /** The remedy in the terms of the library, such as {@code set normalization to l2}. */
  @Override
  public String toString() {
    return switch (action) {
      case SET -> "set " + setting + (value.isEmpty() ? "" : " to " + value) + rest;
      case LEAVE_OUT -> "leave out " + setting + rest;
    };
  }
}

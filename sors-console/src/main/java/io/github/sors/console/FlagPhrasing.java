package io.github.sors.console;

import io.github.sors.InvalidInputException;
import io.github.sors.Remedy;
import java.util.Map;
import java.util.function.Function;

/**
 * Phrases input errors in terms of the flags of a command line.
 *
 * <p>Threads: immutable. Failures: null throws {@link NullPointerException}.
 *
 * @param flags the flag of each setting of the libraries, such as {@code --labels} of {@code
 *     labels}; errors about other settings are phrased in terms of the library
 */
public record FlagPhrasing(Map<String, String> flags)
    implements Function<InvalidInputException, String> {

  /** Copies the flags. */
  public FlagPhrasing {
    flags = Map.copyOf(flags);
  }

  /** The problem and what to do about it, in one line. */
  @Override
  public String apply(InvalidInputException exception) {
    return exception
        .remedy()
        .filter(remedy -> flags.containsKey(remedy.setting()))
        .map(remedy -> exception.problem() + ": " + sentence(remedy))
        .orElseGet(exception::getMessage);
  }

  private String sentence(Remedy remedy) {
    String flag = flags.get(remedy.setting());
    return switch (remedy.action()) {
      case SET ->
          "use " + flag + (remedy.value().isEmpty() ? "" : " " + remedy.value()) + remedy.rest();
      case LEAVE_OUT -> "leave out " + flag + remedy.rest();
    };
  }
}

package io.github.sors.cli.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.InvalidInputException;
import io.github.sors.option.AlgorithmDescriptor;
import io.github.sors.option.Choice;
import io.github.sors.option.IntegerRange;
import io.github.sors.option.OptionList;
import io.github.sors.option.Parameter;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Flags of algorithms that learn anything at all, beside those that a command has of its own. */
class AlgorithmFlagsTest {

  private static final Parameter<Long> SEED =
      Parameter.of("seed", new IntegerRange(Long.MIN_VALUE, Long.MAX_VALUE), 1L, "of the start");
  private static final Parameter<Long> WIDTH =
      Parameter.of("width", IntegerRange.countOfAtLeast(1), 64L, "100% of the embedding");
  private static final Parameter<Boolean> AVERAGE =
      Parameter.of("average", Choice.flag(), false, "average all rounds");

  static final class OfEncoders extends AlgorithmFlags {
    OfEncoders() {
      super(
          OptionList.of(
              "encoders",
              List.of(
                  AlgorithmDescriptor.of(
                      "adasors-2",
                      "Encoder",
                      "an encoder under the name of the default",
                      p -> p.getInt(WIDTH) + " " + p.get(SEED) + " " + p.get(AVERAGE),
                      WIDTH,
                      SEED,
                      AVERAGE),
                  AlgorithmDescriptor.of("plain", "Plain", "no options", p -> "plain"))));
    }
  }

  @Command(name = "encode", customSynopsis = "encode", modelTransformer = OfEncoders.class)
  static final class EncodeCommand implements Runnable {
    @Option(names = "--seed")
    private long seed = 1;

    @Mixin private LearnerArguments learner;

    @Override
    public void run() {}
  }

  private static EncodeCommand parsed(String... arguments) {
    EncodeCommand command = new EncodeCommand();
    new CommandLine(command).parseArgs(arguments);
    return command;
  }

  private static Object created(String... arguments) {
    return parsed(arguments).learner.createChosen();
  }

  @Test
  void aFlagOfTheCommandServesTheAlgorithmToo() {
    assertThat(created()).isEqualTo("64 1 false");
    assertThat(created("--seed", "7", "--width=3")).isEqualTo("3 7 false");
    assertThat(parsed("--seed", "7").seed).isEqualTo(7);
    assertThat(created("--algorithm", "plain", "--width", "0")).isEqualTo("plain");
  }

  @Test
  void aFlagAloneMeansTrue() {
    assertThat(created("--average")).isEqualTo("64 1 true");
    assertThat(created("--average=false")).isEqualTo("64 1 false");
  }

  @Test
  void wrongValuesAreRefusedWithFlagRangeAndValue() {
    assertThatThrownBy(() -> created("--width", "0"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage("--width: expected a whole number from 1 to 2147483647, found '0'");
    assertThatThrownBy(() -> created("--average=no"))
        .hasMessage("--average: expected true or false, found 'no'");
    assertThatThrownBy(() -> created("--algorithm", "fancy"))
        .hasMessage("--algorithm: unknown algorithm 'fancy': expected one of adasors-2, plain");
  }

  @Test
  void theHelpShowsEveryOptionOnce() {
    String help = new CommandLine(new EncodeCommand()).getUsageMessage();
    assertThat(help).contains("--width=N", "100% of the embedding").containsOnlyOnce("--seed=");
  }
}

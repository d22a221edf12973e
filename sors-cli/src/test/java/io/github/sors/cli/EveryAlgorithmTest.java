package io.github.sors.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.sors.cli.testing.Outcome;
import io.github.sors.cli.testing.SampleRows;
import io.github.sors.learn.Algorithm;
import io.github.sors.option.Parameter;
import io.github.sors.server.collection.CollectionSettings;
import io.github.sors.tune.Method;
import io.github.sors.tune.Methods;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A constant of {@link Algorithm} is all that an online learner needs to be reached everywhere. */
class EveryAlgorithmTest {

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(Algorithm.class)
  void isTrainedTunedAndServed(Algorithm algorithm) throws IOException {
    Path data = folder.resolve("rows.libsvm");
    SampleRows.of(7, 60, 12, 3).writeLibsvm(data);
    Path model = folder.resolve("rows.sors");
    String name = algorithm.label();

    Outcome.of("train", data, "--model", model, "--algorithm", name, "--rounds", 60).succeeded();
    JsonNode options = Outcome.json("info", model, "--json").get("options");
    for (Parameter<?> parameter : algorithm.descriptor().parameters()) {
      assertThat(Parameter.compact(options.get(parameter.name()).textValue()))
          .isEqualTo(parameter.defaultText());
      Outcome.of(
              "train", data, "--model", model, "--algorithm", name, "--" + parameter.name(), "-1")
          .refused(
              "--" + parameter.name() + ": expected " + parameter.domain().expectation(), "'-1'");
    }

    Method method = Methods.named(name);
    assertThat(method.grid().candidates()).hasSizeGreaterThan(1).contains(gridDefaults(method));
    JsonNode best =
        Outcome.json(
                "tune",
                data,
                "--algorithm",
                name,
                "--rounds",
                20,
                "--output",
                folder.resolve("tune"),
                "--json")
            .get("best");
    assertThat(best.get("map").doubleValue()).isPositive();

    assertThat(new CollectionSettings(name, Map.of("margin", "2"), "standard").algorithm())
        .isEqualTo(name);
    assertThat(Outcome.of("serve", "--help").succeeded().out()).contains(name);
  }

  /** The defaults of what is tuned: they are always among what is tried. */
  private static io.github.sors.tune.Parameters gridDefaults(Method method) {
    io.github.sors.tune.Parameters defaults = io.github.sors.tune.Parameters.NONE;
    for (String tuned : method.grid().names()) {
      defaults = defaults.with(tuned, method.defaults().values().get(tuned));
    }
    return defaults;
  }
}

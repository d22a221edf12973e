package io.github.sors.cli;

import io.github.sors.BilinearModel;
import io.github.sors.LearningProgress;
import io.github.sors.Provenance;
import io.github.sors.io.FileKind;
import io.github.sors.io.ModelFile;
import io.github.sors.io.SectionReader;
import io.github.sors.learn.Checkpoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says what a model or a checkpoint is and where it comes from. */
@Command(
    name = "info",
    header = "Show what a model or a checkpoint is and where it comes from.",
    description = "")
final class InfoCommand extends Subcommand {

  @Parameters(paramLabel = "FILE", description = "A model or a checkpoint.")
  private Path file;

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    Map<String, Object> facts =
        SectionReader.kindOf(file) == FileKind.CHECKPOINT ? ofCheckpoint() : ofModel();
    facts.put("fileBytes", Files.size(file));
    if (json) {
      console().printJson(facts);
    } else {
      facts.forEach(this::print);
    }
    return DONE;
  }

  private void print(String name, Object value) {
    if (value instanceof Map<?, ?> group) {
      group.forEach((key, inner) -> print(name + "." + key, inner));
    } else {
      String text = String.valueOf(value);
      if (value instanceof Double number) {
        text = String.format(Locale.ROOT, "%.6f", number);
      } else if (value instanceof Number count) {
        text = Texts.count(count.longValue());
      }
      // only a hash is too wide; --json has it whole
      console().print(TextTable.cut(String.format("%-24s %s", name, text), TextTable.SCREEN));
    }
  }

  private Map<String, Object> ofModel() throws IOException {
    BilinearModel model = ModelFile.read(file);
    Provenance provenance = model.provenance();
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("kind", "model");
    facts.put("algorithm", provenance.algorithm());
    facts.put("form", model.form().label());
    facts.put("rounds", provenance.rounds());
    facts.put("queryDimension", model.queryDimension());
    facts.put("itemDimension", model.itemDimension());
    facts.put("nonZeros", model.nonZeros());
    facts.put("sparsity", model.sparsity());
    facts.put("normalization", model.normalization().toString());
    facts.put("featureNames", model.queryFeatures().size());
    facts.put("options", provenance.options());
    facts.put("training", provenance.training());
    facts.put("version", provenance.version());
    return facts;
  }

  private Map<String, Object> ofCheckpoint() throws IOException {
    Checkpoint checkpoint = Checkpoint.read(file);
    LearningProgress progress = checkpoint.learner().progress();
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("kind", "checkpoint");
    facts.put("algorithm", checkpoint.learner().algorithm());
    facts.put("rounds", progress.rounds());
    facts.put("activeRounds", progress.activeRounds());
    facts.put("cumulativeLoss", progress.cumulativeLoss());
    facts.put("options", checkpoint.learner().options());
    facts.put("training", checkpoint.context());
    return facts;
  }
}

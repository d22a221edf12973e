package io.github.sors.cli.data;

import io.github.sors.BilinearModel;
import io.github.sors.InvalidInputException;
import io.github.sors.LearningProgress;
import io.github.sors.Model;
import io.github.sors.Provenance;
import io.github.sors.cli.data.Partners.Partner;
import io.github.sors.cli.frame.Formatting;
import io.github.sors.cli.frame.ModelSize;
import io.github.sors.cli.frame.Subcommand;
import io.github.sors.cli.frame.TextTable;
import io.github.sors.embedding.Adapter;
import io.github.sors.embedding.EmbeddingSpace;
import io.github.sors.index.IndexFile;
import io.github.sors.io.FileKind;
import io.github.sors.io.ModelFile;
import io.github.sors.io.SectionReader;
import io.github.sors.learn.Checkpoint;
import io.github.sors.lucene.text.Vectorizer;
import io.github.sors.ranking.fusion.RankingModel;
import io.github.sors.server.collection.CollectionFileKinds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Describes a model, a ranking, a checkpoint or an index. */
@Command(
    name = "info",
    header = "Describe a model, a checkpoint or an index, and its origin.",
    description = "")
public final class InfoCommand extends Subcommand {

  @Parameters(paramLabel = "FILE", description = "A model, a checkpoint or an index.")
  private Path file;

  @Option(
      names = "--feature",
      paramLabel = "NAME",
      description = "Model: show what it has learnt about this feature, a name or #number.")
  private String feature;

  @Option(
      names = "--top",
      paramLabel = "N",
      description = "With --feature: number of partners of either sign (default: 10).")
  private int top = 10;

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    FileKind kind = SectionReader.kindOf(file);
    if (feature != null) {
      printPartners(RankingModel.isOne(file) ? words() : ModelFile.readMatrix(file));
      return DONE;
    }
    Map<String, Object> facts = facts(kind);
    facts.put("fileBytes", Files.size(file));
    if (json) {
      console().printJson(facts);
    } else {
      facts.forEach(this::print);
    }
    return DONE;
  }

  private Map<String, Object> facts(FileKind kind) throws IOException {
    if (kind.is(FileKind.CHECKPOINT)) {
      return ofCheckpoint();
    }
    if (kind.is(FileKind.INDEX)) {
      return ofIndex();
    }
    if (kind.is(CollectionFileKinds.SNAPSHOT)) {
      throw new InvalidInputException(
          file + " is part of a collection, not a model: open its folder with 'sors serve'");
    }
    return RankingModel.isOne(file) ? ofRanking() : ofModel();
  }

  /** What a ranking has learnt about words. */
  private BilinearModel words() throws IOException {
    return RankingModel.read(file)
        .words()
        .orElseThrow(
            () -> new InvalidInputException("--feature: " + file + " has learnt nothing of words"));
  }

  /** What the model has learnt about one feature, on either side. */
  private void printPartners(BilinearModel model) {
    if (top < 1) {
      throw new InvalidInputException("expected --top of at least 1, found " + top);
    }
    int asQuery = FeatureNames.find(feature, model.queryFeatures(), model.queryDimension());
    int asItem = FeatureNames.find(feature, model.itemFeatures(), model.itemDimension());
    if (asQuery < 0 && asItem < 0) {
      throw new InvalidInputException(
          "--feature: expected a feature that "
              + file
              + " knows, by name or as #number, found '"
              + feature
              + "'");
    }
    Partners none = new Partners(List.of(), List.of());
    Partners ofQuery = asQuery < 0 ? none : Partners.ofQueryFeature(model, asQuery, top);
    Partners ofItem = asItem < 0 ? none : Partners.ofItemFeature(model, asItem, top);
    if (json) {
      Map<String, Object> result = new LinkedHashMap<>();
      result.put("feature", feature);
      result.put("asQuery", described(ofQuery, model::itemFeature));
      result.put("asItem", described(ofItem, model::queryFeature));
      console().printJson(result);
      return;
    }
    print(feature + " in a query: strongest features of items", ofQuery, model::itemFeature);
    console().print("");
    print(feature + " in an item: strongest features of queries", ofItem, model::queryFeature);
  }

  private void print(String heading, Partners partners, IntFunction<String> names) {
    console().print(TextTable.cut(heading, TextTable.SCREEN));
    TextTable table = new TextTable("", "<");
    partners.attracted().forEach(partner -> add(partner, names, table));
    List<Partner> repelled = new ArrayList<>(partners.repelled());
    Collections.reverse(repelled);
    repelled.forEach(partner -> add(partner, names, table));
    table.lines().stream().skip(1).forEach(console()::print);
  }

  private static void add(Partner partner, IntFunction<String> names, TextTable table) {
    table.add(
        String.format(Locale.ROOT, "  %+.4f", partner.weight()), names.apply(partner.index()));
  }

  private static Map<String, Object> described(Partners partners, IntFunction<String> names) {
    Map<String, Object> sides = new LinkedHashMap<>();
    sides.put("attracted", described(partners.attracted(), names));
    sides.put("repelled", described(partners.repelled(), names));
    return sides;
  }

  private static List<Map<String, Object>> described(
      List<Partner> partners, IntFunction<String> names) {
    List<Map<String, Object>> described = new ArrayList<>();
    for (Partner partner : partners) {
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("feature", names.apply(partner.index()));
      entry.put("weight", partner.weight());
      described.add(entry);
    }
    return described;
  }

  private void print(String name, Object value) {
    if (value instanceof Map<?, ?> group) {
      group.forEach((key, inner) -> print(name + "." + key, inner));
    } else {
      String text = String.valueOf(value);
      if (value instanceof Double number) {
        text = String.format(Locale.ROOT, "%.6f", number);
      } else if (value instanceof Number count) {
        text = Formatting.count(count.longValue());
      }
      // only a hash is too wide; --json shows all of it
      console().print(TextTable.cut(String.format("%-24s %s", name, text), TextTable.SCREEN));
    }
  }

  private static String form(Model model) {
    if (model instanceof Adapter) {
      return "adapter";
    }
    return model instanceof BilinearModel matrix ? matrix.form().label() : "encoder";
  }

  private Map<String, Object> ofModel() throws IOException {
    Model model = ModelFile.readAny(file);
    Provenance provenance = model.provenance();
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("kind", "model");
    facts.put("algorithm", provenance.algorithm());
    facts.put("form", form(model));
    if (model instanceof Adapter adapter) {
      facts.put("embedding", adapter.space().model());
    }
    facts.put("rounds", provenance.rounds());
    facts.put("queryDimension", model.queryDimension());
    facts.put("itemDimension", model.itemDimension());
    new ModelSize(model).putInto(facts);
    facts.put("normalization", model.normalization().toString());
    facts.put("featureNames", model.queryFeatures().size());
    facts.put("options", provenance.options());
    facts.put("training", provenance.training());
    facts.put("version", provenance.version());
    if (!model.recipe().isEmpty()) {
      facts.put("recipe", model.recipe().settings());
    }
    return facts;
  }

  private Map<String, Object> ofRanking() throws IOException {
    RankingModel model = RankingModel.read(file);
    Provenance provenance = model.provenance();
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("kind", "ranking");
    facts.put("ranksBy", model.fusion().name());
    facts.put("weights", model.fusion().weights());
    EmbeddingSpace embeddings = model.embeddings();
    if (embeddings != null) {
      facts.put("embedding", embeddings.model());
      facts.put("dimension", embeddings.dimension());
    }
    Vectorizer texts = model.vectorizer();
    if (texts != null) {
      facts.put("terms", texts.featureNames().size());
      facts.put("analyzer", texts.recipe().settings().get("analyzer"));
    }
    facts.put("rememberedQueries", model.parts().judged().size());
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

  private Map<String, Object> ofIndex() throws IOException {
    IndexFile.Content content = IndexFile.read(file);
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("kind", "index");
    facts.put("items", content.index().view().size());
    facts.put("segments", content.index().view().segmentCount());
    facts.put("normalization", content.normalization().toString());
    return facts;
  }
}

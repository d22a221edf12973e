package io.github.sors.cli.train;

import io.github.sors.InvalidInputException;
import io.github.sors.Model;
import io.github.sors.Normalization;
import io.github.sors.Similarities;
import io.github.sors.cli.frame.Console;
import io.github.sors.cli.frame.Formatting;
import io.github.sors.cli.frame.OutputFiles;
import io.github.sors.cli.frame.ShellCommand;
import io.github.sors.cli.frame.Subcommand;
import io.github.sors.cli.frame.TextTable;
import io.github.sors.cli.input.FeedbackArguments;
import io.github.sors.cli.input.TrainingRecord;
import io.github.sors.data.Dataset;
import io.github.sors.data.fit.FeedbackSplit;
import io.github.sors.data.fit.HeldOut;
import io.github.sors.data.fit.LabelFeedback;
import io.github.sors.data.triplet.LearningLoop;
import io.github.sors.data.triplet.Split;
import io.github.sors.data.triplet.TripletSampler;
import io.github.sors.eval.Gain;
import io.github.sors.io.ModelFile;
import io.github.sors.learn.Learners;
import io.github.sors.learn.OnlineLearner;
import io.github.sors.lucene.text.Vectorizer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** A demonstration on built-in data: learn, search, measure, compare. */
@Command(
    name = "demo",
    header = "See on built-in data what learning changes; takes less than a minute.",
    description = {
      "",
      "Learns from 70%% of the rows which rows belong together, and shows the answers to some"
          + " queries before and after. Then compares the cosine, OASIS, the four SORS learners and"
          + " the encoder on the other 30%% of the rows: every gain has its 95%% interval.",
      "",
      "  emoji        1,632 emoji by name and keywords; 95 classes: Unicode's subgroups",
      "  definitions  10,989 nouns by their definitions; 275 classes: their hypernyms",
      "  place-names  names of countries and languages; some 190 classes: the languages",
      ""
    },
    footer = {
      "",
      "Example: sors demo --dataset definitions",
      "The encoder is kept for 'sors search' and 'sors evaluate'."
    })
public final class DemoCommand extends Subcommand {

  private static final long SEED = 1;
  private static final double HOLDOUT = 0.3;
  private static final int SHOWN_ROWS = 2;
  private static final String ENCODER = "encoder";
  private static final List<String> LEARNERS =
      List.of("oasis", "sors-1", "sors-2", "adasors-1", "adasors-2", ENCODER);

  @Option(
      names = "--dataset",
      paramLabel = "NAME",
      description = "emoji, definitions or place-names (default: emoji).")
  private String dataset = DemoSubject.EMOJI.label();

  @Option(
      names = "--model",
      paramLabel = "FILE",
      description = "File to write the encoder to (default: sors-demo.sors).")
  private Path model = Path.of("sors-demo.sors");

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "Rounds per learner (default: 100000, 30000 on place-names).")
  private Integer givenRounds;

  @Option(
      names = "--sample",
      paramLabel = "N",
      description = "Number of rows to use (default: all, 3000 of place-names).")
  private Integer sample;

  @Option(names = "--json", description = "Print the table as JSON, without the examples.")
  private boolean json;

  private DemoSubject subject;
  private int rounds;

  /** A learnt model and the seconds of learning. */
  private record TimedModel(Model model, double seconds) {}

  @Override
  public Integer call() throws IOException {
    subject = DemoSubject.named(dataset);
    rounds = givenRounds == null ? subject.defaultRounds() : givenRounds;
    Integer size = sample == null ? subject.defaultSample() : sample;
    if (size != null && size < 2) {
      throw new InvalidInputException("expected --sample of at least 2, found " + size);
    }
    if (rounds < 1) {
      throw new InvalidInputException("expected --rounds of at least 1, found " + rounds);
    }
    OutputFiles.requireWritable(model);
    Dataset raw = subject.read(size);
    Dataset unit = raw.map(Normalization.L2::apply);
    TrainingRecord record =
        new TrainingRecord(
            raw.name(), raw.hash(), FeedbackArguments.LABELS, "", HOLDOUT, SEED, "l2", "uniform");
    Split split = record.split(raw);
    explain(raw, split);

    TimedModel encoder = learn(ENCODER, unit, split);
    showTypedQueries(unit, encoder.model());
    BeforeAndAfter heldOut = new BeforeAndAfter(unit.select(split.test()), encoder.model());
    List<BeforeAndAfter.Query> queries = heldOut.queries();
    showHeldOutQueries(heldOut, queries);
    DemoTable table = compare(unit, split, encoder);
    showHowOften(queries);
    ModelFile.write(
        encoder
            .model()
            .withFeatureNames(raw.featureNames())
            .withRecipe(raw.recipe())
            .withNormalization(Normalization.L2)
            .withProvenance(encoder.model().provenance().withTraining(record.asMap())),
        model);
    suggest(raw, size);
    if (json) {
      printJson(raw, split, table);
    }
    return DONE;
  }

  /** Prints a line for people. */
  private void say(String line) {
    if (!json) {
      console().print(line);
    }
  }

  private void printJson(Dataset raw, Split split, DemoTable table) {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("data", subject.label());
    result.put("rows", raw.size());
    result.put("heldOutRows", split.test().length);
    result.put("rounds", rounds);
    result.put("learners", table.asMap());
    result.put("model", model.toString());
    console().printJson(result);
  }

  /** The problem, in three lines. */
  private void explain(Dataset raw, Split split) {
    subject.problem().forEach(this::say);
    say(
        "It learns from "
            + Formatting.count(split.train().length)
            + " of "
            + Formatting.count(raw.size())
            + " "
            + subject.rows()
            + " in "
            + raw.classCount()
            + " "
            + subject.classes()
            + "; "
            + Formatting.count(split.test().length)
            + " others are the test.");
    say("");
  }

  private void showTypedQueries(Dataset unit, Model encoder) {
    if (subject.queries().isEmpty()) {
      return;
    }
    Vectorizer vectorizer = Vectorizer.restore(unit.recipe(), unit.featureNames());
    BeforeAndAfter answers = new BeforeAndAfter(unit, encoder);
    String heading =
        "Queries picked by hand, answered from all "
            + Formatting.count(unit.size())
            + " "
            + subject.rows()
            + ". Before: by the cosine of the words. After: by what the encoder has learnt. * shares"
            + " no "
            + subject.feature()
            + " with the query.";
    Formatting.wrapped(heading, TextTable.SCREEN).forEach(this::say);
    say("");
    for (String query : subject.queries()) {
      say("\"" + query + "\"");
      answers.answersTo(vectorizer.query(query)).forEach(this::say);
    }
    say("");
  }

  /** Shows rows that were not learnt from: where learning helped most, and where it did harm. */
  private void showHeldOutQueries(BeforeAndAfter answers, List<BeforeAndAfter.Query> queries) {
    List<BeforeAndAfter.Query> helped = answers.mostHelped(queries, SHOWN_ROWS);
    if (!helped.isEmpty()) {
      say(
          "Among the "
              + Formatting.count(queries.size())
              + " "
              + subject.rows()
              + " that it has not seen, learning helped most here:");
      say("");
      helped.forEach(query -> show(answers, query));
      say("");
    }
    BeforeAndAfter.mostHarmed(queries)
        .ifPresent(
            query -> {
              say("And here it did harm:");
              say("");
              show(answers, query);
              say("");
            });
  }

  private void show(BeforeAndAfter answers, BeforeAndAfter.Query query) {
    say(answers.describe(query));
    answers.answersTo(query).forEach(this::say);
  }

  /** Measures all learners on the rows that nothing was learnt from. */
  private DemoTable compare(Dataset unit, Split split, TimedModel encoder) {
    HeldOut heldOut =
        FeedbackSplit.holdingOutAll(new LabelFeedback(unit.labels(), split.test()))
            .allHeldOut(unit.vectors(), Runtime.getRuntime().availableProcessors());
    DemoTable table = new DemoTable();
    for (String algorithm : LEARNERS) {
      TimedModel learnt = algorithm.equals(ENCODER) ? encoder : learn(algorithm, unit, split);
      String title = Learners.descriptor(algorithm).title();
      table.add(
          algorithm,
          title,
          gains(title, learnt.model(), heldOut),
          learnt.seconds(),
          learnt.model());
    }
    say(
        "All learners, "
            + Formatting.count(rounds)
            + " rounds each. Queries and answers are held-out "
            + subject.rows()
            + ":");
    say("");
    if (!json) {
      table.print(console());
    }
    say(
        "gain: in MAP over the cosine, on "
            + Formatting.count(heldOut.units())
            + " held-out "
            + subject.rows()
            + (heldOut.isEnough() ? "" : ", too few to tell it from chance"));
    say("");
    return table;
  }

  private List<Gain> gains(String name, Model learnt, HeldOut heldOut) {
    try (Console.Progress progress = console().progress(name + ", ranking", 0)) {
      progress.reached(0);
      return heldOut.gains(Similarities.dot(), learnt);
    }
  }

  private void showHowOften(List<BeforeAndAfter.Query> queries) {
    String summary =
        "Of the first "
            + BeforeAndAfter.ANSWERS
            + " answers, the encoder has more right ones than the cosine for "
            + Formatting.count(queries.stream().filter(query -> query.gain() > 0).count())
            + " of these "
            + subject.rows()
            + ", and fewer for "
            + Formatting.count(queries.stream().filter(query -> query.gain() < 0).count())
            + ".";
    Formatting.wrapped(summary, TextTable.SCREEN).forEach(this::say);
    say("");
  }

  private TimedModel learn(String algorithm, Dataset unit, Split split) {
    String dimension = Integer.toString(unit.dimension());
    OnlineLearner learner =
        Learners.create(algorithm, Map.of("queryDimension", dimension, "itemDimension", dimension));
    TripletSampler sampler = TripletSampler.of(unit.labels(), split.train(), SEED);
    LearningLoop loop = LearningLoop.overRows(learner, sampler, unit.vectors());
    long start = System.nanoTime();
    try (Console.Progress progress =
        console().progress(Learners.descriptor(algorithm).title(), rounds)) {
      while (loop.learnSome(rounds)) {
        progress.reached(learner.progress().rounds());
      }
    }
    Model learnt = learner.snapshot();
    return new TimedModel(learnt, (System.nanoTime() - start) * 1e-9);
  }

  private void suggest(Dataset raw, Integer size) {
    say("The encoder is in " + model + ". Next:");
    ShellCommand search = onData("search", size);
    List<ShellCommand> commands =
        List.of(
            subject.queries().isEmpty()
                ? search.option("--item", raw.rowName(0))
                : search.option("--query", subject.ownQuery()).flag("--explain", true),
            onData("evaluate", size).flag("--baseline", true),
            new ShellCommand("demo").option("--dataset", subject.next().label()),
            new ShellCommand("train").word("YOUR.libsvm").option("--model", "yours.sors"));
    commands.forEach(command -> command.lines("  ").forEach(this::say));
  }

  private ShellCommand onData(String subcommand, Integer size) {
    return new ShellCommand(subcommand)
        .word(subject.label())
        .option("--sample", size)
        .option("--model", model);
  }
}

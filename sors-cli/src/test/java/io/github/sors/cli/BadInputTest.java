package io.github.sors.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.sors.cli.testing.Outcome;
import io.github.sors.cli.testing.SampleRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Wrong input ends in one clear line and exit code 2, and leaves everything as it was. */
class BadInputTest {

  private static final String GOOD_LINES = "1 1:1 2:0.5\n2 2:1 3:0.5\n";

  @TempDir private Path folder;
  private Path data;
  private Path model;
  private byte[] oldModel;

  @BeforeEach
  void learn() throws IOException {
    data = SampleRows.of(3, 60, 20, 3).writeLibsvm(folder.resolve("rows.libsvm"));
    model = folder.resolve("m.sors");
    Outcome.of("train", data, "--model", model, "--rounds", 50, "--algorithm", "adasors-2")
        .succeeded();
    oldModel = Files.readAllBytes(model);
  }

  @AfterEach
  void theOldModelIsUntouchedAndNothingElseIsLeft() throws IOException {
    assertThat(model).hasBinaryContent(oldModel);
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .noneMatch(name -> name.endsWith(".tmp") || name.endsWith(".checkpoint"));
    }
  }

  private Outcome train(Object... words) {
    return Outcome.of("train", "--model", model, List.of(words));
  }

  record BadText(String name, String text, int line, String message) {

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<BadText> badTexts() {
    return Stream.of(
        new BadText("a value is a word", GOOD_LINES + "1 1:1 2:two\n", 3, "'2:two'"),
        new BadText("a value has two dots", GOOD_LINES + "1 1:1.2.3\n", 3, "'1:1.2.3'"),
        new BadText("a value has a comma", GOOD_LINES + "1 1:0,5\n", 3, "'1:0,5'"),
        new BadText("a value is missing", GOOD_LINES + "1 1:\n", 3, "'1:'"),
        new BadText("a value is NaN", GOOD_LINES + "1 1:NaN\n", 3, "finite"),
        new BadText("a value is infinite", GOOD_LINES + "1 1:Infinity\n", 3, "finite"),
        new BadText("a value is no float", GOOD_LINES + "1 1:1e39\n", 3, "single precision"),
        new BadText("an index is a word", GOOD_LINES + "1 x:1\n", 3, "'x:1'"),
        new BadText("a label is a word", GOOD_LINES + "\none 1:1\n", 4, "'one'"),
        new BadText("a row has two labels", GOOD_LINES + "1,2 1:1\n", 3, "one label per row"),
        new BadText(
            "an index comes after a larger one", GOOD_LINES + "1 3:1 2:1\n", 3, "ascending"),
        new BadText("an index comes twice", GOOD_LINES + "1 3:1 3:1\n", 3, "once per row"),
        new BadText("an index is zero", GOOD_LINES + "1 0:1\n", 3, "--zero-based"),
        new BadText("an index is negative", GOOD_LINES + "1 -4:1\n", 3, "'-4:1'"),
        new BadText("an index is too large", GOOD_LINES + "1 99999999999:1\n", 3, "99999999999"),
        new BadText("it is binary", GOOD_LINES + "\u0000\u0001\u0002", 3, "text file"),
        new BadText("it is empty", "", 0, "expected at least one item, found none"),
        new BadText("it is blank", "\n \n# nothing\n", 0, "expected at least one row"));
  }

  @ParameterizedTest
  @MethodSource("badTexts")
  void dataThatIsNotDataIsRefusedByFileAndLine(BadText bad) throws IOException {
    Path file = Files.writeString(folder.resolve("bad.libsvm"), bad.text());
    String place = file + (bad.line() == 0 ? ": " : ", line " + bad.line() + ": ");

    train(file).refused(place, bad.message());
    Outcome.of("evaluate", file, "--model", model).refused(place);
    Outcome.of("search", file, "--model", model, "--item", 0).refused(place);
    Outcome.of("data", "info", file).refused(place);
  }

  @Test
  void thereHasToBeSomethingToLearnFrom() throws IOException {
    Path file = folder.resolve("classes.libsvm");

    Files.writeString(file, "1 1:1\n1 2:1\n1 3:1\n");
    train(file).refused("rows of at least two classes, found 2 rows of 1 class; check the labels");
    train(file, "--allow-self").refused("rows of at least two classes");

    Files.writeString(file, "1 1:1\n2 2:1\n3 3:1\n");
    train(file).refused("each of the 3 rows is alone in its class; add rows");

    // two rows of each class, but one of them is held out
    Files.writeString(file, "1 1:1\n1 2:1\n2 3:1\n2 4:1\n");
    train(file).refused("each of the 2 rows is alone in its class", "hold out a smaller share");

    Files.writeString(file, "1 1:1\n2 2:1\n3 3:1\n");
    Outcome.of("evaluate", file, "--model", model, "--all")
        .refused("nothing to rank", "alone in its class");
  }

  static Stream<BadText> badTriplets() {
    return Stream.of(
        new BadText("a row is out of range", "0 3 1\n0 3 60\n", 2, "from 0 to 59, found '60'"),
        new BadText("a row is negative", "0 3 -1\n", 1, "found '-1'"),
        new BadText("a row is a word", "0 3 one\n", 1, "found 'one'"),
        new BadText("a row is missing", "0 3 1\n\n0 3\n", 3, "expected three ids"),
        new BadText("a weight is negative", "0 3 1 -2\n", 1, "expected a weight above 0"),
        new BadText("there are five numbers", "0 3 1 2 4\n", 1, "expected three ids"),
        new BadText("it is empty", "", 0, "found no triplet"));
  }

  @ParameterizedTest
  @MethodSource("badTriplets")
  void tripletsThatAreNotTripletsAreRefusedByFileAndLine(BadText bad) throws IOException {
    Path file = Files.writeString(folder.resolve("triplets.txt"), bad.text());

    train(data, "--triplets", file)
        .refused(file + (bad.line() == 0 ? ": " : ", line " + bad.line() + ": "), bad.message());
  }

  @Test
  void valuesWhoseProductsOverflowAreRefusedByRoundAndRows() throws IOException {
    Path large = folder.resolve("large.libsvm");
    Files.writeString(large, "1 1:3e38\n1 1:2e38\n2 2:1e38\n2 2:3e38\n".repeat(3));

    train(large, "--normalize", "none", "--algorithm", "adasors-2")
        .refused("round 1, rows ", "finite values whose products stay below");
    train(large, "--normalize", "none", "--hardest-of", 3, "--algorithm", "sors-1")
        .refused("round 1, rows ");
    train(large, "--normalize", "none", "--algorithm", "oasis").refused("round 1, rows ");
    train(large, "--normalize", "tf-idf").refused("row 0 of large cannot be normalised by tf-idf");
    // at unit length they are ordinary
    Outcome.of("train", large, "--model", folder.resolve("other.sors"), "--rounds", 9).succeeded();
    Outcome.of("evaluate", large, "--model", model).succeeded();
  }

  @ParameterizedTest
  @ValueSource(strings = {"sors-1", "adasors-2"})
  void aFeatureIndexThatWouldNeedTooMuchMemoryIsRefusedWithAdvice(String algorithm)
      throws IOException {
    Path file =
        Files.writeString(folder.resolve("huge.libsvm"), GOOD_LINES.repeat(3) + "1 2000000000:1\n");

    train(file, "--algorithm", algorithm)
        .refused("a feature numbered 1999999999", "number the features without large gaps");
    train(file, "--algorithm", algorithm, "--normalize", "tf-idf")
        .refused("a feature numbered 1999999999");
    // nothing of that size is needed to score with a model that does not know the feature
    Outcome.of("evaluate", file, "--model", model).succeeded();
  }

  @Test
  void aFileThatIsNotAModelIsRefused() throws IOException {
    Path truncated = Files.write(folder.resolve("a"), Arrays.copyOf(oldModel, oldModel.length / 2));
    for (int position : new int[] {0, 9, 100, oldModel.length / 2, oldModel.length - 9}) {
      byte[] flipped = oldModel.clone();
      flipped[position] ^= 0x10;
      Path file = Files.write(folder.resolve("flipped"), flipped);
      everyUseOf(file).forEach(outcome -> outcome.refused(file.toString()));
    }
    Path empty = Files.createFile(folder.resolve("empty"));
    Path checkpoint = folder.resolve("kept");
    Outcome.of(
            List.of("train", data, "--model", folder.resolve("x.sors"), "--rounds", 3),
            List.of("--checkpoint", checkpoint, "--algorithm", "adasors-2"))
        .succeeded();

    everyUseOf(truncated).forEach(outcome -> outcome.refused(truncated + " is truncated"));
    everyUseOf(data).forEach(outcome -> outcome.refused(data + " is not a sors file"));
    everyUseOf(empty).forEach(outcome -> outcome.refused(empty + " is not a sors file"));
    everyUseOf(folder).forEach(outcome -> outcome.refused(folder + " is a folder"));
    everyUseOf(folder.resolve("none")).forEach(outcome -> outcome.refused("there is no file "));
    Outcome.of("evaluate", data, "--model", checkpoint)
        .refused(checkpoint + " is a checkpoint, not a model");
  }

  private List<Outcome> everyUseOf(Path file) {
    return List.of(
        Outcome.of("info", file),
        Outcome.of("evaluate", data, "--model", file),
        Outcome.of("search", data, "--model", file, "--item", 0),
        Outcome.of("export", "model", file, "--output", folder.resolve("out.mtx")));
  }

  @Test
  void whatIsNotThereIsRefused() throws IOException {
    Path missing = folder.resolve("none.libsvm");

    train(missing).refused("there is no file " + missing, "sors data list");
    train(data, missing).refused(missing + ": there is no such file");
    train("place-name").refused("unknown data set 'place-name', did you mean 'place-names'?");
    train("nothing-like-it")
        .refused("unknown data set 'nothing-like-it': known are emoji, definitions, place-names");
    Path empty = Files.createDirectory(folder.resolve("empty"));
    train(empty).refused(empty + ": expected at least one item, found none");
    train("no\0file").refused("expected the name of a file");
    train(data, "--triplets", missing).refused(missing + ": there is no such file");
    train(data, "--feature-names", missing).refused(missing.toString());
    Outcome.of("data", "get", "nothing").refused("unknown data set 'nothing'");
    Outcome.of("search", data, "--model", model, "--item", "nobody")
        .refused("--item: expected the name of a row or its number from 0 to 59, found 'nobody'");
    Outcome.of("search", data, "--model", model, "--item", 60)
        .refused("--item: expected a row from 0 to 59, found 60");
  }

  @Test
  void optionsThatMakeNoSenseAreRefusedBeforeTheDataIsRead() {
    String unread = folder.resolve("unread.libsvm").toString();

    train(unread, "--algorithm", "sors-3").refused("--algorithm: unknown algorithm 'sors-3'");
    train(unread, "--lambda", "-1").refused("--lambda: expected a number of at least 0", "'-1'");
    train(unread, "--lambda", "NaN").refused("a number of at least 0 and at most 1e9", "'NaN'");
    train(unread, "--lambda", "much")
        .refused("--lambda: expected a number of at least 0 and at most 1e9, found 'much'");
    train(unread, "--eta", "0").refused("--eta: expected a step size", "above 0", "found '0'");
    train(unread, "--eta", "0.1/log(t)").refused("0.1/sqrt(t)", "found '0.1/log(t)'");
    train(unread, "--delta", "0").refused("--delta: expected a number of at least 1e-12");
    train(unread, "--algorithm", "oasis", "--c", "0").refused("--c: expected a number above 0");
    train(unread, "--margin", "-2").refused("--margin: expected a number above 0");
    train(unread, "--init", "ones").refused("--init: expected identity or zero, found 'ones'");
    train(unread, "--normalize", "l3").refused("--normalize: unknown normalisation 'l3'");
    train(unread, "--holdout", "1.5").refused("--holdout of at least 0 and below 1", "found 1.5");
    train(unread, "--holdout", "1").refused("--holdout of at least 0 and below 1");
    train(unread, "--holdout", "NaN").refused("--holdout of at least 0 and below 1");
    train(unread, "--rounds", "-1").refused("expected --rounds of at least 0, found -1");
    train(unread, "--hardest-of", "0").refused("--hardest-of of at least 1");
    train(unread, "--hardest-of", "2", "--allow-self").refused("without --allow-self");
    for (String feedback : List.of("--triplets", "--groups")) {
      for (List<String> drawing :
          List.of(
              List.of("--sampling", "local"),
              List.of("--allow-self"),
              List.of("--hardest-of", "2"))) {
        train(unread, feedback, unread, drawing)
            .refused("draw triplets from labels: leave them out with " + feedback);
      }
    }
    train(unread, "--groups", unread, "--triplets", unread)
        .refused("expected --triplets or --groups, found both");
    train(unread, "--sampling", "local", "--hardest-of", "2").refused("are for --sampling uniform");
    train(unread, "--sampling", "mixed", "--allow-self").refused("are for --sampling uniform");
    train(unread, "--nearest-positives", "5").refused("are for --sampling local or mixed");
    train(unread, "--neighbours", "model").refused("are for --sampling local or mixed");
    train(unread, "--sampling", "local", "--local-share", "0.5")
        .refused("--local-share is for --sampling mixed");
    train(unread, "--sampling", "mixed", "--local-share", "1.5")
        .refused("expected --local-share above 0 and at most 1, found 1.5");
    train(unread, "--sampling", "local", "--nearest-negatives", "0")
        .refused("--nearest-negatives of at least 1, found 5 and 0");
    train(unread, "--sampling", "local", "--refresh", "5")
        .refused("--refresh is for --neighbours model");
    train(unread, "--sampling", "local", "--neighbours", "model", "--refresh", "0")
        .refused("expected --refresh of at least 1, found 0");
    train(unread, "--checkpoint-every", "0").refused("--checkpoint-every of at least 1 second");
    Outcome.of("search", unread, "--model", model, "--item", 0, "--top", 0)
        .refused("expected --top of at least 1, found 0");
    Outcome.of("evaluate", unread, "--model", model, "--threads", 0)
        .refused("expected --threads of at least 1, found 0");
    Outcome.of("evaluate", unread, "--model", model, "--top", "5,0")
        .refused("expected --top of at least 1, found 0");
    Outcome.of("export", "model", model, "--top", 3, "--output", folder.resolve("o.mtx"))
        .refused("expected --top of at least 1, and for a file .tsv only");
    Outcome.of("demo", "--model", model, "--rounds", 0).refused("--rounds of at least 1");
    Outcome.of("export", "model", model, "--output", folder.resolve("o.xls"))
        .refused("--output: expected a name that ends in .mtx or .npz or .tsv for a model, found ");
    Outcome.of("export", "vectors", unread, "--model", model, "--output", folder.resolve("o.npz"))
        .refused("--output: expected a name that ends in .npy or .jsonl for vectors, found ");
    Outcome.of("demo", "--model", model, "--sample", 1).refused("--sample of at least 2");
  }

  @Test
  void optionsThatDoNotGoWithTheDataAreRefused() throws IOException {
    train(data, "--sample", 1).refused("expected --sample of at least 2 rows, found 1");
    train(data, "--format", "arff")
        .refused("--format: expected auto, libsvm, matrix-market or csv");
    train("place-names", "--zero-based")
        .refused("the data set place-names has known settings for reading");
    train(data, "--labels", data).refused("--labels");
    Path names = Files.writeString(folder.resolve("names.txt"), "one\ntwo\n");
    train(data, "--row-names", names).refused(names + ": expected a name for each of the 60 rows");
  }

  @Test
  void wrongUsageIsPointedToTheHelp() {
    Outcome.of("train", data).refusedWithHelp("missing required option: '--model=FILE'", "train");
    Outcome.of("train", "--model", model).refusedWithHelp("missing required parameter: 'DATA'");
    Outcome.of("search", data, "--model", model).refusedWithHelp("'--item=ROW'");
    train(data, "--lambdas", 1)
        .refusedWithHelp("unknown option '--lambdas', did you mean ", "--lambda?");
    train(data, "--seed", "one").refusedWithHelp("invalid value for option '--seed'", "'one'");
    train(data, "--holdout", "0,3").refusedWithHelp("invalid value for option '--holdout'");
    Outcome.of("trian").refusedWithHelp("unknown command or argument 'trian', did you mean train");
    Outcome.of("data", "gte").refusedWithHelp("unknown command or argument 'gte'", "sors data");
    Outcome.of("info").refusedWithHelp("missing required parameter: 'FILE'");
    Outcome.of("evaluate", data, "--model", model, "--top", "five").refusedWithHelp("'five'");
    Outcome.of("evaluate", data, "--model", model, "--against", "all").refusedWithHelp("'all'");
    Outcome.of("evaluate", data, "--model").refusedWithHelp("'--model'");
  }

  @Test
  void aTargetThatCanNotBeWrittenIsRefusedBeforeTheWork() throws IOException {
    Path unread = folder.resolve("unread.libsvm");
    Path nowhere = folder.resolve("nowhere").resolve("m.sors");

    Outcome.of("train", unread, "--model", folder).refused(folder + " is a folder");
    Outcome.of("train", unread, "--model", nowhere)
        .refused("there is no folder ", "create it first");
    train(unread, "--checkpoint", folder).refused(folder + " is a folder");
    Outcome.of("demo", "--model", nowhere).refused("there is no folder ");
    Outcome.of("export", "model", model, "--output", nowhere).refused("no folder");
    Outcome.of("export", "model", model, "--output", folder).refused("is a folder");
  }

  @Test
  void aFolderThatMayNotBeWrittenToIsRefused() throws IOException {
    Path locked = Files.createDirectory(folder.resolve("locked"));
    assumeTrue(locked.toFile().setWritable(false), "this system does not protect folders");
    // root may write anywhere but here
    Path target = Files.isWritable(locked) ? Path.of("/proc") : locked;
    assumeTrue(Files.isDirectory(target), "this user may write to every folder");

    Outcome.of("train", data, "--model", target.resolve("m.sors"), "--rounds", 5)
        .refused("cannot write " + target.resolve("m.sors") + ": no permission to create files in");
    Outcome.of("export", "model", model, "--output", target.resolve("m.mtx"))
        .refused("cannot write " + target.resolve("m.mtx"));
  }

  @Test
  void aLinkToAFileThatIsReadIsRefused() throws IOException {
    assumeTrue(
        folder.getFileSystem().supportedFileAttributeViews().contains("posix"),
        "links need a permission on Windows");
    Path link = Files.createSymbolicLink(folder.resolve("link.sors"), data);

    Outcome.of("train", data, "--model", link).refused(link + " would be overwritten");
  }

  @Test
  void aTargetThatIsAlsoReadIsRefused() throws IOException {
    byte[] rows = Files.readAllBytes(data);

    Outcome.of("train", data, "--model", data).refused(data + " would be overwritten");
    train(data, "--triplets", model).refused(model + " would be overwritten");
    train(data, "--checkpoint", data).refused(data + " would be overwritten");
    train(data, "--checkpoint", model).refused(model + " would be overwritten");
    Path fresh = folder.resolve("fresh");
    Outcome.of(
            "train",
            data,
            "--model",
            fresh,
            "--checkpoint",
            folder.resolve("../" + folder.getFileName() + "/fresh"))
        .refused("would be overwritten");
    train(data, "--resume", model).refused(model + " would be overwritten");
    Outcome.of("export", "model", model, "--output", model)
        .refused(model + " would be overwritten");
    assertThat(data).hasBinaryContent(rows);
    assertThat(fresh).doesNotExist();
  }
}

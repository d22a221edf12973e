package io.github.sors.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.sors.docs.MarkdownPage.CodeBlock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every command block of README.md, docs/ and research/ runs, from the top of a page to its bottom
 * in one folder, which {@link PageFiles} fills.
 *
 * <p>A block {@code sh} has commands, a block {@code console} has lines {@code $ command} and the
 * output of each, which is compared: seconds may differ, a line {@code …} stands for any lines. A
 * comment above a block says what else is to be done with it, see {@link Treatment}.
 *
 * <p>Run with {@code -Dsors.writeDocuments=true} it writes the output that came into the pages;
 * {@code -Dsors.page=docs/how-to/search.md} runs one page alone.
 */
class CommandBlocksTest {

  private static final Set<String> NOT_COMMANDS =
      Set.of("xml", "java", "json", "nginx", "python", "text", "scala");
  private static final boolean WRITE = Boolean.getBoolean("sors.writeDocuments");

  /** What is done with a block; each but the first is a mark, followed by a colon and a reason. */
  private enum Treatment {
    RUN(""),
    OUTPUT_DIFFERS("output differs"),
    FAILS("fails"),
    ONLY_PARSED("only parsed"),
    NOT_RUN("not run");

    private final String mark;

    Treatment(String mark) {
      this.mark = mark;
    }

    static Treatment of(CodeBlock block) {
      if (block.mark().isEmpty()) {
        return RUN;
      }
      for (Treatment treatment : values()) {
        if (treatment != RUN && block.mark().matches(treatment.mark + ": .+")) {
          return treatment;
        }
      }
      throw new AssertionError("unknown mark above a block: " + block.mark());
    }
  }

  @TempDir Path temporary;

  private final List<PageShell> shells = new ArrayList<>();

  @AfterEach
  void endShells() throws IOException {
    for (PageShell shell : shells) {
      shell.close();
    }
  }

  @TestFactory
  Stream<DynamicContainer> pages() throws IOException {
    assumeTrue(PageShell.isPossible(), "there is no bash to run the commands of the documents in");
    assumeTrue(
        PageShell.hasCurl(), "there is no curl for the examples of docs/tutorials/service.md");
    return ProjectPages.all().stream()
        .filter(page -> ProjectPages.name(page).matches(System.getProperty("sors.page", ".*")))
        .map(
            page ->
                DynamicContainer.dynamicContainer(ProjectPages.name(page), tests(page).stream()));
  }

  private List<DynamicTest> tests(MarkdownPage page) {
    List<DynamicTest> tests = new ArrayList<>();
    PageShell[] shell = {null};
    for (CodeBlock block : page.blocks()) {
      tests.add(
          DynamicTest.dynamicTest(
              "line " + block.line(),
              () -> {
                if (isCommands(block) && Treatment.of(block) != Treatment.NOT_RUN) {
                  if (shell[0] == null) {
                    shell[0] = start(ProjectPages.name(page));
                  }
                  run(page, block, shell[0]);
                }
              }));
    }
    return tests;
  }

  private PageShell start(String page) throws IOException {
    Path own = Files.createDirectory(temporary.resolve("page" + shells.size()));
    Path folder = Files.createDirectory(own.resolve("folder"));
    PageFiles.write(page, folder);
    PageShell shell = new PageShell(folder, Files.createDirectory(own.resolve("tools")));
    shells.add(shell);
    return shell;
  }

  private static boolean isCommands(CodeBlock block) {
    boolean commands = Set.of("sh", "console").contains(block.language());
    assertThat(commands || NOT_COMMANDS.contains(block.language()))
        .as("'%s' is a language of code blocks; indented blocks have none", block.language())
        .isTrue();
    return commands;
  }

  private static void run(MarkdownPage page, CodeBlock block, PageShell shell) throws Exception {
    Treatment treatment = Treatment.of(block);
    boolean onlyParse = treatment == Treatment.ONLY_PARSED;
    if (block.language().equals("sh")) {
      PageShell.Result result = shell.run(block.text(), onlyParse);
      assertThat(result.exitCode())
          .as("exit code of\n%s\nwhich printed\n%s", block.text(), result.printed())
          .isEqualTo(treatment == Treatment.FAILS ? 1 : 0);
      return;
    }
    StringBuilder rewritten = new StringBuilder();
    AssertionError different = null;
    for (Step step : Step.of(block.text())) {
      PageShell.Result result = shell.run(step.command, onlyParse);
      assertThat(result.exitCode())
          .as("exit code of\n%s\nwhich printed\n%s", step.command, result.printed())
          .isEqualTo(treatment == Treatment.FAILS ? 1 : 0);
      rewritten.append(step.text);
      boolean compared = treatment == Treatment.RUN || treatment == Treatment.FAILS;
      if (compared && !isSame(step.output, result.printed())) {
        rewritten.append(result.printed());
        different =
            new AssertionError(
                "%s, line %d: expected of %s\n%s\nfound\n%s"
                    .formatted(
                        ProjectPages.name(page),
                        block.line(),
                        step.command,
                        step.output,
                        result.printed()));
      } else {
        rewritten.append(step.output);
      }
    }
    if (different != null && WRITE) {
      String text = Files.readString(page.file());
      Files.writeString(page.file(), text.replace(block.text(), rewritten));
    } else if (different != null) {
      throw different;
    }
  }

  /** A command of a console block: its lines as they stand there, without the prompt, and after. */
  private record Step(String text, String command, String output) {

    static List<Step> of(String block) {
      List<Step> steps = new ArrayList<>();
      for (String part : block.split("(?m)^\\$ ", -1)) {
        if (!part.isEmpty()) {
          int end = part.indexOf('\n') + 1;
          while (part.substring(0, end).endsWith("\\\n")) {
            end = part.indexOf('\n', end) + 1;
          }
          steps.add(
              new Step("$ " + part.substring(0, end), part.substring(0, end), part.substring(end)));
        }
      }
      assertThat(steps).as("lines that start with '$ ' in\n%s", block).isNotEmpty();
      return steps;
    }
  }

  /** Compares output with that of a page; both may have a blank line at the end. */
  private static boolean isSame(String shown, String printed) {
    StringBuilder pattern = new StringBuilder();
    for (String line : withoutWhatVaries(shown).strip().split("\n", -1)) {
      pattern.append(line.equals("…") ? "(?:.*\n)*?" : Pattern.quote(line + "\n"));
    }
    return Pattern.matches(pattern.toString(), withoutWhatVaries(printed).strip() + "\n")
        || (shown.startsWith("{") && oneLine(shown).equals(oneLine(printed)));
  }

  /** A long line of JSON is broken on a page. */
  private static String oneLine(String text) {
    return withoutWhatVaries(text).replace("\n", "");
  }

  private static String withoutWhatVaries(String text) {
    return text.replaceAll("\\d+\\.\\d+ s\\b", "0.0 s")
        .replaceAll("([sS]econds\":)[0-9.E-]+", "$10")
        .replaceAll("(?m)^(version +)\\S+$", "$1any")
        .replaceAll("[ \t]+\n", "\n");
  }
}

package io.github.sors.cli.data;

import io.github.sors.cli.frame.CommandGroup;
import io.github.sors.cli.frame.Console;
import io.github.sors.cli.frame.Formatting;
import io.github.sors.cli.frame.Subcommand;
import io.github.sors.cli.frame.TextTable;
import io.github.sors.cli.input.DataArguments;
import io.github.sors.data.Dataset;
import io.github.sors.data.registry.DataFolders;
import io.github.sors.data.registry.DataSetEntry;
import io.github.sors.data.registry.DownloadOptions;
import io.github.sors.data.registry.DownloadProgress;
import io.github.sors.data.registry.Downloader;
import io.github.sors.data.registry.LocatedData;
import io.github.sors.data.registry.Registry;
import io.github.sors.data.registry.Shape;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists, downloads and describes data sets. */
@Command(
    name = "data",
    header = "List, download or describe data sets.",
    description = "",
    subcommands = {
      DataCommand.ListCommand.class,
      DataCommand.GetCommand.class,
      DataCommand.InfoCommand.class
    })
public final class DataCommand extends CommandGroup {

  @Command(
      name = "list",
      header = "List the known data sets and their locations.",
      description = "")
  static final class ListCommand extends Subcommand {

    private static final String INDENT = "    ";

    @Option(names = "--json", description = "Print the result as JSON.")
    private boolean json;

    @Override
    public Integer call() {
      Registry registry = Registry.standard(DataFolders.ofThisProcess());
      if (json) {
        console()
            .printJson(
                Map.of("dataSets", registry.list().stream().map(ListCommand::describe).toList()));
        return DONE;
      }
      TextTable table = new TextTable("<name", "rows", "features", "classes", "<where");
      for (Registry.Listing listing : registry.list()) {
        table.add(
            listing.entry().name(),
            listing.shape().map(shape -> Formatting.count(shape.rows())).orElse(""),
            listing.shape().map(shape -> Formatting.count(shape.features())).orElse(""),
            listing.shape().map(shape -> Formatting.count(shape.classes())).orElse(""),
            where(listing));
      }
      List<String> lines = table.lines();
      console().print(lines.get(0));
      for (int k = 0; k < registry.list().size(); k++) {
        console().print(lines.get(k + 1));
        remarks(registry.list().get(k)).forEach(remark -> console().print(INDENT + remark));
      }
      return DONE;
    }

    private static List<String> remarks(Registry.Listing listing) {
      List<String> sentences = new ArrayList<>();
      sentences.add(listing.entry().description());
      if (!listing.located().map(LocatedData::isBuiltIn).orElse(false)) {
        sentences.add(listing.note());
      }
      sentences.add("terms: " + listing.entry().terms());
      listing.located().map(LocatedData::folder).ifPresent(folder -> sentences.add("in " + folder));
      return sentences.stream()
          .flatMap(
              sentence -> Formatting.wrapped(sentence, TextTable.SCREEN - INDENT.length()).stream())
          .toList();
    }

    private static String where(Registry.Listing listing) {
      if (listing.located().isEmpty()) {
        return listing.entry().download().isPresent()
            ? "sors data get " + listing.entry().name()
            : "not here";
      }
      LocatedData located = listing.located().get();
      return located.isBuiltIn() ? "built in" : "here";
    }

    private static Map<String, Object> describe(Registry.Listing listing) {
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("name", listing.entry().name());
      entry.put("description", listing.entry().description());
      entry.put("note", listing.note());
      entry.put("terms", listing.entry().terms());
      listing.shape().ifPresent(shape -> putShape(entry, shape));
      entry.put("here", listing.located().isPresent());
      listing
          .located()
          .map(LocatedData::folder)
          .ifPresent(folder -> entry.put("folder", folder.toString()));
      return entry;
    }
  }

  private static void putShape(Map<String, Object> entry, Shape shape) {
    entry.put("rows", shape.rows());
    entry.put("features", shape.features());
    entry.put("classes", shape.classes());
  }

  @Command(
      name = "get",
      header = "Download a data set to the cache folder.",
      description = {
        "",
        "Downloads are verified, and nothing half-written is left after an interruption.",
        ""
      })
  static final class GetCommand extends Subcommand {

    @Parameters(paramLabel = "NAME", description = "A name that 'sors data list' shows.")
    private String name;

    @Option(names = "--json", description = "Print the result as JSON.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
      Registry registry = Registry.standard(DataFolders.ofThisProcess());
      DataSetEntry entry = registry.entry(name);
      if (entry.builtIn() != null) {
        console().note(name + " is built in: there is nothing to download");
        if (json) {
          printJson(null, null);
        }
        return DONE;
      }
      Downloader downloader = new Downloader(registry.folders().cache(), DownloadOptions.DEFAULT);
      LocatedData located;
      try (ShownProgress progress = new ShownProgress(console())) {
        located = downloader.get(entry, progress);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted; run 'sors data get " + name + "' again", e);
      }
      Dataset data = DataArguments.read(located, console());
      if (json) {
        printJson(Shape.of(data), located.folder());
      } else {
        console().print(name + ": " + Shape.of(data) + ", in " + located.folder());
      }
      return DONE;
    }

    /** Prints where the data are; what is built in has no folder, and is not read for its shape. */
    private void printJson(Shape shape, Path folder) {
      Map<String, Object> result = new LinkedHashMap<>();
      result.put("name", name);
      if (shape != null) {
        putShape(result, shape);
      }
      result.put("here", true);
      if (folder != null) {
        result.put("folder", folder.toString());
      }
      console().printJson(result);
    }
  }

  /** One progress bar per file. */
  private static final class ShownProgress implements DownloadProgress, AutoCloseable {

    private final Console console;
    private String file = "";
    private Console.Progress bar;

    ShownProgress(Console console) {
      this.console = console;
    }

    @Override
    public void progressed(String newFile, long bytes, long total) {
      if (!newFile.equals(file)) {
        close();
        file = newFile;
        bar = console.progress(newFile, total);
      }
      bar.total(total);
      bar.reached(bytes);
    }

    @Override
    public void noted(String message) {
      console.note(message);
    }

    @Override
    public void close() {
      if (bar != null) {
        bar.close();
      }
    }
  }

  @Command(
      name = "info",
      header = "Describe data: its size, its classes.",
      customSynopsis = "sors data info [OPTIONS] DATA...",
      description = "")
  static final class InfoCommand extends Subcommand {

    private static final int SHOWN_CLASSES = 20;

    @Mixin private DataArguments data;

    @Option(names = "--json", description = "Print the result as JSON.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
      Dataset read = data.read(console());
      int[] sizes = new int[read.classCount()];
      for (int row = 0; row < read.size(); row++) {
        sizes[read.label(row)]++;
      }
      double density = (double) read.nonZeros() / read.size() / Math.max(1, read.dimension());
      if (json) {
        printJson(read, sizes, density);
        return DONE;
      }
      console().print("name       " + read.name());
      console().print("rows       " + Formatting.count(read.size()));
      console().print("features   " + Formatting.count(read.dimension()));
      console()
          .print(
              String.format(
                  Locale.ROOT,
                  "values     %,d, %.1f per row, density %.3f%%",
                  read.nonZeros(),
                  (double) read.nonZeros() / read.size(),
                  100 * density));
      console().print("classes    " + Formatting.count(read.classCount()));
      console().print("hash       " + read.hash());
      console().print("");
      printClasses(read, sizes);
      return DONE;
    }

    private void printClasses(Dataset read, int[] sizes) {
      Integer[] order = new Integer[sizes.length];
      Arrays.setAll(order, label -> label);
      Arrays.sort(order, (a, b) -> Integer.compare(sizes[b], sizes[a]));
      TextTable table = new TextTable("rows", "<class");
      for (int k = 0; k < Math.min(SHOWN_CLASSES, order.length); k++) {
        table.add(Formatting.count(sizes[order[k]]), read.classNames().get(order[k]));
      }
      table.print(console());
      if (order.length > SHOWN_CLASSES) {
        console().print("and " + (order.length - SHOWN_CLASSES) + " smaller ones");
      }
    }

    private void printJson(Dataset read, int[] sizes, double density) {
      List<Map<String, Object>> classes = new ArrayList<>();
      for (int label = 0; label < sizes.length; label++) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("name", read.classNames().get(label));
        entry.put("rows", sizes[label]);
        classes.add(entry);
      }
      Map<String, Object> result = new LinkedHashMap<>();
      result.put("name", read.name());
      result.put("rows", read.size());
      result.put("features", read.dimension());
      result.put("values", read.nonZeros());
      result.put("density", density);
      result.put("hash", read.hash());
      result.put("classes", classes);
      console().printJson(result);
    }
  }
}

package io.github.sors.data.feedback;

import io.github.sors.InvalidInputException;
import io.github.sors.data.feedback.ColumnNames.Role;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Groups as JSON lists of ids, as lines of a group and an id, or as a table with a header. */
final class GroupForm {

  private final Consumer<String> check;
  private final Ids ids = new Ids();
  private final List<List<String>> listed = new ArrayList<>();
  private final Map<String, Set<String>> named = new LinkedHashMap<>();
  private @Nullable ColumnNames header;
  private int group;
  private int item = 1;
  private boolean isStarted;

  private GroupForm(Consumer<String> check) {
    this.check = check;
  }

  static ItemGroups read(Path file, Consumer<String> check) throws IOException {
    GroupForm form = new GroupForm(check);
    String first = FeedbackText.firstLine(file, true);
    char separator = first.startsWith("[") ? '\t' : FeedbackTable.separator(first);
    if (first.startsWith("[") || separator == '\t') {
      FeedbackText.forEachLine(
          file,
          (line, number) -> {
            form.takeLine(line);
            return true;
          });
    } else if (separator != FeedbackTable.BLANKS) {
      FeedbackTable.forEach(file, separator, (cells, line) -> form.takeRow(cells));
    } else if (!first.isEmpty()) {
      throw new InvalidInputException(
          file
              + ": expected lines of 'group<TAB>id', JSON lists of ids, or CSV with the header"
              + " group,item, found "
              + FeedbackText.quote(first));
    }
    return form.groups(file);
  }

  private ItemGroups groups(Path file) {
    List<String> names = new ArrayList<>();
    List<List<String>> groups = new ArrayList<>(listed);
    listed.forEach(list -> names.add(""));
    named.forEach(
        (name, items) -> {
          names.add(name);
          groups.add(List.copyOf(items));
        });
    if (groups.isEmpty()) {
      throw new InvalidInputException(
          file + ": expected lines of 'group<TAB>id' or JSON lists of ids, found none");
    }
    return new ItemGroups(names, groups);
  }

  private void takeLine(String line) {
    if (line.startsWith("[")) {
      listed.add(list(line));
    } else {
      takeRow(List.of(line.split("\t", -1)).stream().map(String::strip).toList());
    }
  }

  private List<String> list(String line) {
    Set<String> items = new LinkedHashSet<>();
    if (JsonFields.value(line, "one JSON list of ids") instanceof List<?> list) {
      for (Object one : list) {
        items.add(checked(JsonFields.id(one, "the list")));
      }
    }
    if (items.isEmpty()) {
      throw new InvalidInputException(
          "expected a JSON list of ids, found " + FeedbackText.quote(line));
    }
    return List.copyOf(items);
  }

  private void takeRow(List<String> cells) {
    if (!isStarted) {
      isStarted = true;
      if (cells.stream().anyMatch(Role.GROUP::matches)
          && cells.stream().anyMatch(Role.ITEM::matches)) {
        header = new ColumnNames(cells);
        group = header.require(Role.GROUP);
        item = header.require(Role.ITEM);
        return;
      }
    }
    if (header != null) {
      header.requireWidth(cells);
    } else if (cells.size() != 2) {
      throw new InvalidInputException(
          "expected 'group<TAB>id', a JSON list of ids, or a header with group and item, found "
              + cells.size()
              + (cells.size() == 1 ? " cell in " : " cells in ")
              + FeedbackText.quote(String.join(" ", cells)));
    }
    if (cells.get(group).isEmpty() || cells.get(item).isEmpty()) {
      throw new InvalidInputException(
          "expected a group and the id of an item, found a blank one in "
              + FeedbackText.quote(String.join(",", cells)));
    }
    named
        .computeIfAbsent(cells.get(group), name -> new LinkedHashSet<>())
        .add(checked(cells.get(item)));
  }

  private String checked(String id) {
    check.accept(id);
    return ids.get(id);
  }
}

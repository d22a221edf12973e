package io.github.sors.data.item;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import io.github.sors.InvalidInputException;
import io.github.sors.data.format.ByteOrderMark;
import io.github.sors.data.format.CompressedInput;
import io.github.sors.data.format.CsvSeparator;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Items that are lines of CSV or TSV in UTF-8, whose first line names the columns.
 *
 * <p>A cell of the column {@code vector} is a list of numbers such as {@code [0.1,0.2]}; empty if
 * there is none. A first column without a name has the numbers that a data frame gave its rows:
 * they are the ids if there are no others.
 */
final class CsvItems implements ItemFile {

  private static final int HEAD_SIZE = 1 << 16;

  private final Path file;
  private final ItemOptions options;
  private final VectorBuilder vectors = new VectorBuilder();
  private ColumnRoles roles;

  CsvItems(Path file, ItemOptions options) {
    this.file = file;
    this.options = options;
    this.roles = new ColumnRoles(options);
  }

  @Override
  public String vectorName() {
    return roles.vectorName();
  }

  @Override
  public List<String> uses() {
    return roles.uses();
  }

  @Override
  public void forEach(Taker taker) throws IOException {
    Reading reading = new Reading(taker);
    try (InputStream in = new BufferedInputStream(CompressedInput.open(file), HEAD_SIZE)) {
      ByteOrderMark.skip(in);
      char separator = CsvSeparator.detect(in);
      try (Reader text = new InputStreamReader(in, StandardCharsets.UTF_8.newDecoder());
          CsvReader<CsvRecord> lines =
              CsvReader.builder()
                  .fieldSeparator(separator)
                  .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                  .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                  .allowUnclosedQuote(false)
                  .ofCsvRecord(text)) {
        for (CsvRecord line : lines) {
          reading.take(line);
        }
      }
    } catch (CsvParseException e) {
      if (e.getCause() instanceof InvalidInputException damaged) {
        throw damaged;
      }
      throw new InvalidInputException(
          file
              + ", after line "
              + reading.number
              + ": expected well-formed CSV, found: "
              + String.valueOf(e.getMessage()).replace('\n', ' '),
          e);
    } catch (UncheckedIOException e) {
      if (e.getCause() instanceof CharacterCodingException) {
        throw Utf8Lines.notUtf8(file, reading.number, e);
      }
      throw e.getCause();
    }
  }

  /** One pass over the file. */
  private final class Reading {

    private final Taker taker;
    // empty before the first line
    private List<String> names = List.of();
    private boolean leavesFirstOut;
    private long number;

    Reading(Taker taker) {
      this.taker = taker;
      roles = new ColumnRoles(options);
    }

    void take(CsvRecord line) throws IOException {
      number = line.getStartingLineNumber();
      if (names.isEmpty()) {
        names = names(line.getFields());
      } else {
        taker.accept(item(line), number);
      }
    }

    private List<String> names(List<String> cells) {
      List<String> given = new ArrayList<>(cells);
      given.replaceAll(String::strip);
      boolean isUnnamed = given.size() > 1 && given.get(0).isEmpty();
      boolean hasUsual = given.stream().anyMatch(roles::isUsual);
      Set<String> distinct = new LinkedHashSet<>();
      for (int column = isUnnamed ? 1 : 0; column < given.size(); column++) {
        String name = given.get(column);
        if (name.isEmpty() || (!hasUsual && isValue(name))) {
          throw new InvalidInputException(
              where()
                  + ": expected the names of the columns, found "
                  + (name.isEmpty() ? "no name for column " + (column + 1) : Quotes.quote(name))
                  + ": put a line such as id,title,text before the items");
        }
        if (!distinct.add(name)) {
          throw new InvalidInputException(
              where()
                  + ": expected different names of columns, found "
                  + Quotes.quote(name)
                  + " twice: rename one of them");
        }
      }
      if (isUnnamed) {
        leavesFirstOut = roles.idColumn(distinct, where()) != null;
        given.set(0, leavesFirstOut ? "" : "id");
      }
      return List.copyOf(given);
    }

    private static boolean isValue(String name) {
      return name.matches("[+-]?[0-9.]+([eE][+-]?[0-9]+)?") || VectorBuilder.looksLikeVector(name);
    }

    private Item item(CsvRecord line) {
      List<String> cells = line.getFields();
      if (cells.size() != names.size()) {
        throw new InvalidInputException(
            where()
                + ": expected "
                + names.size()
                + " cells, as the first line has names, found "
                + cells.size()
                + ": put quotes around cells with the separator in them");
      }
      Map<String, String> columns = new LinkedHashMap<>();
      float[] vector = null;
      for (int column = leavesFirstOut ? 1 : 0; column < cells.size(); column++) {
        String name = names.get(column);
        String cell = cells.get(column);
        if (roles.isVector(name)) {
          roles.useVector(name, where());
          vector = cell.isBlank() ? vector : vectors.parse(cell, where(), name);
        } else {
          requireWords(name, cell);
          columns.put(name, cell);
        }
      }
      return roles.item(columns, vector, where(), number);
    }

    private void requireWords(String name, String cell) {
      if (options.isContent(name) && VectorBuilder.looksLikeVector(cell)) {
        throw new InvalidInputException(
            where()
                + ": expected a text or a number in '"
                + name
                + "', found the list of numbers "
                + Quotes.shortened(cell)
                + ": call the column 'vector' if it is the embedding, or leave it out");
      }
    }

    private String where() {
      return file + ", line " + number;
    }
  }
}

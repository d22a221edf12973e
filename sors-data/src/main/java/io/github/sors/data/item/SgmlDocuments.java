package io.github.sors.data.item;

import io.github.sors.InvalidInputException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Documents as the collections of TREC have them: {@code <DOC> <DOCNO>id</DOCNO> <TITLE>…</TITLE>
 * <TEXT>…</TEXT> </DOC>}, one after the other.
 *
 * <p>Each element inside {@code DOC} is a column by its name in lower case; several of a name are
 * one text. An element without an end tag reaches to the next tag. Tags inside an element are left
 * out, and the usual entities are decoded. One document at a time is in memory.
 */
final class SgmlDocuments implements ItemFile {

  private static final Pattern START = Pattern.compile("<doc(?:\\s[^>]*)?>", flags());
  private static final Pattern END = Pattern.compile("</doc\\s*>", flags());
  private static final Pattern OPENING =
      Pattern.compile("<([a-z][a-z0-9_.-]*)(?:\\s[^<>]*)?>", flags());
  private static final Pattern TAG =
      Pattern.compile("</?[a-z][a-z0-9_.-]*(?:\\s[^<>]*)?/?>", flags());
  private static final Pattern COMMENT = Pattern.compile("<!--.*?-->", Pattern.DOTALL);
  private static final Pattern ENTITY = Pattern.compile("&(amp|lt|gt|quot|apos|nbsp|#[0-9]{1,7});");
  private static final Map<String, String> ENTITIES =
      Map.of("amp", "&", "lt", "<", "gt", ">", "quot", "\"", "apos", "'", "nbsp", " ");

  /** The longest document, in characters. */
  private static final int LONGEST = 1 << 26;

  private final Path file;
  private final ItemOptions options;
  private ColumnRoles roles;

  SgmlDocuments(Path file, ItemOptions options) {
    this.file = file;
    this.options = options;
    this.roles = new ColumnRoles(options);
  }

  private static int flags() {
    return Pattern.CASE_INSENSITIVE;
  }

  @Override
  public List<String> uses() {
    return roles.uses();
  }

  @Override
  public void forEach(Taker taker) throws IOException {
    roles = new ColumnRoles(options);
    Reading reading = new Reading(taker);
    Utf8Lines.forEach(file, reading::take);
    reading.requireEnd();
  }

  /** One pass over the file. */
  private final class Reading {

    private final Taker taker;
    private long line;
    // the line that the current document starts on, 0 between documents
    private long start;
    private final StringBuilder document = new StringBuilder();

    Reading(Taker taker) {
      this.taker = taker;
    }

    void requireEnd() {
      if (start > 0) {
        throw error(start, "expected </DOC> after this <DOC>, found the end of the file");
      }
    }

    /** Takes a line, which may have the end of a document and the start of another. */
    void take(String text, long number) throws IOException {
      line = number;
      int from = 0;
      while (from < text.length()) {
        if (start == 0) {
          Matcher starting = START.matcher(text).region(from, text.length());
          boolean found = starting.find();
          String between = text.substring(from, found ? starting.start() : text.length());
          requireNothing(between);
          if (!found) {
            return;
          }
          start = line;
          from = starting.end();
        } else {
          Matcher ending = END.matcher(text).region(from, text.length());
          Matcher another = START.matcher(text).region(from, text.length());
          boolean found = ending.find();
          if (another.find() && !(found && ending.start() < another.start())) {
            throw error(line, "expected </DOC> of the <DOC> on line " + start + ", found <DOC>");
          }
          document.append(text, from, found ? ending.start() : text.length()).append('\n');
          if (document.length() > LONGEST) {
            throw error(
                start, "expected </DOC> within " + LONGEST + " characters, found none: add it");
          }
          if (!found) {
            return;
          }
          taker.accept(item(), start);
          document.setLength(0);
          start = 0;
          from = ending.end();
        }
      }
    }

    private void requireNothing(String between) {
      String rest = COMMENT.matcher(between).replaceAll("").strip();
      // a prologue such as <?xml …?> or <!DOCTYPE …>, or an element around all documents
      if (!rest.isEmpty() && !(rest.startsWith("<") && rest.endsWith(">"))) {
        throw error(
            line,
            "expected <DOC>, found '"
                + (rest.length() > 40 ? rest.substring(0, 39) + "…" : rest)
                + "'");
      }
    }

    private Item item() {
      String content = COMMENT.matcher(document).replaceAll(" ");
      Map<String, String> columns = new LinkedHashMap<>();
      Matcher opening = OPENING.matcher(content);
      int from = 0;
      while (opening.find(from)) {
        String name = opening.group(1).toLowerCase(Locale.ROOT);
        Matcher closing =
            Pattern.compile("</" + Pattern.quote(name) + "\\s*>", flags()).matcher(content);
        Matcher next = TAG.matcher(content);
        int end;
        if (closing.find(opening.end())) {
          end = closing.start();
          from = closing.end();
        } else {
          end = next.find(opening.end()) ? next.start() : content.length();
          from = end;
        }
        String text = decoded(TAG.matcher(content.substring(opening.end(), end)).replaceAll(" "));
        columns.merge(name, text.strip(), (before, more) -> before + "\n" + more);
      }
      if (columns.getOrDefault("docno", "").isEmpty() && !columns.containsKey("id")) {
        throw error(start, "expected <DOCNO>id</DOCNO> in this document, found none");
      }
      return roles.item(columns, null, file + ", line " + start, start);
    }

    private InvalidInputException error(long where, String problem) {
      return new InvalidInputException(file + ", line " + where + ": " + problem);
    }
  }

  private static String decoded(String text) {
    return ENTITY
        .matcher(text)
        .replaceAll(
            entity -> {
              String name = entity.group(1);
              String character =
                  name.startsWith("#") ? numbered(name, entity.group()) : ENTITIES.get(name);
              return Matcher.quoteReplacement(character);
            });
  }

  private static String numbered(String name, String otherwise) {
    int codePoint = Integer.parseInt(name.substring(1));
    return Character.isValidCodePoint(codePoint) && codePoint > 0
        ? Character.toString(codePoint)
        : otherwise;
  }
}

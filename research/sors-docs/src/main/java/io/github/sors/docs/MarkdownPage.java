package io.github.sors.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.Image;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.parser.IncludeSourceSpans;
import org.commonmark.parser.Parser;

/** A Markdown file of the project: its code blocks, links and headings. */
public final class MarkdownPage {

  private static final Parser PARSER =
      Parser.builder()
          .extensions(List.of(TablesExtension.create()))
          .includeSourceSpans(IncludeSourceSpans.BLOCKS)
          .build();

  /**
   * A code block.
   *
   * @param line the line of the file that it starts in, from 1
   * @param language the word after the fence; empty for an indented block
   * @param mark the text of an HTML comment directly above the block; empty if there is none
   */
  public record CodeBlock(int line, String language, String mark, String text) {}

  private final Path file;
  private final Node root;
  private final Map<Heading, String> anchors = new HashMap<>();
  private final List<CodeBlock> blocks = new ArrayList<>();
  private final List<String> targets = new ArrayList<>();
  private final List<Heading> headings = new ArrayList<>();

  private MarkdownPage(Path file, Node root) {
    this.file = file;
    this.root = root;
  }

  /** Reads and parses a file. */
  public static MarkdownPage read(Path file) throws IOException {
    MarkdownPage page = new MarkdownPage(file, PARSER.parse(Files.readString(file)));
    page.root.accept(page.new Collector());
    return page;
  }

  /** Returns the file that this page was read from. */
  public Path file() {
    return file;
  }

  /** Returns the document, to be rendered. */
  Node root() {
    return root;
  }

  /** Returns all code blocks from top to bottom. */
  public List<CodeBlock> blocks() {
    return List.copyOf(blocks);
  }

  /** Returns the targets of all links and images, as written. */
  public List<String> targets() {
    return List.copyOf(targets);
  }

  /** Returns the headings from top to bottom. */
  List<Heading> headings() {
    return List.copyOf(headings);
  }

  /** Returns the anchors of the headings, as GitHub forms them. */
  public List<String> anchors() {
    return headings.stream().map(anchors::get).toList();
  }

  /** Returns the anchor of a heading of this page. */
  String anchor(Heading heading) {
    return anchors.get(heading);
  }

  /** Returns the text of a heading or another node, without markup. */
  static String plainText(Node node) {
    StringBuilder text = new StringBuilder();
    node.accept(
        new AbstractVisitor() {
          @Override
          public void visit(Text found) {
            text.append(found.getLiteral());
          }

          @Override
          public void visit(Code found) {
            text.append(found.getLiteral());
          }
        });
    return text.toString();
  }

  private final class Collector extends AbstractVisitor {

    private final Map<String, Integer> seen = new HashMap<>();

    @Override
    public void visit(FencedCodeBlock block) {
      add(block, block.getInfo() == null ? "" : block.getInfo(), block.getLiteral());
    }

    @Override
    public void visit(IndentedCodeBlock block) {
      add(block, "", block.getLiteral());
    }

    private void add(Node block, String language, String text) {
      int line = block.getSourceSpans().get(0).getLineIndex() + 1;
      blocks.add(new CodeBlock(line, language, mark(block), text));
    }

    private static String mark(Node block) {
      if (!(block.getPrevious() instanceof HtmlBlock html)) {
        return "";
      }
      String text = html.getLiteral().strip();
      return text.startsWith("<!--") && text.endsWith("-->")
          ? text.substring("<!--".length(), text.length() - "-->".length()).strip()
          : "";
    }

    @Override
    public void visit(Link link) {
      targets.add(link.getDestination());
      visitChildren(link);
    }

    @Override
    public void visit(Image image) {
      targets.add(image.getDestination());
      visitChildren(image);
    }

    @Override
    public void visit(Heading heading) {
      String anchor =
          plainText(heading)
              .toLowerCase(Locale.ROOT)
              .replaceAll("[^\\p{L}\\p{N}\\p{M} _-]", "")
              .replace(' ', '-');
      int before = seen.merge(anchor, 1, Integer::sum) - 1;
      headings.add(heading);
      anchors.put(heading, before == 0 ? anchor : anchor + "-" + before);
      visitChildren(heading);
    }
  }
}

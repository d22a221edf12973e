package io.github.sors.project;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.Source;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Libraries are used without the command line too: their messages name none of its flags. */
class LibrariesNameNoFlagTest {

  private static final List<String> PROGRAMS =
      List.of("io.github.sors.cli", "io.github.sors.console", "io.github.sors.lab.command");
  private static final Pattern FLAG = Pattern.compile("(?<![-<!])--[a-z]");
  // of Java itself
  private static final String ADD_MODULES = "--add-modules";

  @Test
  void noStringOfALibraryHasAFlag() throws IOException {
    List<String> found = new ArrayList<>();
    int classes = 0;
    for (JavaClass type : BuiltClasses.PROJECT) {
      if (PROGRAMS.stream().anyMatch(type.getPackageName()::startsWith)) {
        continue;
      }
      classes++;
      for (String string : strings(type.getSource().orElseThrow())) {
        if (FLAG.matcher(string.replace(ADD_MODULES, "")).find()) {
          found.add(type.getName() + ": " + string);
        }
      }
    }
    assertThat(classes).isGreaterThan(200);
    assertThat(found).isEmpty();
  }

  @Test
  void aFlagWouldBeFound() throws IOException {
    Source ofThisClass =
        new ClassFileImporter()
            .importClass(LibrariesNameNoFlagTest.class)
            .getSource()
            .orElseThrow();
    assertThat(strings(ofThisClass)).contains(ADD_MODULES);
    assertThat(FLAG.matcher("name one with --labels").find()).isTrue();
    assertThat(FLAG.matcher("<!--note--> 3 -- 4").find()).isFalse();
  }

  /** All texts in the constant pool of a class file: its string literals and its names. */
  private static List<String> strings(Source source) throws IOException {
    List<String> strings = new ArrayList<>();
    try (DataInputStream in = new DataInputStream(source.getUri().toURL().openStream())) {
      // magic number and version
      in.skipNBytes(8);
      int count = in.readUnsignedShort();
      for (int entry = 1; entry < count; entry++) {
        int tag = in.readUnsignedByte();
        switch (tag) {
          case 1 -> strings.add(in.readUTF());
          case 7, 8, 16, 19, 20 -> in.skipNBytes(2);
          case 15 -> in.skipNBytes(3);
          case 3, 4, 9, 10, 11, 12, 17, 18 -> in.skipNBytes(4);
          case 5, 6 -> {
            in.skipNBytes(8);
            // a long or a double counts twice
            entry++;
          }
          default -> throw new IOException(source + " has a constant of kind " + tag);
        }
      }
    }
    return strings;
  }
}

package io.github.sors.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.SparseVector;
import japicmp.cmp.JApiCmpArchive;
import japicmp.cmp.JarArchiveComparator;
import japicmp.cmp.JarArchiveComparatorOptions;
import japicmp.filter.JavadocLikePackageFilter;
import japicmp.model.JApiClass;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The comparison of the API with that of the last release, as the profile {@code api} makes it: it
 * finds a deliberate break in a copy of the core, and nothing in an equal one.
 */
class ApiComparisonTest {

  private static final String CHANGED = "io/github/sors/feature/FeatureNumbering";

  @TempDir Path folder;

  private Path released;

  @BeforeEach
  void packRelease() throws Exception {
    released = folder.resolve("released.jar");
    Path core =
        Path.of(SparseVector.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    if (Files.isDirectory(core)) {
      pack(core, null, released);
    } else {
      Files.copy(core, released);
    }
  }

  @Test
  void theSameClassesAreCompatible() throws IOException {
    Path next = folder.resolve("next.jar");
    Files.copy(released, next);

    assertThat(breaks(next)).isEmpty();
  }

  @Test
  void aRenamedPublicMethodIsABreak() throws IOException {
    Path next = withChange("public FeatureNumbering copy()", "public FeatureNumbering duplicate()");

    assertThat(breaks(next)).containsExactly(CHANGED.replace('/', '.'));
  }

  @Test
  void anotherReturnTypeIsABreak() throws IOException {
    Path next = withChange("public int size()", "public long size()");

    assertThat(breaks(next)).containsExactly(CHANGED.replace('/', '.'));
  }

  @Test
  void aNewMethodIsNone() throws IOException {
    Path next =
        withChange(
            "public FeatureNumbering copy()",
            "public boolean isEmpty() { return size == 0; }\n  public FeatureNumbering copy()");

    assertThat(breaks(next)).isEmpty();
  }

  /** Returns a copy of the release in which one class was compiled with another text. */
  private Path withChange(String from, String to) throws IOException {
    String source =
        Files.readString(ProjectPages.ROOT.resolve("sors-core/src/main/java/" + CHANGED + ".java"));
    assertThat(source).contains(from);
    Path changed = folder.resolve("FeatureNumbering.java");
    Files.writeString(changed, source.replace(from, to));
    Path classes = Files.createDirectories(folder.resolve("changed"));
    ByteArrayOutputStream messages = new ByteArrayOutputStream();
    int code =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                messages,
                messages,
                "-proc:none",
                "-cp",
                released.toString(),
                "-d",
                classes.toString(),
                changed.toString());
    assertThat(code).as(messages.toString(StandardCharsets.UTF_8)).isZero();
    Path next = folder.resolve("next.jar");
    pack(classes, released, next);
    return next;
  }

  /** Packs the files of a folder, and those of a jar that the folder does not have. */
  private static void pack(Path classes, Path base, Path jar) throws IOException {
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar));
        Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        out.putNextEntry(new ZipEntry(classes.relativize(file).toString().replace('\\', '/')));
        Files.copy(file, out);
      }
      if (base != null) {
        try (java.util.zip.ZipFile old = new java.util.zip.ZipFile(base.toFile())) {
          for (ZipEntry entry : old.stream().map(ZipEntry.class::cast).toList()) {
            if (!Files.exists(classes.resolve(entry.getName()))) {
              out.putNextEntry(new ZipEntry(entry.getName()));
              old.getInputStream(entry).transferTo(out);
            }
          }
        }
      }
    }
  }

  private List<String> breaks(Path next) {
    JarArchiveComparatorOptions options = new JarArchiveComparatorOptions();
    // enough to show it, and quick
    options
        .getFilters()
        .getIncludes()
        .add(new JavadocLikePackageFilter("io.github.sors.feature", true));
    return new JarArchiveComparator(options)
            .compare(
                new JApiCmpArchive(released.toFile(), "0.1.0"),
                new JApiCmpArchive(next.toFile(), "0.2.0"))
            .stream()
            .filter(type -> !type.isBinaryCompatible() || !type.isSourceCompatible())
            .map(JApiClass::getFullyQualifiedName)
            .toList();
  }
}

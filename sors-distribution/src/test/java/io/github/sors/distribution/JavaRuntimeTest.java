package io.github.sors.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JavaRuntimeTest {

  @Test
  void findsTheModulesThatTheClassesOfAJarName(@TempDir Path folder) throws IOException {
    writeJar(folder.resolve("some.jar"), UsesSql.class);

    assertThat(JavaRuntime.modulesOf(folder)).containsExactly("java.base", "java.sql");
  }

  @Test
  void saysWhyAJavaCannotBeMade(@TempDir Path folder) throws IOException {
    writeJar(folder.resolve("some.jar"), UsesSql.class);
    Files.writeString(folder.resolve("file"), "in the way");

    assertThatThrownBy(
            () -> JavaRuntime.main(folder.toString(), folder.resolve("file/java").toString()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("jlink failed: ");
  }

  private static void writeJar(Path file, Class<?> type) throws IOException {
    String name = type.getName().replace('.', '/') + ".class";
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file))) {
      jar.putNextEntry(new ZipEntry(name));
      jar.write(type.getResourceAsStream("/" + name).readAllBytes());
    }
  }

  /** A class whose module is not among the default ones of jdeps. */
  private static final class UsesSql {
    @SuppressWarnings("unused") // the type is what counts
    java.sql.Connection connection;
  }
}

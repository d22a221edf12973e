package io.github.sors.project;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

/** The classes of all modules but those for Spark, without tests. */
final class BuiltClasses {

  /** All of them. */
  static final JavaClasses ALL = importer().importPackages("io.github.sors");

  /** All but the programs that measure and document the others, and what is generated for them. */
  static final JavaClasses PROJECT =
      importer()
          .withImportOption(
              location -> !location.contains("sors-bench") && !location.contains("sors-docs"))
          .importPackages("io.github.sors");

  private BuiltClasses() {}

  private static ClassFileImporter importer() {
    return new ClassFileImporter()
        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
        .withImportOption(location -> !location.contains("-tests.jar"));
  }
}

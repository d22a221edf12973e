/**
 * Files: the model file, its sections with checksums, and atomic replacement of files.
 *
 * <p>{@link io.github.sors.io.ModelFile} writes and reads models, {@link
 * io.github.sors.io.ModelExport} writes them for other programs. {@link
 * io.github.sors.io.SectionWriter} and {@link io.github.sors.io.SectionReader} are the container
 * that checkpoints, indexes and vectors use as well; docs/reference/files.md describes it byte by
 * byte.
 *
 * <p>Threads: static methods may be called by any thread, readers and writers belong to one.
 * Failures: a file appears completely or not at all, under its name; opening verifies every
 * checksum. Bad files throw {@link io.github.sors.InvalidInputException}, disks {@link
 * java.io.IOException}.
 */
@NullMarked
package io.github.sors.io;

import org.jspecify.annotations.NullMarked;

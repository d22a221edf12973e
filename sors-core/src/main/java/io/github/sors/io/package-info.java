/** Files: the model file, its sections with checksums, and atomic replacement of files. */
@NullMarked
package io.github.sors.io;

import org.jspecify.annotations.NullMarked;

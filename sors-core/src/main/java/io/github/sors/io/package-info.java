/** Files: the model file, its sections with checksums, and atomic replacement of files. */
package io.github.sors.io;

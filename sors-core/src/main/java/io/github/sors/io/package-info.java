/**
 * Files: the model file, the checked sections that it is made of, and safe replacement of files.
 */
package io.github.sors.io;

/**
 * What other programs read: {@code export model}, {@code export vectors} and {@code export bulk}.
 *
 * <p>The ending of the file's name chooses the format. Which formats a matrix or an encoder has is
 * in {@code io.github.sors.io}; the body of a bulk request is made in the module sors-search.
 */
package io.github.sors.cli.export;

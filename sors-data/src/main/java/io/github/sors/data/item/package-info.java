/**
 * Raw records, texts by name, before they are vectors: folders and archives of text files, JSON
 * lines, CSV with named columns.
 *
 * <p>A {@link io.github.sors.data.item.ItemSource} is streamed and can be read more than once;
 * {@link io.github.sors.data.item.ItemFiles} detects the kind of a path.
 *
 * <p>Threads: a source is read by one thread at a time. Failures: a bad record throws {@link
 * io.github.sors.InvalidInputException} with file and line, after the records before it were passed
 * on; what the consumer throws ends the reading.
 */
@NullMarked
package io.github.sors.data.item;

import org.jspecify.annotations.NullMarked;

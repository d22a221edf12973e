/**
 * Items and queries: something with an id, and perhaps a label, texts and a vector.
 *
 * <p>{@link io.github.sors.data.item.ItemReader} reads them from files of every format, all at once
 * as {@link io.github.sors.data.item.Items} or one by one as an {@link
 * io.github.sors.data.item.ItemSource}. There is one class per format, and none of them knows what
 * is done with an item.
 *
 * <p>Threads: a source is read by one thread at a time. Failures: a bad item throws {@link
 * io.github.sors.InvalidInputException} with file and line, after the items before it were passed
 * on; what the consumer throws ends the reading.
 */
@NullMarked
package io.github.sors.data.item;

import org.jspecify.annotations.NullMarked;

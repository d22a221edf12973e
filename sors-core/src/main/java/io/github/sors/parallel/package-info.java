/**
 * Sharing numbered tasks between threads.
 *
 * <p>{@link io.github.sors.parallel.Workers} runs tasks 0 to n - 1 on some threads and returns
 * results in their order, so that results do not depend on the number of threads. The first
 * failure, by number, is thrown. Exported only to the other libraries of the project.
 */
@NullMarked
package io.github.sors.parallel;

import org.jspecify.annotations.NullMarked;

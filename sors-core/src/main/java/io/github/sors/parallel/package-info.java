/** Sharing numbered tasks between threads. */
@NullMarked
package io.github.sors.parallel;

import org.jspecify.annotations.NullMarked;

/** Data that needs no file, because every full JDK contains it. */
package io.github.sors.data.builtin;

/** Data that needs no file: every full JDK carries it. */
package io.github.sors.data.builtin;

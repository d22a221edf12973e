/** Sharing numbered tasks between threads. */
package io.github.sors.parallel;

/**
 * Labelled data: what a file, a registry or the JDK itself holds, ready for learning.
 *
 * <p>{@link io.github.sors.data.Dataset} is what every reader makes and every consumer takes.
 */
package io.github.sors.data;

/**
 * Labelled data from files, from the registry or from the JDK, ready for learning.
 *
 * <p>Every reader returns a {@link io.github.sors.data.Dataset}.
 */
package io.github.sors.data;
